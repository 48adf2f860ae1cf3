import { describe, expect, it } from "vitest";
import { see } from "../browser/support/see.ts";
import { useStage } from "../browser/support/shared-host.ts";
import { confirmButton, drag, moveField, problem, standsOn, status, typeMove } from "./support/at-the-board.ts";
import { openChatClient, pageIn, textOf } from "./support/chat-client.ts";
import { type OlderChat, openInBarePage, openInMcpUiHost, underStrictestPolicy } from "./support/chat-pages.ts";

const stage = useStage();

// biome-ignore lint/suspicious/noExplicitAny: messages are looked into
type Json = any;

/** The two older forms of a host, and what a move is in each. */
const forms = [
  {
    name: "built on mcp-ui",
    open: openInMcpUiHost,
    moveIn: (message: Json) =>
      message?.type === "tool" && message.payload.toolName === "finishTurn" ? message.payload.params : null,
    message: (params: Json) => ({
      type: "tool",
      payload: { toolName: "finishTurn", params },
      messageId: expect.any(String),
    }),
    isOther: (message: Json) => message?.type === "action",
  },
  {
    name: "that listens for the plain message alone",
    open: openInBarePage,
    moveIn: (message: Json) => (message?.type === "action" && message.action === "finishTurn" ? message.payload : null),
    message: (payload: Json) => ({ type: "action", action: "finishTurn", payload }),
    isOther: (message: Json) => message?.type === "tool",
  },
] as const;

describe.each(forms)("in a host $name", ({ open, moveIn, message, isOther }) => {
  /** Shows an answer's board; what the person does there is called as a tool by the host, which reads the answer. */
  async function show(html: string, finishTurn: (args: Json) => Promise<unknown>): Promise<OlderChat> {
    return open(stage.browser, underStrictestPolicy(html), (message) => {
      const args = moveIn(message);
      if (args) void finishTurn(args);
    });
  }

  it("a game is played to mate in an older host, with one board for each answer and each move once", {
    tags: open === openInMcpUiHost ? [] : "edge",
  }, async () => {
    await using client = await openChatClient(stage.host, "embedded pages");
    const created = await client.call("createGame", { type: "human", showUi: true });
    const gameId = created.structuredContent.game_id;
    let token = "";
    let moves = 0;
    const script = [
      ["f2f3", "e5", "e7", "e5", false],
      ["g2g4", "Qh4#", "d8", "h4", true],
    ] as const;
    for (const [agents, san, from, to, mates] of script) {
      const answer = await client.call("finishTurn", { game_id: gameId, move: agents });
      const html = pageIn(answer);
      if (html === null) throw new Error("the person is to move, and has no board");
      const played = Promise.withResolvers<Json>();
      await using chat = await show(html, async (args) => {
        token = args.seat_token;
        moves += 1;
        played.resolve(await client.call("finishTurn", args));
      });
      const { board, page } = chat;
      await see(status(board)).toHaveText("Your move.");
      // The frame has grown to the board, where the host lets it.
      await see(board.getByLabel("Claim checkmate")).toBeInViewport();
      await drag(page, board, from, to);
      await see(moveField(board)).toHaveValue(san);
      expect(moves).toBe(mates ? 1 : 0);
      if (mates) await board.locator("#chkWaitMate").check();
      await confirmButton(board).click();
      const result = await played.promise;
      expect(result.isError).toBeFalsy();
      await see(status(board)).toContainText(`Handed to the chat: ${san}`);
      await standsOn(board, to, mates ? "black queen" : "black pawn");

      const move = { game_id: gameId, move: from + to, claim_win: mates, seat_token: token };
      expect(chat.messages.filter(moveIn)).toEqual([message(move)]);
      expect(chat.messages.filter(isOther)).toEqual([]);
      // The answer goes to the agent: it has the position, and says what to do next.
      if (mates) expect(textOf(result)).toContain("Game Over: Black wins by Checkmate.");
      else {
        expect(textOf(result)).toContain("played e5. It is your turn.");
        expect(result.structuredContent).toMatchObject({
          you: "white",
          status: "your_turn",
          next_action: { tool: "finishTurn" },
        });
      }
      expect(chat.problems).toEqual([]);
    }
    expect(token).toHaveLength(32);
    expect(client.modelRead()).not.toContain(token);
  });

  // Both hosts draw the same: the rest is tried in one of them.
  if (open !== openInMcpUiHost) return;

  it("an old board cannot play in a later position", async () => {
    await using client = await openChatClient(stage.host, "embedded pages");
    const created = await client.call("createGame", { type: "human", color: "black", showUi: true });
    const gameId = created.structuredContent.game_id;
    await stage.person.post(`/api/games/${gameId}/moves`, { move: "e2e4" });
    await client.call("finishTurn", { game_id: gameId, move: "e7e5" });
    const played = Promise.withResolvers<Json>();
    await using chat = await show(pageIn(created) ?? "", async (args) =>
      played.resolve(await client.call("finishTurn", args)),
    );
    await typeMove(chat.board, "d4");
    expect((await played.promise).structuredContent.error.code).toBe("STALE_PLY");
  });

  it("an illegal move is not sent, and the board stays usable", async () => {
    await using client = await openChatClient(stage.host, "embedded pages");
    const created = await client.call("createGame", { type: "human", color: "black", showUi: true });
    const played = Promise.withResolvers<Json>();
    await using chat = await show(pageIn(created) ?? "", async (args) => played.resolve(args));
    await typeMove(chat.board, "Ke4");
    await see(problem(chat.board)).toHaveText("“Ke4” is not a legal move here.");
    await typeMove(chat.board, "e2e4");
    expect((await played.promise).move).toBe("e2e4");
  });
});

it("a page in which no chat is around it says so", async () => {
  await using client = await openChatClient(stage.host, "embedded pages");
  const created = await client.call("createGame", { type: "human", color: "black", showUi: true });
  const page = await stage.browser.newPage();
  await page.setContent(pageIn(created) ?? "");
  await page.getByRole("textbox", { name: "Move" }).fill("e4");
  await page.getByRole("button", { name: "Confirm" }).click();
  await see(page.locator(".chat-problem")).toContainText("open the board there");
  await page.close();
});
