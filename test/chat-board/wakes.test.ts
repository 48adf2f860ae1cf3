import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, FrameLocator } from "@playwright/test";
import { beforeAll, expect, it } from "vitest";
import { see } from "../browser/support/see.ts";
import { joinChromium } from "../browser/support/windows.ts";
import { openAgentHost } from "../mcp/agent-host.ts";
import { projectDir } from "../support/host-process.ts";
import { TASKS, taskClientOf } from "../support/tasks.ts";
import { status, typeMove, yourMove } from "./support/at-the-board.ts";
import { pageIn, type ToolResult } from "./support/chat-client.ts";
import { openInAppsHost, openInMcpUiHost, underStrictestPolicy } from "./support/chat-pages.ts";

/** Boards that wake an agent which is never in a call when its person does something. */

let browser: Browser;
beforeAll(async () => {
  browser = await joinChromium();
});

const html = () => readFileSync(join(projectDir, "out/chat-board/board.html"), "utf8");

/** A table whose agents are taken to sleep as soon as they have been answered, and a chat that has one of its seats. */
async function openChat({ apps }: { readonly apps: boolean }, game: object) {
  const host = openAgentHost({ boardPage: html }, {}, undefined, {}, { graceMs: 0 });
  const { client } = await host.connect({ apps, name: apps ? "tester" : "goose" });
  const call = async (name: string, args: object): Promise<ToolResult> =>
    (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolResult;
  const created = await call("createGame", { type: "human", ...game });
  const game_id: string = created.structuredContent.game_id;
  return {
    ...host,
    call,
    created,
    game_id,
    agent: (name: string, args: object = {}) => call(name, { game_id, ...args }),
    [Symbol.asyncDispose]: host[Symbol.asyncDispose],
  };
}
type Chat = Awaited<ReturnType<typeof openChat>>;

/** One more board of the game, in a host that takes messages where `takes` hears them. */
const showBoard = (chat: Chat, result: ToolResult, takes?: (text: string) => boolean) =>
  openInAppsHost(browser, {
    html: underStrictestPolicy(html()),
    result,
    callTool: chat.call,
    ...(takes ? { takes } : {}),
  });

const button = (board: FrameLocator, name: string) => board.getByRole("button", { name, exact: true });
/** Where the board is on the page. */
const place = (board: FrameLocator) => board.locator(".board").boundingBox();

/** Does what a message says, as a model would: the call in it, and then what the answer asks for. */
async function obey(chat: Chat, message: string, reply: string): Promise<ToolResult> {
  const [, tool = "", game_id = ""] = /call (\w+) with game_id “(\w+)”/.exec(message) ?? [];
  const { structuredContent } = await chat.call(tool, { game_id });
  expect(structuredContent).toMatchObject({ status: "your_turn", next_action: { tool: "finishTurn" } });
  return chat.call("finishTurn", { ...structuredContent.next_action.arguments, move: reply });
}

/** Said at once, and in other words after a while. */
const wasTold = (board: FrameLocator) => board.getByText(/^The assistant has (been told|not answered yet)/);
const notListening = (what: string) => `The assistant is not waiting for you. Tell it that ${what}.`;

it("in a host built on the official bridge an agent that is never in a call is woken once a turn, to mate", async () => {
  await using chat = await openChat({ apps: true }, { color: "black" });
  const { game_id } = chat;
  const said: string[] = [];
  let takesIt = true;
  const takes = (text: string) => said.push(text) > 0 && takesIt;
  const turn = (san: string) =>
    `I played ${san} in Kibitz game ${game_id}. It is your turn: call waitForNextTurn with game_id “${game_id}”.`;
  {
    await using first = await showBoard(chat, chat.created, takes);
    await yourMove(first.board);
    await typeMove(first.board, "e4");
    await see(wasTold(first.board)).toBeVisible();
    await see.poll(() => said).toEqual([turn("e4")]);
  }
  // The page is loaded again, with the answer that it began with, and a second board is there.
  await using again = await showBoard(chat, chat.created, takes);
  await using second = await showBoard(chat, chat.created, takes);
  for (const { board } of [again, second]) await see(wasTold(board)).toBeVisible();
  expect(said).toHaveLength(1);

  await obey(chat, said[0] ?? "", "e5");
  for (const { board } of [again, second]) await yourMove(board);
  await typeMove(again.board, "Bc4");
  for (const { board } of [again, second]) await see(wasTold(board)).toBeVisible();
  await see.poll(() => said.slice(1)).toEqual([turn("Bc4")]);

  await obey(chat, said[1] ?? "", "Nc6");
  await yourMove(second.board);
  // The chat has something in its field, and takes nothing else: the person is told what to do, and does it.
  takesIt = false;
  await typeMove(second.board, "Qh5");
  const refused = [again, second].map(({ board }) => board.getByText(notListening("it is its turn")));
  await see.poll(async () => (await Promise.all(refused.map((line) => line.count()))).toSorted()).toEqual([0, 1]);
  await see.poll(() => said.slice(2)).toEqual([turn("Qh5")]);
  takesIt = true;
  await obey(chat, said[2] ?? "", "Nf6");

  for (const { board } of [again, second]) await yourMove(board);
  await typeMove(again.board, "Qxf7");
  for (const { board } of [again, second]) await see(status(board)).toHaveText("You won. White wins by checkmate.");
  await see.poll(() => said).toHaveLength(4);
  expect(said[3]).toBe(
    `I played Qxf7# in Kibitz game ${game_id}. The game is over: White wins by Checkmate. No further actions needed.`,
  );
  await using after = await showBoard(chat, chat.created, takes);
  await see(status(after.board)).toHaveText("You won. White wins by checkmate.");
  expect(said).toHaveLength(4);
});

it("in a host built on mcp-ui that hands answers to the board the agent is woken by a prompt a turn, to mate", {
  tags: "edge",
}, async () => {
  await using chat = await openChat({ apps: false }, { color: "black", showUi: true });
  const { game_id } = chat;
  const prompts: string[] = [];
  const hear = (message: { type: string; payload: { prompt: string; toolName: string; params: object } }) => {
    if (message.type === "prompt") prompts.push(message.payload.prompt);
    return message.type === "tool" ? chat.call(message.payload.toolName, message.payload.params) : null;
  };
  const show = (answer: ToolResult) => openInMcpUiHost(browser, underStrictestPolicy(pageIn(answer) ?? ""), hear);
  let answer = chat.created;
  for (const [index, [move, reply]] of [
    ["e4", "e5"],
    ["Bc4", "Nc6"],
    ["Qh5", "Nf6"],
    ["Qxf7#", null],
  ].entries()) {
    await using shown = await show(answer);
    await typeMove(shown.board, move ?? "");
    await see(wasTold(shown.board)).toBeVisible();
    await see.poll(() => prompts).toHaveLength(index + 1);
    expect(prompts[index]).toContain(`I played ${move} in Kibitz game ${game_id}.`);
    if (reply === null) {
      expect(prompts[index]).toContain("The game is over: White wins by Checkmate. No further actions needed.");
      await see(status(shown.board)).toHaveText("You won. White wins by checkmate.");
      break;
    }
    if (index === 1) {
      // The old page is there again, and the person does the same once more.
      await using again = await show(answer);
      await typeMove(again.board, move ?? "");
      await see(status(again.board)).toHaveText("Waiting for the assistant…");
      expect(prompts).toHaveLength(2);
    }
    answer = await obey(chat, prompts[index] ?? "", reply ?? "");
  }
  expect((await chat.agent("getGame")).structuredContent.moves_san).toHaveLength(7);
});

it("an agent that waits in the background is asleep until the person moves, and no board wakes it", async () => {
  await using chat = await openChat({ apps: true }, {});
  const agent = taskClientOf(chat.mcp, { extensions: { [TASKS]: {}, "io.modelcontextprotocol/ui": {} } });
  const created = (await agent.call("createGame", { type: "human", color: "black" })).result;
  const { game_id, seat_token } = created.structuredContent;
  const wait = (await agent.call("waitForNextTurn", { game_id, seat_token })).result;
  await using shown = await showBoard(chat, created, () => true);
  const asleep = shown.board.getByText("The assistant is asleep until you move.");
  await see(asleep).toBeVisible();
  await typeMove(shown.board, "e4");
  await see(status(shown.board)).toHaveText("Waiting for the assistant…");
  await see(asleep).toHaveCount(0);
  expect((await agent.until(wait.taskId, "completed")).result.result.structuredContent).toMatchObject({ ply: 1 });
  await agent.call("finishTurn", { game_id, seat_token, move: "e5", wait: true });
  await yourMove(shown.board);
  await see(asleep).toBeVisible();
  expect(shown.said).toEqual([]);
});

it("in a host of mcp-ui the agent is told of an offer and of a resignation as well", { tags: "edge" }, async () => {
  await using chat = await openChat({ apps: false }, { color: "black", showUi: true });
  const prompts: string[] = [];
  await using shown = await openInMcpUiHost(browser, underStrictestPolicy(pageIn(chat.created) ?? ""), (message) => {
    if (message.type === "prompt") prompts.push(message.payload.prompt);
    return message.type === "tool" ? chat.call(message.payload.toolName, message.payload.params) : null;
  });
  await button(shown.board, "Offer draw").click();
  await see(shown.board.getByText("Your draw offer stands until")).toBeVisible();
  await button(shown.board, "Resign").click();
  await button(shown.board, "Yes, resign").click();
  await see(status(shown.board)).toHaveText("You lost. Black wins by resignation.");
  await see.poll(() => prompts.map((text) => text.split(" in Kibitz")[0])).toEqual(["I offer a draw", "I resigned"]);
});

it("a person offers and answers draws and resigns: each is told once, and the board stays where it is", async () => {
  await using chat = await openChat({ apps: true }, { color: "black" });
  const { game_id, agent } = chat;
  const said: string[] = [];
  await using shown = await showBoard(chat, chat.created, (text) => said.push(text) > 0);
  const { board } = shown;
  await yourMove(board);
  const before = await place(board);

  await button(board, "Offer draw").click();
  await see(board.getByText("Your draw offer stands until")).toBeVisible();
  await see(wasTold(board)).toBeVisible();
  await see(button(board, "Offer draw")).toHaveAttribute("aria-disabled", "true");
  expect(said).toEqual([
    `I offer a draw in Kibitz game ${game_id}. To see the position and answer, call waitForNextTurn with game_id “${game_id}”.`,
  ]);
  expect(shown.toldModel.at(-1)).toContain("The person offers a draw");
  await agent("offerDraw", { answer: "decline" });
  await see(board.getByText("Your offer was declined.")).toBeVisible();

  await typeMove(board, "e4");
  await see(status(board)).toHaveText("Waiting for the assistant…");
  await see.poll(() => said).toHaveLength(2);
  await agent("offerDraw");
  await see(board.getByText("Black offers a draw.")).toBeVisible();
  await button(board, "Decline").click();
  await see(board.getByText("Black offers a draw.")).toHaveCount(0);
  await see.poll(() => said).toHaveLength(3);
  expect(said[2]).toMatch(/^I declined your draw offer in .*It is your turn: call waitForNextTurn/);
  await agent("finishTurn", { move: "e5" });
  await yourMove(board);

  const resign = button(board, "Resign");
  await resign.dblclick();
  await see(resign).toBeVisible();
  await resign.click();
  await see(button(board, "Play on")).toBeFocused();
  await shown.page.keyboard.press("Escape");
  await see(resign).toBeFocused();
  expect(await place(board)).toEqual(before);
  await resign.click();
  await button(board, "Yes, resign").click();
  await see(status(board)).toHaveText("You lost. Black wins by resignation.");
  await see.poll(() => said).toHaveLength(4);
  expect(said[3]).toMatch(
    /^I resigned in .*The game is over: Black wins by Resignation\. No further actions needed\.$/,
  );
  expect(await place(board)).toEqual(before);
  expect(shown.problems).toEqual([]);
});

it("an offer that is declined before the board sees it is over, and the person goes on", async () => {
  await using chat = await openChat({ apps: true }, { color: "white" });
  const result = await chat.agent("finishTurn", { move: "e4" });
  let gate: Promise<void> | null = null;
  const { promise: opening, resolve: open } = Promise.withResolvers<void>();
  await using shown = await openInAppsHost(browser, {
    html: underStrictestPolicy(html()),
    result,
    callTool: async (name, args) => {
      if (name === "watchBoard") await gate;
      return chat.call(name, args);
    },
  });
  const { board } = shown;
  await yourMove(board);
  gate = opening;
  // The wait that is under way ends with this.
  await chat.agent("say", { message: "Well?" });
  await see(board.getByText("Well?")).toBeVisible();
  await button(board, "Offer draw").click();
  await see(status(board)).toHaveText("Done.");
  await chat.agent("offerDraw", { answer: "decline" });
  open();
  await see(board.getByText("Your offer was declined.")).toBeVisible();
  await typeMove(board, "e5");
  await see(status(board)).toContainText("Waiting for");
});

it("a draw that the agent offered is accepted on the board", async () => {
  await using chat = await openChat({ apps: true }, {});
  const said: string[] = [];
  await using shown = await showBoard(
    chat,
    await chat.agent("finishTurn", { move: "e4" }),
    (text) => said.push(text) > 0,
  );
  await yourMove(shown.board);
  await chat.agent("offerDraw");
  // It asks first, as the window does; a double click goes on playing.
  await button(shown.board, "Accept").dblclick();
  await see(button(shown.board, "Accept")).toBeVisible();
  await button(shown.board, "Accept").click();
  await button(shown.board, "Yes, draw").click();
  await see(status(shown.board)).toHaveText("Game over. Draw by agreement.");
  await see.poll(() => said).toHaveLength(1);
  expect(said[0]).toMatch(/^I accepted the draw in /);
});

it.each([
  ["says that it takes no messages", undefined],
  ["refuses the message", () => false],
] as const)("in a host that %s the board says what to do after an offer in the person's own turn", async (_, takes) => {
  await using chat = await openChat({ apps: true }, { color: "black" });
  await using shown = await showBoard(chat, chat.created, takes);
  await yourMove(shown.board);
  await button(shown.board, "Offer draw").click();
  await see(shown.board.getByText(notListening("you offer a draw"))).toBeVisible();
  expect(shown.said).toHaveLength(takes ? 1 : 0);
  // A board that is opened again does not repeat what was said.
  await using again = await showBoard(chat, chat.created, takes);
  await see(
    takes ? wasTold(again.board) : again.board.getByText("The assistant is not waiting for you."),
  ).toBeVisible();
  expect(again.said).toEqual([]);
});
