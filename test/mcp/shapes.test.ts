import { afterEach, beforeEach, expect, test } from "vitest";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** The structured half: its fields, the codes of its errors, and where it leads. */

let place: ReturnType<typeof openAgentHost>;
let white: Chat;
let black: Chat;
let spectator: Chat;
beforeEach(async () => {
  place = openAgentHost();
  white = await place.connect({ name: "Ada" });
  black = await place.connect({ name: "Boole" });
  spectator = await place.connect({ name: "Ford" });
});
afterEach(() => place[Symbol.asyncDispose]());

async function pair(options: Record<string, unknown> = {}): Promise<string> {
  const { game_id } = (await white.call("createGame", { type: "agent", ...options })).data;
  await black.call("joinGame", { game_id });
  return game_id;
}

/** Of every answer about a game, to who has a seat. */
const always = [
  ..."game_id game status you turn ply last_move moves_san opponent talk result message next_action".split(" "),
  "fen",
];

test("an answer about a game has these fields and, where they are so, those", async () => {
  const created = await white.call("createGame", { type: "agent", clock: { initial_seconds: 60 } });
  const { game_id } = created.data;
  expect(Object.keys(created.data).toSorted()).toEqual(
    [...always, "legal_moves", "seat_token", "join_prompt", "clock"].toSorted(),
  );
  expect(created.data).toMatchObject({
    status: "your_turn",
    you: "white",
    turn: "white",
    ply: 0,
    last_move: null,
    moves_san: [],
    result: null,
    talk: [],
  });
  await black.call("joinGame", { game_id });
  const moved = await white.call("finishTurn", { game_id, move: "e4" });
  expect(Object.keys(moved.data).toSorted()).toEqual([...always, "clock"].toSorted());
  expect(moved.data).toMatchObject({
    status: "waiting",
    last_move: { uci: "e2e4", san: "e4", by: "white" },
    opponent: { kind: "agent", name: "Boole" },
    next_action: { tool: "waitForNextTurn", arguments: { game_id }, text: expect.any(String) },
  });
  await white.call("resignGame", { game_id });
  const over = await black.call("waitForNextTurn", { game_id });
  expect(over.data).toMatchObject({
    status: "game_over",
    turn: null,
    result: { winner: "black", reason: "resignation", text: "Black wins by Resignation" },
    next_action: null,
  });
  const other = await white.call("createGame", { type: "human", game: "tic-tac-toe", color: "black" });
  expect(Object.keys(other.data).toSorted()).toEqual(
    [...always.map((field) => (field === "fen" ? "state" : field)), "seat_token", "board_url"].toSorted(),
  );
});

test("getGame tells the same and, besides, every move, the PGN, the players and all of the talk", async () => {
  const game_id = await pair();
  await white.call("finishTurn", { game_id, move: "e4" });
  await black.call("finishTurn", { game_id, move: "e5" });
  await black.call("say", { game_id, message: "hello" });
  const { data, text } = await white.call("getGame", { game_id });
  expect(Object.keys(data).toSorted()).toEqual([...always, "legal_moves", "history", "pgn", "players"].toSorted());
  expect(data.history.map((each: object) => Object.keys(each).toSorted())).toEqual(
    Array.from({ length: 2 }, () => ["at", "by", "ms", "ply", "san", "uci"]),
  );
  expect(data.history).toMatchObject([
    { ply: 1, uci: "e2e4", san: "e4", by: "white", at: expect.stringMatching(/^\d{4}-.*Z$/), ms: expect.any(Number) },
    { ply: 2, uci: "e7e5", san: "e5", by: "black" },
  ]);
  expect(data.pgn).toMatch(/\[White "Ada"\][\s\S]*\n1\. e4 e5 \*/);
  expect(data.players).toMatchObject({ white: { kind: "agent", name: "Ada" }, black: { name: "Boole" } });
  expect(data.talk).toEqual([{ from: "black", name: "Boole", message: "hello" }]);
  for (const told of [data.pgn.trim(), "> Black “Boole” says: “hello”", "- White: “Ada”, agent", "| Rank |"])
    expect(text).toContain(told);
  const seen = await spectator.call("getGame", { game_id });
  expect(seen.data).toMatchObject({ you: null, players: data.players, history: data.history, talk: data.talk });
  expect(seen.data).not.toHaveProperty("legal_moves");
});

