import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refuse } from "../../src/shared/result.ts";
import { toolsetNames } from "../../src/shared/toolsets.ts";
import { answerInterrupted } from "../../src/shim/interruption.ts";
import { agent, agentGame, computer, sure } from "../live-games/support.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** Where a refusal leads, whichever tools the caller asked for. */

let place: ReturnType<typeof openAgentHost>;
let all: readonly string[];
beforeAll(async () => {
  place = openAgentHost({ callLimit: { allows: () => true } });
  all = await namesOf(await place.connect({ toolsets: "all" }));
});
afterAll(() => place[Symbol.asyncDispose]());

const namesOf = async ({ client }: Chat) => (await client.listTools()).tools.map(({ name }) => name);
const END = "No further actions needed.";

/** Each set alone, each with each other, the ones of who asks for none, and all of them. */
const choices = [
  "",
  "all",
  ...toolsetNames,
  ...toolsetNames.flatMap((one, index) => toolsetNames.slice(index + 1).map((other) => `${one},${other}`)),
];

for (const toolsets of choices)
  test(`with the tools of “${toolsets}”, arguments that do not fit lead to one of them, or to nothing`, {
    tags: toolsets.includes(",") ? "edge" : [],
  }, async () => {
    const chat = await place.connect({ toolsets });
    const names = await namesOf(chat);
    const others = all.filter((name) => !names.includes(name));
    for (const tool of names)
      for (const ids of [{}, { game_id: "4821" }, { league_id: "4821" }, { game_id: "4821", league_id: "4821" }]) {
        const { data, text } = await chat.call(tool, { ...ids, nonsense: 1 });
        expect(data.error.code, text).toBe("INVALID_ARGUMENT");
        const words = text.split(/\W+/);
        expect(others.filter((name) => words.includes(name))).toEqual([]);
        if (data.next_action) expect(names, text).toContain(data.next_action.tool);
        else expect(text).toMatch(/\n\nCorrect the arguments and call again, or ask the person\.$/);
        expect(text).not.toContain(END);
      }
  });

test.each([
  ["tictactoe", "make_move", { row: "one" }, "view_game_state"],
  ["play,tictactoe", "taunt_player", { message: "!".repeat(281) }, "view_game_state"],
  ["league", "getLeague", {}, "listLeagues"],
  ["play,league", "joinLeague", {}, "listLeagues"],
  ["", "joinLeague", {}, undefined],
  ["", "joinLeague", { league_id: "12", name: "!".repeat(41) }, "getLeague"],
  ["play", "finishTurn", { league_id: "12" }, "myGames"],
  ["play,analysis", "previewLine", { game_id: "4821" }, "getGame"],
  ["analysis", "previewLine", { game_id: "4821" }, undefined],
])("a client with “%s” whose call of %s does not take %j is led on to %s", async (toolsets, tool, args, next) => {
  const chat = await place.connect({ toolsets });
  expect((await chat.call(tool, args)).data.next_action?.tool).toBe(next);
});

