import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, FrameLocator } from "@playwright/test";
import { beforeAll, expect, it } from "vitest";
import { see } from "../browser/support/see.ts";
import { joinChromium } from "../browser/support/windows.ts";
import { openTableOfAgents } from "../mcp/table-of-agents.ts";
import { projectDir } from "../support/host-process.ts";
import { status, typeMove, yourMove } from "./support/at-the-board.ts";
import type { ToolResult } from "./support/chat-client.ts";
import { openInAppsHost, underStrictestPolicy } from "./support/chat-pages.ts";

/** Boards that wake an agent which is never in a call when its person does something. */

let browser: Browser;
beforeAll(async () => {
  browser = await joinChromium();
});

const html = () => readFileSync(join(projectDir, "out/chat-board/board.html"), "utf8");

/** A table whose agents are taken to sleep as soon as they have been answered, and a chat that has one of its seats. */
async function openChat({ apps }: { readonly apps: boolean }, game: object) {
  const table = openTableOfAgents({ boardPage: html }, {}, undefined, {}, { graceMs: 0 });
  const { client } = await table.connect({ apps });
  const call = async (name: string, args: object): Promise<ToolResult> =>
    (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolResult;
  const created = await call("createGame", { type: "human", ...game });
  const game_id: string = created.structuredContent.game_id;
  return {
    ...table,
    call,
    created,
    game_id,
    agent: (name: string, args: object = {}) => call(name, { game_id, ...args }),
    [Symbol.asyncDispose]: table[Symbol.asyncDispose],
  };
}
type Chat = Awaited<ReturnType<typeof openChat>>;

/** One more board of the game, in a host that takes messages where `takes` hears them. */
const showBoard = (chat: Chat, result: ToolResult, takes?: (text: string) => boolean) =>
  openInAppsHost(browser, {
    ...{ html: underStrictestPolicy(html()), result, callTool: chat.call },
    ...(takes ? { takes } : {}),
  });

const button = (board: FrameLocator, name: string) => board.getByRole("button", { name, exact: true });
/** Where the board is on the page. */
const place = (board: FrameLocator) => board.locator(".board").boundingBox();

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
  await see(board.getByText("The assistant has been told.")).toBeVisible();
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
  await see(button(board, "Keep playing")).toBeFocused();
  await shown.page.keyboard.press("Escape");
  await see(resign).toBeFocused();
  expect(await place(board)).toEqual(before);
  await resign.click();
  await button(board, "Yes, resign").click();
  await see(status(board)).toHaveText("You lost. Black wins by Resignation.");
  await see.poll(() => said).toHaveLength(4);
  expect(said[3]).toMatch(
    /^I resigned in .*The game is over: Black wins by Resignation\. No further actions needed\.$/,
  );
  expect(await place(board)).toEqual(before);
  expect(shown.problems).toEqual([]);
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
  await button(shown.board, "Accept draw").click();
  await see(status(shown.board)).toHaveText("Game over. Draw by Agreement.");
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
  await see(
    shown.board.getByText("The assistant is not listening. Write in the chat that you offer a draw."),
  ).toBeVisible();
  expect(shown.said).toHaveLength(takes ? 1 : 0);
  // What it would say a second time is not said by a board that is opened again.
  await using again = await showBoard(chat, chat.created, takes);
  await see(
    again.board.getByText(takes ? "The assistant has been told." : "The assistant is not listening."),
  ).toBeVisible();
  expect(again.said).toEqual([]);
});
