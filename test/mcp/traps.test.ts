import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accept } from "../../src/shared/result.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** Ways in which an answer could lead a model that obeys it astray. */

let place: ReturnType<typeof openAgentHost>;
let white: Chat;
let black: Chat;
beforeEach(async () => {
  place = openAgentHost();
  white = await place.connect({ name: "white" });
  black = await place.connect({ name: "black" });
});
afterEach(() => place[Symbol.asyncDispose]());

const opened = async (more: object = {}) => {
  const { game_id } = (await white.call("createGame", { type: "agent", ...more })).data;
  await black.call("joinGame", { game_id });
  return game_id;
};
const gameCount = async () => (await white.call("listGames")).data.games.length;

describe("an answer that asks for a move shows the position, or leads to it first", () => {
  test.each([
    ["say", { message: "well" }],
    ["offerDraw", {}],
  ])("the answer of %s shows the position, or leads to it first", async (tool, args) => {
    const game_id = await opened();
    await white.call("finishTurn", { game_id, move: "e4" });
    await black.call("finishTurn", { game_id, move: "c5" });
    const { text, data } = await white.call(tool, { game_id, ...args });
    expect(data.next_action).toMatchObject({ tool: "finishTurn", arguments: { ply: 2 } });
    expect(text).toContain("Last moves: e4 c5\n");
    expect(text).toContain("Legal moves:");
  });

  test("the answer to a move that was refused without its ply shows the position", async () => {
    const game_id = await opened();
    await white.call("finishTurn", { game_id, move: "e4" });
    await black.call("finishTurn", { game_id, move: "c5" });
    for (const args of [{ move: "e5e7" }, { move: "d4", claim_win: true }]) {
      const { text, data } = await white.call("finishTurn", { game_id, ...args });
      expect(data.next_action.tool).toBe("finishTurn");
      expect(text).toContain("Last moves: e4 c5\n");
      expect(data).toMatchObject({ ply: 2, fen: expect.stringContaining("/2p5/") });
    }
    const known = await white.call("finishTurn", { game_id, move: "e5e7", ply: 2 });
    expect(known.text).not.toContain("Last moves:");
  });

  test("the answer to a refused remark shows the position", async () => {
    const game_id = await opened();
    await white.call("finishTurn", { game_id, move: "e4" });
    await black.call("finishTurn", { game_id, move: "c5" });
    const { data } = await white.call("say", { game_id, message: "\u200b" });
    expect(data.next_action).toMatchObject({ tool: "waitForNextTurn", arguments: { game_id } });
  });
});

describe("nothing leads to a game that nobody asked for", () => {
  test("a refused createGame leads to no game that nobody asked for", async () => {
    for (const args of [
      { game: "chess", fen: "nonsense" },
      { game: "tic-tac-toe", color: "odd" },
      { game: "draughts" },
      { clock: { initial_seconds: -1 } },
      { name: "\u200b" },
    ]) {
      const { data, text } = await white.call("createGame", args);
      expect(data.error.code, text).toBe("INVALID_ARGUMENT");
      expect(data.next_action, text).toBeNull();
    }
    expect(await gameCount()).toBe(0);
  });

  test("the lists of games, of leagues and of one's own games lead to no game that nobody asked for", async () => {
    const chat = await place.connect({ toolsets: "play,league" });
    for (const tool of ["listGames", "listLeagues"]) {
      const { data, text } = await chat.call(tool);
      expect(data.next_action).toBeNull();
      expect(text).toMatch(/call create(Game|League)/);
      expect(text).not.toContain("No further actions needed.");
    }
    expect((await chat.call("myGames")).data.next_action.tool).toBe("listGames");
  });

  test("a refused createLeague leads to no league that nobody asked for", async () => {
    const chat = await place.connect({ toolsets: "league" });
    const { data } = await chat.call("createLeague", { game: "chess", name: "\u200b" });
    expect(data.error.code).toBe("INVALID_ARGUMENT");
    expect(data.next_action).toBeNull();
  });
});

test("a side is taken by every name that an answer calls it by", async () => {
  for (const [color, game, you] of [
    ["X", "tic-tac-toe", "X"],
    ["o", "tic-tac-toe", "O"],
    ["black", "tic-tac-toe", "O"],
    ["even", "odd-even", "even"],
    ["White", "chess", "white"],
  ]) {
    const { data, text } = await white.call("createGame", { color, game, type: "human" });
    expect(data.you, text).toBe(you);
  }
  const other = await white.call("createGame", { color: "X", type: "human" });
  expect(other.text).toMatch(/^Error: “X” is no side of chess.*white or black.*X is a side of tic-tac-toe/);
});

test("a game with an open seat leads to the seat, for a caller that holds none", async () => {
  const { game_id } = (await white.call("createGame", { type: "agent" })).data;
  const { data } = await black.call("getGame", { game_id });
  expect(data.next_action).toMatchObject({ tool: "joinGame", arguments: { game_id } });
});

