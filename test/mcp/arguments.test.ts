import { afterAll, beforeAll, expect, test } from "vitest";
import { definitions } from "../../src/games/register.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** The tools' arguments: each by its name, its limits and its default, as clients are told and as it works. */

let place: ReturnType<typeof openAgentHost>;
let chat: Chat;
let tools: Awaited<ReturnType<Chat["client"]["listTools"]>>["tools"];
beforeAll(async () => {
  place = openAgentHost();
  chat = await place.connect({ name: "Deep Thought", toolsets: "play,analysis" });
  ({ tools } = await chat.client.listTools());
});
afterAll(() => place[Symbol.asyncDispose]());

const argumentsOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
const optional = (...names: string[]) => names.map((name) => `${name}?`);

test.each([
  [
    "finishTurn",
    [
      "game_id",
      "move",
      ...optional("claim_win", "claim_draw", "seat_token", "ply", "thoughts", "wait", "timeout_seconds"),
    ],
  ],
  ["waitForNextTurn", ["game_id", ...optional("seat_token", "timeout_seconds", "waited")]],
  ["joinGame", ["game_id", ...optional("name", "join_code", "seat_token")]],
  ["getGame", ["game_id", ...optional("seat_token")]],
  ["listGames", optional("status", "limit", "cursor")],
  ["resignGame", ["game_id", ...optional("seat_token")]],
  ["offerDraw", ["game_id", ...optional("seat_token", "answer")]],
  ["say", ["game_id", "message", ...optional("seat_token")]],
  ["rematch", ["game_id", ...optional("seat_token")]],
  ["answerTakeback", ["game_id", "answer", ...optional("seat_token")]],
  ["watchGame", ["game_id", ...optional("after_ply", "timeout_seconds", "waited")]],
  ["kibitz", ["game_id", "message"]],
  ["myGames", []],
  ["describePosition", ["game_id", ...optional("seat_token", "ply")]],
  ["previewLine", ["game_id", "moves", ...optional("seat_token", "ply")]],
  ["evaluatePosition", ["game_id", ...optional("seat_token", "ply", "depth")]],
  ["reviewGame", ["game_id", ...optional("seat_token")]],
])("the tool %s takes the arguments %j", (name, names) => {
  const { properties = {}, required = [] } = argumentsOf(name) ?? {};
  expect(
    Object.keys(properties)
      .map((each) => (required.includes(each) ? each : `${each}?`))
      .toSorted(),
  ).toEqual(names.toSorted());
});

test("createGame takes its arguments with these defaults and limits", () => {
  const { properties, required } = argumentsOf("createGame") ?? {};
  expect(required ?? []).toEqual([]);
  const ofGames = Object.fromEntries(
    definitions.flatMap(({ options }) => Object.keys(options.shape)).map((name) => [name, expect.anything()]),
  );
  expect(properties).toEqual({
    ...ofGames,
    type: expect.objectContaining({ enum: ["computer", "human", "agent"], default: "computer" }),
    color: expect.objectContaining({
      enum: expect.arrayContaining(["white", "black", "random", "X", "O", "odd", "even"]),
      default: "white",
    }),
    showUi: expect.objectContaining({ type: "boolean" }),
    difficulty: expect.objectContaining({ type: "integer", minimum: 1, maximum: 10, default: 5 }),
    game: expect.objectContaining({ enum: definitions.map(({ kind }) => kind), default: "chess" }),
    name: expect.objectContaining({ type: "string", maxLength: 40 }),
    fen: expect.objectContaining({ type: "string" }),
    clock: expect.objectContaining({
      properties: {
        initial_seconds: expect.objectContaining({ type: "number" }),
        increment_seconds: expect.objectContaining({ type: "number" }),
      },
    }),
    legal_moves: expect.objectContaining({ enum: ["shown", "hidden"], default: "shown" }),
    view: expect.objectContaining({ enum: ["full", "compact", "fen", "none"], default: "full" }),
    rounds: expect.objectContaining({ type: "integer", minimum: 1, maximum: 99 }),
    analysis: expect.objectContaining({ type: "boolean", default: false }),
    open_thoughts: expect.objectContaining({ type: "boolean" }),
  });
  const { properties: of = {} } = argumentsOf("waitForNextTurn") ?? {};
  expect(of["timeout_seconds"]).toMatchObject({ type: "number", minimum: 0 });
  for (const [tool, name] of [
    ["say", "message"],
    ["kibitz", "message"],
  ] as const)
    expect(argumentsOf(tool)?.properties?.[name]).toMatchObject({ maxLength: 280 });
  expect(argumentsOf("listGames")?.properties?.["status"]).toMatchObject({
    enum: ["live", "finished", "open", "all"],
  });
  expect(argumentsOf("offerDraw")?.properties?.["answer"]).toMatchObject({ enum: ["offer", "accept", "decline"] });
});