describe.each(["2025", "2026"] as const)("the tools of every game alone, in %s", (era) => {
  const four = ["createGame", "finishTurn", "waitForNextTurn", "joinGame"];
  const opened = async () => {
    const chat = await place.connect({ era, toolsets: "game", answers: () => ({ action: "cancel" }) });
    // These are words besides.
    const others = all.filter((name) => !four.includes(name) && !["say", "kibitz", "rematch"].includes(name));
    const call: Chat["call"] = async (tool, args) => {
      const answer = await chat.call(tool, args);
      const words = [answer.text, JSON.stringify(answer.data)].join(" ").split(/\W+/);
      expect([tool, others.filter((name) => words.includes(name))]).toEqual([tool, []]);
      if (answer.data.next_action) expect(four).toContain(answer.data.next_action.tool);
      return answer;
    };
    return { chat, call };
  };

  test("the tools of every game alone are four, in half the tokens of play, and the instructions fit them", async () => {
    const { chat } = await opened();
    const { tools } = await chat.client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(four.toSorted());
    expect(countTokens(JSON.stringify(tools.map(({ icons: _, ...tool }) => tool)))).toBeLessThanOrEqual(2_500);
    expect(chat.client.getInstructions()).toContain("Sit down: call createGame, or joinGame");
  });

  test("the tools of every game alone lead to no other, whatever happens in a game", async () => {
    const { call } = await opened();
    const other = await opened();
    const { games } = place;
    const made = await call("createGame", { type: "agent" });
    const { game_id, join_prompt, seat_token: white } = made.data;
    const join_code = /join_code "(\w+)"/.exec(join_prompt)?.[1];
    const { seat_token: black } = (await other.call("joinGame", { game_id, join_code })).data;
    expect(
      (await call("finishTurn", { ...made.data.next_action.arguments, move: "e4", timeout_seconds: 0 })).data.ply,
    ).toBe(1);
    await call("finishTurn", { game_id, seat_token: white, move: "e5" });
    await call("finishTurn", { game_id, seat_token: white, move: "d4", ply: 0 });
    await other.call("finishTurn", { game_id, seat_token: black, move: "e9" });
    for (let line = 0; line < 8; line += 1) {
      place.clock.ahead += 10_000;
      sure(await games.say(game_id, "white", `line ${line}`));
    }
    sure(await games.draw(game_id, "white", "offer"));
    // An offer that the caller cannot answer leaves the game where it is.
    const offered = await other.call("waitForNextTurn", { game_id, seat_token: black });
    expect(offered.data).toMatchObject({ draw_offer: "white", next_action: { tool: "finishTurn" } });
    await other.call("finishTurn", { game_id, seat_token: black, move: "e5" });
    sure(await games.takeback(game_id, "black", "offer"));
    await call("waitForNextTurn", { game_id, seat_token: white, timeout_seconds: 0 });
    await call("finishTurn", { game_id, seat_token: white, move: "Nf3" });
    sure(await games.draw(game_id, "black", "offer"));
    const waiting = await call("waitForNextTurn", { game_id, seat_token: white, timeout_seconds: 0 });
    expect(waiting.data.next_action.tool).toBe("waitForNextTurn");
    expect((await call("joinGame", { game_id, join_code: "wrong" })).isError).toBe(true);
    expect((await call("waitForNextTurn", { game_id })).isError).toBe(era === "2026");
    for (const unknown of ["1", "nowhere"]) {
      const refused = await call("waitForNextTurn", { game_id: unknown });
      expect(refused.data.next_action).toBeNull();
      expect(refused.text).toMatch(/ask the person\.$/);
    }
    sure(await games.resign(game_id, "black"));
    expect((await call("waitForNextTurn", { game_id, seat_token: white })).text).toContain(END);
    sure(await games.rematch(game_id, "black", null));
    await call("waitForNextTurn", { game_id, seat_token: white });
    const { data } = await call("createGame", { type: "human", showUi: true });
    await call("finishTurn", { game_id: data.game_id, seat_token: data.seat_token, move: "e4", timeout_seconds: 0 });
    expect((await call("joinGame", { game_id: data.game_id })).isError).toBe(era === "2026");
  });
});

describe("the analysis alone", () => {
  let chat: Chat;
  beforeAll(async () => {
    chat = await place.connect({ toolsets: "analysis" });
  });

  test("the analysis alone leads to none of the tools that it is without, and a game that goes on is no end", async () => {
    const unknown = await chat.call("describePosition", { game_id: "1" });
    const off = sure(await place.games.create({ ...agentGame, players: [agent("One"), agent("Two")] })).state;
    const hidden = await chat.call("describePosition", { game_id: off.id });
    const strange = await chat.call("describePosition", { game_id: off.id, seat_token: "nobody's" });
    const seen = sure(await place.games.create({ ...agentGame, players: [computer(), computer()] })).state;
    const told = await chat.call("describePosition", { game_id: seen.id });
    expect(told.isError, told.text).toBe(false);
    for (const { data, text } of [unknown, hidden, strange, told]) {
      expect(text).not.toMatch(/listGames|watchGame/);
      expect(data.next_action, text).toBeNull();
      expect(text).not.toContain(END);
    }
  });
});

test("a game that is over ends the course, but no refusal besides", async () => {
  const busy = async () => refuse("LIMIT_REACHED", "Too much goes on. Try again in a moment");
  const { services, games } = place;
  await using at = openAgentHost({
    games: { ...games, create: busy },
    leagues: { ...services.leagues, get: async () => refuse("STORAGE_FAILED", "The record is damaged") },
    analysis: { ...services.analysis, analyst: { look: busy, compare: busy, explore: busy, close: async () => {} } },
  });
  const chat = await at.connect({ toolsets: "all" });
  const { id } = sure(await games.create({ ...agentGame, players: [agent("One"), agent("Two")] })).state;
  sure(await games.resign(id, "white"));
  expect((await chat.call("describePosition", { game_id: id })).text).toContain(END);
  const wrong = await chat.call("describePosition", { game_id: id, ply: 9 });
  expect(wrong.text).toMatch(
    /^Error: The game has 0 plies.*\n\nCorrect the arguments and call again, or ask the person\.$/,
  );
  for (const [tool, args] of [
    ["evaluatePosition", { game_id: id }],
    ["getLeague", { league_id: "12" }],
    ["view_game_state", {}],
    ["restart_game", {}],
  ] as const) {
    const { data, text } = await chat.call(tool, args);
    expect(data.next_action, text).toBeNull();
    expect(text, tool).toMatch(/^Error: .*\n\nTry again later, or tell the person\.$/);
  }
});