test("players that have lost their tokens are not left watching their own game", async () => {
  const first = await place.connect({ era: "2026" });
  const second = await place.connect({ era: "2026" });
  const { game_id } = (await first.call("createGame", { type: "agent" })).data;
  await second.call("joinGame", { game_id });
  const { data, text } = await first.call("joinGame", { game_id });
  expect(data.error.code).toBe("SEAT_TAKEN");
  expect(data.next_action).toBeNull();
  expect(text).toMatch(/^Error: Both seats are taken.*You can watch instead/);
  expect(text).toContain(`joinGame {"game_id":"${game_id}","seat_token":"<your seat_token>"}`);
  // Both of the other game's players are connected: only a spectator can be asking.
  const taken = await opened();
  const late = await (await place.connect()).call("joinGame", { game_id: taken });
  expect(late.data.next_action.tool).toBe("watchGame");
});

test("a code that a client has used takes it back to its seat", async () => {
  const { text, data } = await white.call("createGame", { type: "agent" });
  const join_code = /join_code "(\w+)"/.exec(text)?.[1];
  const { game_id } = data;
  await black.call("joinGame", { game_id, join_code });
  const again = await black.call("joinGame", { game_id, join_code });
  expect(again.isError, again.text).toBe(false);
  expect(again.data.you).toBe("black");
  expect((await white.call("joinGame", { game_id, join_code })).data.error.code).toBe("SEAT_TAKEN");
});

describe("an entrant that has lost its token", () => {
  const random = { kind: "strategy", strategy: "random", name: "Dice" };
  let league_id: string;
  let entrant_token: string;
  beforeEach(async () => {
    const host = await place.connect({ toolsets: "league" });
    league_id = (await host.call("createLeague", { game: "tic-tac-toe", entrants: [random] })).data.league_id;
    entrant_token = (await white.call("joinLeague", { league_id })).data.entrant_token;
  });
  const entrants = async () => (await white.call("getLeague", { league_id })).data.entrants;
  const start = async () => (await place.connect({ toolsets: "league" })).call("startLeague", { league_id });

  test("an entrant that has lost its token waits for its match over the connection that joined, plays it, and is led to the next without it", async () => {
    const early = await white.call("waitForNextMatch", { league_id, timeout_seconds: 0 });
    expect(early.data, early.text).toMatchObject({
      status: "timeout",
      next_action: { tool: "waitForNextMatch", arguments: { league_id } },
    });
    await start();
    const match = await white.call("waitForNextMatch", early.data.next_action.arguments);
    expect(match.data, match.text).toMatchObject({ league_id, status: expect.stringMatching(/your_turn|waiting/) });
    const { game_id } = match.data;
    const over = await white.call("resignGame", { game_id });
    expect(over.data.next_action, over.text).toMatchObject({ tool: "waitForNextMatch", arguments: { league_id } });
    for (const answer of [early, match, over]) {
      expect(JSON.stringify(answer)).not.toContain(entrant_token);
      expect(answer.data).not.toHaveProperty("seat_token");
    }
    const shown = await white.call("getGame", { game_id });
    expect(shown.data.next_action).toEqual(over.data.next_action);
  });

  test("an entrant that has lost its token comes back to its place by joining again over that connection, and hears no token", async () => {
    for (const args of [{}, { name: "White" }]) {
      const back = await white.call("joinLeague", { league_id, ...args });
      expect(back.text).toMatch(/^Welcome back to league/);
      expect(back.data).toMatchObject({ next_action: { tool: "waitForNextMatch", arguments: { league_id } } });
      expect(JSON.stringify(back)).not.toContain(entrant_token);
    }
    expect(await entrants()).toBe(2);
  });

  test("an entrant that has lost its token is told apart from another chat of that connection, whose name makes it another entrant", async () => {
    const other = await white.call("joinLeague", { league_id, name: "Grey" });
    expect(other.data.entrant_token).not.toBe(entrant_token);
    expect(await entrants()).toBe(3);
    for (const [tool, args] of [
      ["waitForNextMatch", {}],
      ["joinLeague", {}],
      ["joinLeague", { name: "Grey" }],
    ] as const) {
      const unclear = await white.call(tool, { league_id, ...args });
      expect(unclear.isError, unclear.text).toBe(true);
      for (const token of [entrant_token, other.data.entrant_token])
        expect(JSON.stringify(unclear)).not.toContain(token);
    }
    const unclear = await white.call("waitForNextMatch", { league_id });
    expect(unclear.data).toMatchObject({ error: { code: "ENTRANT_REQUIRED" }, next_action: null });
    expect(unclear.text).toContain("Pass the entrant_token of your own joinLeague answer");
    const own = await white.call("waitForNextMatch", { league_id, entrant_token, timeout_seconds: 0 });
    expect(own.data.status).toBe("timeout");
  });

  test("an entrant that has lost its token is not led to a second place where nothing shows which is its own", async () => {
    for (const args of [{}, { entrant_token: `${entrant_token.slice(0, -1)}~` }]) {
      const refused = await black.call("waitForNextMatch", { league_id, ...args });
      expect(refused.data).toMatchObject({ error: { code: "ENTRANT_REQUIRED" }, next_action: null });
      expect(refused.text).not.toContain("No further actions needed.");
    }
    expect((await black.call("waitForNextMatch", { league_id })).text).toContain("call joinLeague");
    expect(await entrants()).toBe(2);
  });
});