test("how a move is written is told of the game that is played, in its first answer, and of no other", async () => {
  const move = JSON.stringify(argumentsOf("finishTurn")?.properties?.["move"]);
  expect(move).toContain("as the first answer of the game says");
  for (const { kind, title, words, seats } of definitions) {
    for (const own of [title, words.moveForm]) expect(move).not.toContain(own);
    const create = () => chat.call("createGame", { type: "agent", game: kind, color: seats[0] });
    let { data, text } = await create();
    // Dice may let the other side begin.
    while (data.next_action.tool !== "finishTurn") ({ data, text } = await create());
    for (const each of definitions)
      expect([kind, each.kind, text.includes(each.words.moveForm)]).toEqual([kind, each.kind, each.kind === kind]);
  }
});

test("a game of which nothing is said is chess against the computer of level 5, White the caller by its client's name", async () => {
  const { data, text } = await chat.call("createGame");
  expect(text).toContain("- Level: 5 of 10");
  expect(text).toContain("| Rank | a |");
  expect(data).toMatchObject({
    game: "chess",
    you: "white",
    fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    opponent: { kind: "computer" },
    legal_moves: expect.arrayContaining(["e2e4"]),
  });
  for (const absent of ["clock", "board_url"]) expect(data).not.toHaveProperty(absent);
  const seen = await place.page(data.game_id);
  expect(seen.players).toMatchObject({ white: { kind: "agent", name: "Deep Thought" }, black: { level: 5 } });
  const odd = (await chat.call("createGame", { type: "agent", game: "odd-even" })).data;
  expect(odd).toMatchObject({ you: "odd", state: { rounds: 5 } });
});

test("the arguments of createGame hold for the game", async () => {
  const fen = "7k/8/8/5K2/8/8/8/1Q6 b - - 140 100";
  const { data, text } = await chat.call("createGame", {
    type: "human",
    color: "black",
    fen,
    name: "Marvin",
    legal_moves: "hidden",
    clock: { initial_seconds: 60, increment_seconds: 2 },
  });
  expect(data).toMatchObject({ you: "black", fen, status: "your_turn", clock: { increment_seconds: 2 } });
  expect(data).not.toHaveProperty("legal_moves");
  expect(text).not.toContain("Legal moves");
  const { players, legal_moves_shown } = await place.page(data.game_id);
  expect([players["black"]?.name, players["white"]?.kind, legal_moves_shown]).toEqual(["Marvin", "human", false]);
  const sides = new Set<string>();
  for (let tries = 0; tries < 60 && sides.size < 2; tries += 1)
    sides.add((await chat.call("createGame", { game: "tic-tac-toe", color: "random" })).data.you);
  expect([...sides].toSorted()).toEqual(["O", "X"]);
  expect((await chat.call("createGame", { game: "tic-tac-toe", color: "black" })).data.you).toBe("O");
  expect((await chat.call("createGame", { game: "odd-even", rounds: 99 })).data.state.rounds).toBe(99);
  for (const wrong of [{ name: "x".repeat(41) }, { game: "odd-even", rounds: 4 }, { difficulty: 11 }, { fen: "8/8" }])
    expect((await chat.call("createGame", wrong)).data.error.code, JSON.stringify(wrong)).toBe("INVALID_ARGUMENT");
});