test("a caller that finds no place to wait is told to let some time pass before it asks for one again", async () => {
  await using at = openAgentHost({ personIsThere: () => true });
  const white = await at.connect();
  const { game_id } = (await white.call("createGame", { type: "agent", color: "black", view: "none" })).data;
  await (await at.connect()).call("joinGame", { game_id });
  const old = await at.connect({ toolsets: "tictactoe" });
  const { id } = (await old.call("view_game_state")).data;
  await old.call("make_move", { row: 0, col: 0 });
  const leave = new AbortController();
  const full = [
    ...Array.from({ length: 100 }, () => at.games.waitForTurn(game_id, "black", 60_000, leave.signal)),
    ...Array.from({ length: 100 }, () => at.games.waitUntil(game_id, () => false, 60_000, leave.signal)),
    ...Array.from({ length: 100 }, () => at.games.waitForTurn(id, "X", 60_000, leave.signal)),
  ];
  for (const [chat, tool, args] of [
    [white, "waitForNextTurn", { game_id }],
    [white, "watchGame", { game_id, after_ply: 0 }],
    [old, "get_turn", { timeout_seconds: 25 }],
  ] as const) {
    const { data, text } = await chat.call(tool, args);
    expect(data.error.code, text).toBe("LIMIT_REACHED");
    expect(data.next_action).toEqual({
      tool,
      arguments: tool === "waitForNextTurn" ? { ...args, waited: expect.any(Number) } : args,
      text: "Wait five seconds, then call again",
    });
  }
  leave.abort();
  await Promise.all(full);
});

test("a move after which there is no place to wait is accepted all the same", async () => {
  await using at = openAgentHost();
  const white = await at.connect();
  const { game_id } = (await white.call("createGame", { type: "agent", color: "white", view: "none" })).data;
  await (await at.connect()).call("joinGame", { game_id });
  const [{ connection }] = sure(await at.games.get(game_id)).state.seats;
  const leave = new AbortController();
  const full: Promise<unknown>[] = [];
  for (let game = 0; game < 20; game += 1) {
    const { id } = sure(await at.games.create({ ...agentGame, players: [agent("One"), agent("Two")] })).state;
    for (let wait = 0; wait < 100; wait += 1)
      full.push(at.games.waitForTurn(id, "black", 60_000, leave.signal, connection));
  }
  const { data, text, isError } = await white.call("finishTurn", { game_id, move: "e4", wait: true });
  leave.abort();
  await Promise.all(full);
  expect(isError, text).toBe(false);
  expect(text).toMatch(
    /^Move accepted\. [^\n]+\n\n2000 of your calls are waiting already\. End some of them first\.\n\n/,
  );
  expect(data).toMatchObject({
    ply: 1,
    next_action: { tool: "waitForNextTurn", arguments: { game_id }, text: "Wait five seconds, then call again" },
  });
});

test.each(toolsetNames)(
  "a call of “%s” that a restart interrupts leads to one of its tools, with all it takes",
  async (toolsets) => {
    const { tools } = await (await place.connect({ toolsets })).client.listTools();
    const required = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]));
    for (const [name, fields] of required) {
      const given = Object.fromEntries(fields.map((field) => [field, "4821"]));
      const params = { name, arguments: given };
      const { result } = JSON.parse(
        answerInterrupted({ kind: "request", id: 1, method: "tools/call", params }, toolsets),
      );
      const { tool, arguments: args } = result.structuredContent.next_action;
      expect(Object.keys(args), `${name} → ${tool}`).toEqual(
        expect.arrayContaining([...(required.get(tool) ?? ["?"])]),
      );
    }
  },
);

test("a move for a past position leads to the present one", async () => {
  await using at = openAgentHost();
  const [white, black] = [await at.connect(), await at.connect()];
  const { game_id } = (await white.call("createGame", { type: "agent" })).data;
  await black.call("joinGame", { game_id });
  await white.call("finishTurn", { game_id, move: "e4", ply: 0 });
  const early = await white.call("finishTurn", { game_id, move: "d4", ply: 0 });
  expect(early.data.next_action).toMatchObject({ tool: "waitForNextTurn", arguments: { game_id } });
  // It never read this one, nor knows which moves it has now.
  await black.call("finishTurn", { game_id, move: "e5", ply: 1 });
  const stale = await white.call("finishTurn", { game_id, move: "d4", ply: 0 });
  expect(stale.data.error.code, stale.text).toBe("STALE_PLY");
  const { tool, arguments: args } = stale.data.next_action;
  const seen = await white.call(tool, args);
  expect(seen.text).toContain("played e5.");
  expect(seen.data).toMatchObject({ status: "your_turn", ply: 2, next_action: { tool: "finishTurn" } });
  expect(seen.data.legal_moves).toContain("d2d4");
});
