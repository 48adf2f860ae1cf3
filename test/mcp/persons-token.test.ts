import { afterEach, beforeEach, expect, test } from "vitest";
import { boardMetaKey } from "../../src/shared/chat-board.ts";
import type { Answer } from "../support/agents.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** A person's token stands in what a host hides from the model, and in nothing that it reads. */

let place: ReturnType<typeof openAgentHost>;
beforeEach(() => {
  place = openAgentHost();
});
afterEach(() => place[Symbol.asyncDispose]());

const seedOf = ({ meta }: Answer) => meta[boardMetaKey];
const readByModel = ({ text, data }: Answer): string => text + JSON.stringify(data);

/** A game with the person as white, some of it played, and every answer that the agent read. */
async function played(chat: Chat, options: Record<string, unknown> = {}): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const call = async (tool: string, args: Record<string, unknown>) => {
    const answer = await chat.call(tool, args);
    answers.push(answer);
    return answer;
  };
  const { game_id } = (await call("createGame", { type: "human", color: "black", ...options })).data;
  await call("waitForNextTurn", { game_id, timeout_seconds: 0 });
  await call("getGame", { game_id });
  await call("joinGame", { game_id });
  await place.games.play(game_id, "white", { text: "e4" });
  await call("waitForNextTurn", { game_id, timeout_seconds: 0 });
  await call("finishTurn", { game_id, move: "e5", wait: true, timeout_seconds: 0 });
  return answers;
}

test("the person's token is in `_meta` of the answers in a host of MCP Apps, unasked, and nowhere else", async () => {
  const answers = await played(await place.connect({ apps: true }));
  const tokens = new Set(answers.map((answer) => seedOf(answer)?.seat_token));
  // Of each position that was shown one of its own.
  expect(tokens.size).toBeGreaterThanOrEqual(2);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{32}$/);
    for (const answer of answers) expect(readByModel(answer) + answer.pages.join("")).not.toContain(token);
  }
});

test("the person's token is in no other host unless the board was asked for and the host shows pages, and then only in its page and `_meta`", async () => {
  const chat = await place.connect();
  for (const { pages, meta } of await played(chat)) expect([pages, meta]).toEqual([[], {}]);
  for (const { pages, meta, data } of await played(chat, { showUi: true })) {
    expect([pages, meta]).toEqual([[], {}]);
    if (data.status === "timeout") expect(data.board_url).toContain("/game/");
  }
  const answers = await played(await place.connect({ name: "goose" }), { showUi: true });
  const tokens = answers.flatMap((answer) => [
    seedOf(answer).seat_token,
    /"seat_token":"([\w-]+)"/.exec(answer.pages[0] ?? "")?.[1],
  ]);
  expect(tokens.every((token) => /^[\w-]{32}$/.test(token))).toBe(true);
  for (const answer of answers) for (const token of tokens) expect(readByModel(answer)).not.toContain(token);
});

test("the board is the second content item, a page at the game's own address", async () => {
  const { client } = await place.connect({ name: "goose" });
  const result = await client.callTool({ name: "createGame", arguments: { showUi: true } });
  const { game_id } = result.structuredContent as { game_id: string };
  expect(result.content).toMatchObject([
    { type: "text" },
    {
      type: "resource",
      resource: {
        uri: `ui://chess/${game_id}`,
        mimeType: "text/html",
        text: expect.stringMatching(/^<!doctype html>/),
      },
    },
  ]);
});

test("a board in the chat of an agent whose seat was freed shows that chat nothing of the next agent's", async () => {
  const chat = await place.connect({ apps: true });
  const next = await place.connect({ name: "next" });
  const created = await chat.call("createGame", { type: "human", game: "poker", color: "second" });
  const { game_id, you } = created.data;
  await place.games.freeSeat(game_id, you);
  const joined = await next.call("joinGame", { game_id });
  expect(joined.data.you, joined.text).toBe(you);
  const answer = await chat.call("finishTurn", { game_id, move: "check", seat_token: seedOf(created).seat_token });
  expect(answer.data, answer.text).toMatchObject({ you: "first", state: { cards: { second: null } } });
});