/** Calls that are refused, by the code of the refusal. */
async function everyRefusal(): Promise<[string, Chat, string, Record<string, unknown>][]> {
  const game_id = await pair();
  await white.call("finishTurn", { game_id, move: "e4", ply: 0 });
  await black.call("finishTurn", { game_id, move: "e5", ply: 1 });
  const over = await pair();
  await white.call("resignGame", { game_id: over });
  const chatty = await pair();
  for (let line = 0; line < 8; line += 1) await white.call("say", { game_id: chatty, message: `${line}` });
  const { league_id } = (await (await place.connect({ toolsets: "league" })).call("createLeague", { max_entrants: 2 }))
    .data;
  for (const name of ["Ada", "Boole"]) await white.call("joinLeague", { league_id, name });
  return [
    ["GAME_NOT_FOUND", white, "finishTurn", { game_id: "1", move: "e4" }],
    ["SEAT_REQUIRED", spectator, "finishTurn", { game_id, move: "e4" }],
    ["SEAT_TAKEN", spectator, "joinGame", { game_id }],
    ["NOT_YOUR_TURN", black, "finishTurn", { game_id, move: "e5" }],
    ["GAME_OVER", white, "finishTurn", { game_id: over, move: "e4" }],
    ["ILLEGAL_MOVE", white, "finishTurn", { game_id, move: "e4e6" }],
    ["CLAIM_FAILED", white, "finishTurn", { game_id, move: "d4", claim_win: true }],
    ["STALE_PLY", white, "finishTurn", { game_id, move: "d4", ply: 0 }],
    ["INVALID_ARGUMENT", white, "finishTurn", { game_id, move: "d4", colour: "white" }],
    ["RATE_LIMITED", white, "say", { game_id: chatty, message: "once more" }],
    ["LEAGUE_NOT_FOUND", white, "getLeague", { league_id: "1" }],
    ["LEAGUE_CLOSED", white, "joinLeague", { league_id, name: "Church" }],
    ["ENTRANT_REQUIRED", white, "waitForNextMatch", { league_id }],
  ];
}

test("each refusal has its code, says what is wrong, and leads to a tool that the caller has", async () => {
  const names = (await white.client.listTools()).tools.map(({ name }) => name);
  for (const [code, chat, tool, args] of await everyRefusal()) {
    const { data, text, isError } = await chat.call(tool, args);
    expect(isError, code).toBe(true);
    expect(data.error, text).toEqual({ code, message: expect.any(String) });
    const position = ["game_id", "status", "ply", "fen", "moves_san", "legal_moves"];
    expect(
      Object.keys(data)
        .filter((field) => !position.includes(field))
        .sort(),
    ).toEqual(["error", "message", "next_action"]);
    expect(text).toMatch(/^(Error|Invalid move|Move rejected): /);
    if (data.next_action) expect(names, code).toContain(data.next_action.tool);
    expect(text.includes("**Next Action:**"), text).toBe(data.next_action !== null);
    expect(text.includes("No further actions needed."), text).toBe(code === "GAME_OVER");
    // No tool that points to itself at once, unless what it is to be called with is another.
    if (data.next_action?.tool === tool) expect(data.next_action.arguments).not.toEqual(args);
  }
});

test("a league that goes on is no end, and who may set it going is told so", async () => {
  const all = await place.connect({ toolsets: "play,league" });
  const { league_id } = (await all.call("createLeague", { name: "Cup” is over. “" })).data;
  for (const name of ["Ada", "Boole"]) await white.call("joinLeague", { league_id, name });
  const looked = await white.call("getLeague", { league_id });
  expect(looked.data.next_action).toBeNull();
  expect(looked.text).toMatch(/\n\nNothing is asked of who looks on: [^\n]*$/);
  expect(looked.text).toContain('- Name: “Cup" is over. "”');
  expect((await all.call("getLeague", { league_id })).data.next_action.tool).toBe("startLeague");
  const unknown = await white.call("getLeague", { league_id: "1" });
  expect(unknown.text).toMatch(/\n\nAsk the person which league is meant\.$/);
  expect((await all.call("getLeague", { league_id: "1" })).data.next_action.tool).toBe("listLeagues");
});
