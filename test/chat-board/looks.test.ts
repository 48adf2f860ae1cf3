import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seriousFindings } from "../browser/support/pages.ts";
import { see } from "../browser/support/see.ts";
import { useStage } from "../browser/support/shared-host.ts";
import { stillnessOf } from "../browser/support/still.ts";
import { projectDir } from "../support/host-process.ts";
import { moveField, yourMove } from "./support/at-the-board.ts";
import { openChatClient } from "./support/chat-client.ts";
import { type AppsChat, openInAppsHost, underStrictestPolicy } from "./support/chat-pages.ts";

const stage = useStage();

/** Keeps a picture for the documentation, when asked to: `KIBITZ_SCREENSHOTS=1 npx vitest run test/chat-board/looks.test.ts`. */
async function picture({ page }: AppsChat, name: string): Promise<void> {
  if (process.env["KIBITZ_SCREENSHOTS"] !== "1") return;
  await page.locator("iframe").screenshot({ path: join(projectDir, `docs/screenshots/chat-board-${name}.png`) });
}

/** A game with some moves and words, the person to move. */
async function show(look: {
  readonly width: number;
  readonly theme: "light" | "dark";
  readonly game?: string;
}): Promise<AppsChat> {
  const client = await openChatClient(stage.host, "apps");
  const created = await client.call("createGame", { type: "human", name: "Claude", game: look.game ?? "chess" });
  const { game_id } = created.structuredContent;
  let result = created;
  if (look.game === undefined) {
    for (const [mine, reply] of [
      ["e4", "e5"],
      ["Nf3", "Nc6"],
      ["Bb5", "a6"],
      ["Bxc6", "dxc6"],
    ] as const) {
      await client.call("finishTurn", { game_id, move: mine });
      await stage.person.post(`/api/games/${game_id}/moves`, { move: reply });
    }
    await client.call("say", { game_id, message: "I have always liked the exchange variation." });
    await stage.person.post(`/api/games/${game_id}/talk`, { message: "Then enjoy my bishops." });
    result = await client.call("finishTurn", { game_id, move: "Nxe5" });
  } else result = await client.call("finishTurn", { game_id, move: look.game === "odd-even" ? "3" : "b2" });
  const { html } = await client.readPage();
  const chat = await openInAppsHost(stage.browser, {
    html: underStrictestPolicy(html),
    result,
    width: look.width,
    scheme: look.theme,
    context: { theme: look.theme },
    callTool: (name, args) => client.call(name, args),
  });
  await yourMove(chat.board);
  return {
    ...chat,
    [Symbol.asyncDispose]: async () => {
      await chat[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
    },
  };
}

/** On the board, not in the page around it. */
const findings = async ({ page }: AppsChat): Promise<readonly string[]> =>
  (
    await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => seriousFindings(frame)),
    )
  ).flat();