test("a wait for an opponent that is not there ends after five minutes", async () => {
  const { game_id } = (await white.call("createGame", { type: "agent", color: "black" })).data;
  const early = await white.call("waitForNextTurn", { game_id });
  expect(early.data.next_action.tool).toBe("waitForNextTurn");
  place.clock.ahead += 6 * 60_000;
  const late = await white.call("waitForNextTurn", { game_id });
  expect(late.data).toMatchObject({ status: "timeout", next_action: null });
  expect(late.text).toMatch(/Nobody has taken the White seat for 6 min/);
  expect(late.text).toContain(`waitForNextTurn {"game_id":"${game_id}"}`);
  expect(late.text).not.toContain("No further actions needed.");

  await black.call("joinGame", { game_id });
  place.clock.ahead += 6 * 60_000;
  const present = await white.call("waitForNextTurn", { game_id });
  expect(present.data.next_action.tool).toBe("waitForNextTurn");
  const { transport } = black.client;
  if (transport && "terminateSession" in transport && typeof transport.terminateSession === "function")
    await transport.terminateSession();
  const left = await white.call("waitForNextTurn", { game_id });
  expect(left.data.next_action).toBeNull();
  expect(left.text).toMatch(/is not connected and has been to move for 12 min/);
});

describe("a game that ends without a move being needed is over at once for both", () => {
  /** Two agents of a league, Ada with White, in their game. */
  async function match(settings: object) {
    const host = await place.connect({ toolsets: "league" });
    const { league_id } = (await host.call("createLeague", { game: "chess", ...settings })).data;
    const tokens: string[] = [];
    for (const [chat, name] of [
      [white, "Ada"],
      [black, "Boole"],
    ] as const)
      tokens.push((await chat.call("joinLeague", { league_id, name })).data.entrant_token);
    await host.call("startLeague", { league_id });
    const asked = [white, black].map((chat, index) =>
      chat.call("waitForNextMatch", { league_id, entrant_token: tokens[index], timeout_seconds: 5 }),
    );
    const seats = (await Promise.all(asked)).map(({ data }) => ({
      game_id: data.game_id,
      seat_token: data.seat_token,
    }));
    return [
      { chat: white, ...seats[0] },
      { chat: black, ...seats[1] },
    ] as const;
  }
  const over = { status: "game_over", result: { winner: null } };

  test("a game that is as long as its league allows is over at once for both", async () => {
    const [{ chat: ada, ...first }, { chat: boole, ...second }] = await match({ longest_game: 1 });
    await ada.call("finishTurn", { ...first, move: "e4" });
    const waiting = ada.call("waitForNextTurn", { ...first, timeout_seconds: 20 });
    const last = await boole.call("finishTurn", { ...second, move: "e5" });
    expect(last.data, last.text).toMatchObject(over);
    const told = await waiting;
    expect(told.data, told.text).toMatchObject(over);
    expect(told.data.next_action).toMatchObject({ tool: "waitForNextMatch" });
  });

  test("a game that is drawn by its score is over at once for both, though an engine needs a moment to tell it", async () => {
    await place[Symbol.asyncDispose]();
    const asked = Promise.withResolvers<void>();
    const { promise: score, resolve } = Promise.withResolvers<ReturnType<typeof accept<number>>>();
    const scorer = async (_: unknown, ply: number) => {
      if (ply < 2) return accept(0);
      asked.resolve();
      return score;
    };
    place = openAgentHost({}, {}, undefined, { scorer });
    white = await place.connect({ name: "white" });
    black = await place.connect({ name: "black" });
    const [{ chat: ada, ...first }, { chat: boole, ...second }] = await match({
      adjudication: { draw: { score: 10, moves: 1, after_move: 1 } },
    });
    await ada.call("finishTurn", { ...first, move: "e4" });
    const waiting = ada.call("waitForNextTurn", { ...first, timeout_seconds: 20 });
    await boole.call("finishTurn", { ...second, move: "e5" });
    await asked.promise;
    resolve(accept(0));
    const told = await waiting;
    expect(told.data, told.text).toMatchObject(over);
  });
});

describe("arguments that can mean one thing only are understood", () => {
  test("JSON in a text, a longer wait than there is, a token that is no token and an id with its sign are understood", async () => {
    const clock = '{"initial_seconds": 60, "increment_seconds": 1}';
    const made = await white.call("createGame", { type: "human", clock });
    expect(made.isError, made.text).toBe(false);
    const { game_id } = made.data;
    const waited = await white.call("waitForNextTurn", { game_id, timeout_seconds: 600, seat_token: "undefined" });
    expect(waited.data.status, waited.text).toBe("your_turn");
    const moved = await white.call("finishTurn", { game_id: `#${game_id}`, move: "e4", seat_token: "null" });
    expect(moved.isError, moved.text).toBe(false);
  });
});