describe("how the board looks", () => {
  it.each(["light", "dark"] as const)("the board has nothing serious for axe in a %s chat", async (theme) => {
    await using chat = await show({ width: 720, theme });
    const { board } = chat;
    await moveField(board).fill("Qd4");
    await see(board.getByText("Play Qd4?")).toBeVisible();
    await board.locator("piece.anim").waitFor({ state: "detached" });
    await picture(chat, theme);
    expect(await findings(chat)).toEqual([]);
    expect(chat.problems).toEqual([]);
  });

  it.each([320, 480])(
    "a board of %i pixels has nothing reaching out, and its frame is as high as the board",
    async (width) => {
      await using chat = await show({ width, theme: "light" });
      const root = chat.board.locator("html");
      expect(await root.evaluate((html) => html.scrollWidth > html.clientWidth)).toBe(false);
      // Its frame is as high as it is: a scrollbar would only take of its width.
      await see.poll(() => root.evaluate((html) => window.innerWidth - html.clientWidth)).toBe(0);
      await see(chat.board.getByLabel("Table talk")).toBeVisible();
      await see.poll(async () => root.evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0);
      if (width === 320) await picture(chat, "narrow");
      expect(await findings(chat)).toEqual([]);
    },
  );

  it("the words of a board’s buttons fit into them where its side is narrowest, also while a draw is offered", async () => {
    await using client = await openChatClient(stage.host, "apps");
    const { game_id } = (await client.call("createGame", { type: "human", name: "Claude" })).structuredContent;
    await client.call("finishTurn", { game_id, move: "e4" });
    const { html } = await client.readPage();
    await using chat = await openInAppsHost(stage.browser, {
      html: underStrictestPolicy(html),
      result: await client.call("offerDraw", { game_id }),
      width: 560,
      callTool: (name, args) => client.call(name, args),
    });
    await yourMove(chat.board);
    const buttons = chat.board.getByRole("group", { name: "Draw and resignation" }).getByRole("button");
    /** The buttons whose words have less than four pixels to an edge. */
    const tooNarrow = () =>
      buttons.evaluateAll((all) =>
        all.flatMap((each) => {
          const words = document.createRange();
          words.selectNodeContents(each);
          const room = each.getBoundingClientRect().width - words.getBoundingClientRect().width;
          return room < 8 ? [`${each.textContent}: ${room}`] : [];
        }),
      );
    for (const [pressed, shown] of [
      [null, "Decline"],
      ["Accept", "Yes, draw"],
      ["Play on", "Decline"],
      ["Resign", "Yes, resign"],
    ] as const) {
      if (pressed) await buttons.filter({ hasText: pressed }).click();
      await see(buttons.filter({ hasText: shown })).toBeVisible();
      expect(await tooNarrow()).toEqual([]);
    }
  });

  it("nothing on the board that can be pressed moves, and its frame keeps its height, whatever comes", async () => {
    await using client = await openChatClient(stage.host, "apps");
    const { game_id } = (await client.call("createGame", { type: "human", name: "Claude" })).structuredContent;
    const agent = (name: string, args: object) => client.call(name, { game_id, ...args });
    const { html } = await client.readPage();
    await using chat = await openInAppsHost(stage.browser, {
      html: underStrictestPolicy(html),
      result: await agent("finishTurn", { move: "e4" }),
      width: 480,
      height: 1_200,
      callTool: (name, args) => client.call(name, args),
    });
    const { board, page } = chat;
    await yourMove(board);
    const frame = page.locator("iframe");
    const height = async () => (await frame.boundingBox())?.height;
    const before = await height();
    const [inside] = page.frames().slice(1);
    if (!inside) throw new Error("there is no board");
    const still = await stillnessOf(inside);
    const seen = (text: string) => see(board.getByText(text)).toBeVisible();
    await moveField(board).fill("e5");
    await seen("Play e5?");
    expect(await still.moved()).toEqual([]);
    await board.getByRole("button", { name: "Confirm" }).click();
    await seen("Waiting for the assistant…");
    expect(await still.moved()).toEqual([]);
    await agent("finishTurn", { move: "Nf3" });
    await seen("White played Nf3.");
    await agent("offerDraw", {});
    await seen("White offers a draw. Answer it, or play on.");
    expect(await still.moved()).toEqual([]);
    await moveField(board).fill("xx");
    await moveField(board).press("Enter");
    await seen("“xx” is not a legal move here.");
    expect(await still.moved()).toEqual([]);
    expect(await height()).toBe(before);
  });

  it("the board and the button that confirms have the height that a host gives, and a frame takes its newest game", async () => {
    await using client = await openChatClient(stage.host, "apps");
    const begin = () => client.call("createGame", { type: "human", color: "black", name: "Claude" });
    const { html } = await client.readPage();
    await using chat = await openInAppsHost(stage.browser, {
      html: underStrictestPolicy(html),
      result: await begin(),
      width: 512,
      context: { containerDimensions: { width: 512, height: 700 } },
      callTool: (name, args) => client.call(name, args),
    });
    const { board, page } = chat;
    await yourMove(board);
    const box = await board.getByRole("button", { name: "Confirm" }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
    // Its ground reaches the frame's edge, also where a scrollbar has its room.
    const [frame] = page.frames().slice(1);
    expect(await frame?.evaluate(() => document.body.offsetWidth - window.innerWidth)).toBe(0);
    const second = await begin();
    await page.evaluate((result) => window.giveResult(result), second);
    await see(board.getByRole("heading")).toContainText(second.structuredContent.game_id);
    await board.locator('[data-square="e2"]').focus();
    await moveField(board).fill("e4");
    await board.getByRole("button", { name: "Confirm" }).click();
    await see.poll(() => chat.calls.filter(({ name }) => name === "finishTurn").length).toBe(1);
    expect(chat.calls.find(({ name }) => name === "finishTurn")?.arguments.game_id).toBe(
      second.structuredContent.game_id,
    );
    expect(chat.problems).toEqual([]);
  });

  it.each(["tic-tac-toe", "odd-even"])("the board of %s is shown and played as well", async (game) => {
    await using chat = await show({ width: 720, theme: "light", game });
    const { board } = chat;
    if (game === "odd-even") await board.getByRole("button", { name: "2", exact: true }).click();
    else await board.locator('[data-cell="a1"]').click();
    await see(moveField(board)).toHaveValue(game === "odd-even" ? "2" : "a1");
    await board.getByRole("button", { name: "Confirm" }).click();
    await see.poll(() => chat.toldModel.length).toBeGreaterThan(0);
    await see(moveField(board)).toHaveValue("");
    expect(chat.problems).toEqual([]);
  });
});
