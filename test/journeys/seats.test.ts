import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Agent, type Answer, connect } from "../support/agents.ts";
import { full } from "../support/full.ts";
import { awake, type HostProcess, startHost } from "../support/host-process.ts";
import { type Person, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { enginesOf, standingOf } from "./scene.ts";

/** Nobody moves for somebody else: who acts for which seat, by token, by connection, and by neither. */

const dir = tempDir();
let host: HostProcess;
let person: Person;
/** Three callers with a connection of their own, and one that has none: every request stands alone. */
let first: Agent;
let second: Agent;
let stranger: Agent;
let plain: Agent;

beforeAll(async () => {
  host = await startHost(join(dir.path, "one"), awake);
  person = personAt(host);
  first = await connect(host, "shim", "v2 client, new era", "first");
  second = await connect(host, "http", "v1 client", "second");
  stranger = await connect({ ...host, mcp: `${host.mcp}?toolsets=all` }, "http", "v2 client, old era", "stranger");
  plain = await connect(host, "http", "v2 client, new era", "plain");
});
afterAll(async () => {
  await Promise.all([first, second, stranger, plain].map((agent) => agent?.close()));
  await host?.stop();
  dir[Symbol.dispose]();
});

const callers = () => ({ "its own connection": first, "another connection": stranger, "no connection": plain });

/** Tokens that open no seat of a victim's: an attacker may have come by any of these. Every test has the same ones. */
const wrongTokens = () => (foreignTokens ??= findWrongTokens());
let foreignTokens: ReturnType<typeof findWrongTokens> | undefined;
async function findWrongTokens(): Promise<Record<string, string | undefined>> {
  const elsewhere = await first.call("createGame", { type: "agent" });
  const freed = await first.call("createGame", { type: "agent" });
  await person.post(`/api/games/${freed.data.game_id}/seats/white/free`);
  return {
    "no token": undefined,
    "the token of another game": elsewhere.data.seat_token,
    "the token of a freed seat": freed.data.seat_token,
    garbage: "x".repeat(32),
    "an empty token": "",
    "the agents' token": host.agentToken,
  };
}

/** Every way to try a move that is not the caller's to make. */
const disguises: Record<string, unknown>[] = [
  {},
  { ply: 0 },
  { ply: 1 },
  { ply: 2 },
  { claim_win: true },
  { claim_draw: true },
  { wait: true },
];
/** Arguments that there are not, and that must not be taken for a seat. */
const smuggled: Record<string, unknown>[] = [
  { seat: "black" },
  { color: "black" },
  { you: "black" },
  { connection: "x" },
];

/** Those that a caller with a token tries: each of them some, so that all are tried, or all. */
const triedBy = (place: number) => {
  const all = [...disguises, ...smuggled];
  return all.filter((_, index) => full || index === 0 || index % 4 === place % 4);
};

/** Tries combinations, and that each is refused with one of the codes and changes nothing. */
async function attack(
  gameId: string,
  move: string,
  tokens: Record<string, string | undefined>,
  codes: string[],
  by = Object.entries(callers()),
) {
  const before = await standingOf(person, gameId);
  let place = 0;
  for (const [who, agent] of by) {
    for (const [what, token] of Object.entries(tokens)) {
      const seat = token === undefined ? {} : { seat_token: token };
      for (const disguise of triedBy(place++)) {
        const answer = await agent.call("finishTurn", { game_id: gameId, move, ...seat, ...disguise });
        const told = `${who}, ${what}, ${JSON.stringify(disguise)}: ${answer.text}`;
        expect(answer.isError, told).toBe(true);
        expect(smuggled.includes(disguise) ? ["INVALID_ARGUMENT"] : codes, told).toContain(answer.data.error.code);
        expect(answer.text, told).toMatch(/Next Action|No further actions needed|Correct the arguments and call again/);
      }
      expect(await standingOf(person, gameId), `${who}, ${what}`).toEqual(before);
    }
  }
}

/** A game of two agents, with white's move made: black is to move. */
async function agentGame(): Promise<{ gameId: string; white: string; black: string }> {
  const created = await first.call("createGame", { type: "agent" });
  const gameId: string = created.data.game_id;
  const joined = await second.call("joinGame", { game_id: gameId });
  await first.call("finishTurn", { game_id: gameId, move: "e2e4" });
  return { gameId, white: created.data.seat_token, black: joined.data.seat_token };
}

const refusals = ["SEAT_REQUIRED", "NOT_YOUR_TURN", "STALE_PLY"];

describe("an agent cannot move", () => {
  test("an agent cannot move for a person", async () => {
    const created = await first.call("createGame", { type: "human" });
    const gameId: string = created.data.game_id;
    await first.call("finishTurn", { game_id: gameId, move: "e2e4" });
    const tokens = { ...(await wrongTokens()), "its own token": created.data.seat_token };
    await attack(gameId, "e7e5", tokens, refusals);
    expect((await person.post(`/api/games/${gameId}/moves`, { move: "e7e5" })).body).toMatchObject({
      ply: 2,
      turn: "white",
    });
  });

  test("an agent cannot move for the computer while it thinks", async () => {
    const own = "its own token";
    // A game for each way, the callers by turns: an engine that stands still for seconds counts as hung.
    const ways = [...Object.keys(await wrongTokens()), own].flatMap((what, index) =>
      Object.entries(callers())
        .filter((_, place) => full || place === index % 3)
        .map((caller) => ({ what, caller })),
    );
    for (const { what, caller } of ways) {
      const created = await first.call("createGame", { type: "computer", difficulty: 1 });
      const gameId: string = created.data.game_id;
      const tokens: Record<string, string | undefined> = { ...(await wrongTokens()), [own]: created.data.seat_token };
      const engines = await enginesOf(host.pid);
      for (const pid of engines) process.kill(pid, "SIGSTOP");
      try {
        await first.call("finishTurn", { game_id: gameId, move: "e2e4" });
        await attack(gameId, "e7e5", { [what]: tokens[what] }, refusals, [caller]);
      } finally {
        for (const pid of engines) process.kill(pid, "SIGCONT");
      }
      const turn = await first.call("waitForNextTurn", { game_id: gameId });
      expect(turn.data).toMatchObject({ status: "your_turn", ply: 2 });
    }
  });

  test("an agent cannot move for the other agent", async () => {
    const { gameId, white, black } = await agentGame();
    await attack(gameId, "e7e5", { ...(await wrongTokens()), "its own token": white }, refusals);
    // The victim's token is what makes the difference, over any connection.
    expect((await plain.call("finishTurn", { game_id: gameId, move: "e7e5", seat_token: black })).isError).toBe(false);
    expect(await standingOf(person, gameId)).toMatchObject({ ply: 2 });
  });

  test("an agent cannot move for a seat that is still open", async () => {
    const created = await first.call("createGame", { type: "agent" });
    const gameId: string = created.data.game_id;
    await first.call("finishTurn", { game_id: gameId, move: "e2e4" });
    await attack(gameId, "e7e5", { ...(await wrongTokens()), "its own token": created.data.seat_token }, refusals);
  });

  test("an agent cannot choose for both seats where both choose at the same time", async () => {
    const created = await first.call("createGame", { type: "agent", game: "odd-even" });
    const gameId: string = created.data.game_id;
    await second.call("joinGame", { game_id: gameId });
    await first.call("finishTurn", { game_id: gameId, move: "3" });
    await attack(gameId, "4", { ...(await wrongTokens()), "its own token": created.data.seat_token }, refusals);
  });

  test("an agent cannot move in a game that is over", async () => {
    const { gameId, white } = await agentGame();
    await second.call("resignGame", { game_id: gameId });
    await attack(gameId, "e7e5", { ...(await wrongTokens()), "its own token": white }, ["GAME_OVER", ...refusals]);
  });

  test("an agent cannot move the opponent's men in its own turn", async () => {
    const { gameId } = await agentGame();
    await second.call("finishTurn", { game_id: gameId, move: "e7e5" });
    const refused = await first.call("finishTurn", { game_id: gameId, move: "d7d5" });
    expect(refused.data.error.code).toBe("ILLEGAL_MOVE");
    expect(await standingOf(person, gameId)).toMatchObject({ ply: 2 });
  });
});

test("an outsider can neither resign, offer, talk nor ask for a rematch", async () => {
  const { gameId } = await agentGame();
  const before = await standingOf(person, gameId);
  const tokens = Object.values(await wrongTokens());
  const wishes: [string, Record<string, unknown>][] = [
    ["resignGame", {}],
    ["offerDraw", {}],
    ["offerDraw", { answer: "accept" }],
    ["offerDraw", { answer: "decline" }],
    ["say", { message: "hello" }],
    ["rematch", {}],
    ["waitForNextTurn", { timeout_seconds: 0 }],
  ];
  for (const agent of [stranger, plain]) {
    for (const [tool, args] of wishes) {
      for (const token of tokens) {
        const answer = await agent.call(tool, {
          game_id: gameId,
          ...args,
          ...(token === undefined ? {} : { seat_token: token }),
        });
        expect(answer.data.error?.code, `${tool} ${JSON.stringify(args)} ${token}`).toBe("SEAT_REQUIRED");
      }
    }
  }
  expect(await standingOf(person, gameId)).toEqual(before);
});

describe("a plain client needs only the game's id", () => {
  test("a plain client needs only the game's id where one agent plays", async () => {
    const created = await plain.call("createGame", { type: "human" });
    const gameId: string = created.data.game_id;
    expect(created.data.next_action.arguments).not.toHaveProperty("seat_token");
    expect((await plain.call("finishTurn", { game_id: gameId, move: "e2e4" })).data).toMatchObject({
      you: "white",
      ply: 1,
    });
    expect((await plain.call("waitForNextTurn", { game_id: gameId, timeout_seconds: 0 })).data.you).toBe("white");
    await person.post(`/api/games/${gameId}/moves`, { move: "e7e5" });
    expect((await plain.call("say", { game_id: gameId, message: "good move" })).isError).toBe(false);
    expect((await plain.call("resignGame", { game_id: gameId })).data.result).toMatchObject({ winner: "black" });
  });

  test("a plain client is told its token where two agents play", async () => {
    const created = await plain.call("createGame", { type: "agent" });
    const joined = await plain.call("joinGame", { game_id: created.data.game_id });
    expect(joined.data.you).toBe("black");
    expect(joined.data.seat_token).not.toBe(created.data.seat_token);
    expect(created.data.next_action.arguments.seat_token).toBe(created.data.seat_token);
    expect(joined.data.next_action.arguments.seat_token).toBe(joined.data.seat_token);
    const moved = await plain.call("finishTurn", { ...created.data.next_action.arguments, move: "e2e4", wait: false });
    expect(moved.data.next_action.arguments.seat_token).toBe(created.data.seat_token);
    const third = await plain.call("joinGame", { game_id: created.data.game_id });
    expect(third.data.error.code).toBe("SEAT_TAKEN");
    expect(third.text).toContain("Error: Both seats are taken");
    // Nothing tells whether it is one of the two, who has lost its token.
    expect(third.data.next_action).toBeNull();
    expect(third.text).toMatch(/joinGame \{.*"seat_token":"<your seat_token>"\}.*watchGame \{/);
  });
});

describe("a seat that the person frees", () => {
  test("a seat that the person frees ends the old token and connection, and a new agent sits down", async () => {
    const { gameId, white, black } = await agentGame();
    const freed = await person.post(`/api/games/${gameId}/seats/white/free`);
    expect(freed.body.join_prompts.white).toContain(`joinGame with game_id "${gameId}"`);
    expect(freed.body).toMatchObject({ status: "open", ply: 1, players: { white: { name: null } } });

    const joined = await stranger.call("joinGame", { game_id: gameId, name: "Successor" });
    expect(joined.data).toMatchObject({ you: "white", ply: 1 });
    expect(joined.data.seat_token).not.toBe(white);
    await second.call("finishTurn", { game_id: gameId, move: "e7e5" });

    const old: [Agent, Record<string, unknown>][] = [
      [first, {}],
      [first, { seat_token: white }],
      [plain, { seat_token: white }],
      [stranger, { seat_token: white }],
    ];
    for (const [agent, seat] of old) {
      const refused = await agent.call("finishTurn", { game_id: gameId, move: "g1f3", ...seat });
      expect(refused.data.error.code).toBe("SEAT_REQUIRED");
    }
    expect((await first.call("joinGame", { game_id: gameId, seat_token: white })).data.error.code).toBe(
      "SEAT_REQUIRED",
    );
    expect((await first.call("joinGame", { game_id: gameId })).data).toMatchObject({
      error: { code: "SEAT_REQUIRED" },
      next_action: null,
    });
    expect(await standingOf(person, gameId)).toMatchObject({ ply: 2 });
    expect((await stranger.call("finishTurn", { game_id: gameId, move: "g1f3" })).data).toMatchObject({
      you: "white",
      ply: 3,
    });
    expect((await plain.call("finishTurn", { game_id: gameId, move: "b8c6", seat_token: black })).data.ply).toBe(4);
  });

  test("a seat that the person frees leaves nobody to act for it while it is open, also where it is the only agent's", async () => {
    const created = await first.call("createGame", { type: "human" });
    const gameId: string = created.data.game_id;
    await person.post(`/api/games/${gameId}/seats/white/free`);
    const freed = await first.call("finishTurn", { game_id: gameId, move: "e2e4" });
    expect(freed.data).toMatchObject({ error: { code: "SEAT_REQUIRED" }, next_action: null });
    const other = await plain.call("finishTurn", { game_id: gameId, move: "e2e4" });
    expect(other.data).toMatchObject({ error: { code: "SEAT_REQUIRED" }, next_action: { tool: "watchGame" } });
  });

  test("a seat that the person frees ends the wait of whoever held it, and shows it nothing more of the seat", async () => {
    const created = await first.call("createGame", { type: "agent", game: "odd-even" });
    const gameId: string = created.data.game_id;
    await second.call("joinGame", { game_id: gameId });
    await first.call("finishTurn", { game_id: gameId, move: "3" });
    const waiting = first.call("waitForNextTurn", { game_id: gameId, timeout_seconds: 20 });
    await person.post(`/api/games/${gameId}/seats/odd/free`);
    const ended = await waiting;
    expect(ended.data.error?.code, ended.text).toBe("SEAT_REQUIRED");
  });

  test("a seat that the person frees is an agent's and taken, else it cannot be freed", async () => {
    const created = await first.call("createGame", { type: "human" });
    const gameId: string = created.data.game_id;
    const free = async (seat: string) => (await person.post(`/api/games/${gameId}/seats/${seat}/free`)).status;
    expect(await free("black")).toBe(400);
    expect(await free("X")).toBe(400);
    expect(await free("white")).toBe(200);
    expect(await free("white")).toBe(400);
    expect((await person.post("/api/games/0000/seats/white/free")).status).toBe(404);
  });
});

describe("joining again comes back to one's own seat", () => {
  test("an agent that joins again comes back to its seat by its connection", async () => {
    const { gameId, white } = await agentGame();
    const back = await first.call("joinGame", { game_id: gameId });
    expect(back.text).toContain(`Joined Game ${gameId} Successfully`);
    expect(back.data).toMatchObject({ you: "white" });
    expect(JSON.stringify(back)).not.toContain(white);
  });

  test("an agent that joins again comes back to its seat by its token, which also binds the seat to the new connection", async () => {
    const { gameId, white } = await agentGame();
    const later = await connect(host, "shim", "v1 client", "later");
    const back = await later.call("joinGame", { game_id: gameId, seat_token: white });
    expect(back.data).toMatchObject({ you: "white", seat_token: white });
    await second.call("finishTurn", { game_id: gameId, move: "e7e5" });
    expect((await later.call("finishTurn", { game_id: gameId, move: "g1f3" })).data).toMatchObject({
      you: "white",
      ply: 3,
    });
    // The connection that held it before is an outsider now, unless it shows the token.
    expect((await first.call("waitForNextTurn", { game_id: gameId, timeout_seconds: 0 })).data.error.code).toBe(
      "SEAT_REQUIRED",
    );
    expect(
      (await first.call("waitForNextTurn", { game_id: gameId, seat_token: white, timeout_seconds: 0 })).isError,
    ).toBe(false);
    await later.close();
  });

  test("an agent that joins again after the game is over sees how it ended", async () => {
    const { gameId } = await agentGame();
    await second.call("resignGame", { game_id: gameId });
    const back = await first.call("joinGame", { game_id: gameId });
    expect(back.data).toMatchObject({ you: "white", status: "game_over", next_action: null });
    expect(back.text).toContain("White wins by Resignation");
  });
});

describe("between two hosts", () => {
  test("tokens do not mix, not even over a copied database", async () => {
    const created = await first.call("createGame", { type: "agent" });
    const gameId: string = created.data.game_id;
    await second.call("joinGame", { game_id: gameId });
    const copy = join(dir.path, "two");
    mkdirSync(copy, { mode: 0o700 });
    for (const name of ["kibitz.db", "kibitz.db-wal"]) {
      const from = join(host.dataDir, name);
      if (existsSync(from)) copyFileSync(from, join(copy, name));
    }
    await using other = await startHost(copy);
    expect([other.token, other.agentToken]).not.toContain(host.token);
    expect([other.token, other.agentToken]).not.toContain(host.agentToken);
    await using agent = await connect(other, "http", "v2 client, new era");
    expect((await agent.call("getGame", { game_id: gameId })).data).toMatchObject({ game_id: gameId, ply: 0 });
    const refused = await agent.call("finishTurn", {
      game_id: gameId,
      move: "e2e4",
      seat_token: created.data.seat_token,
    });
    expect(refused.data.error.code).toBe("SEAT_REQUIRED");
    await expect(connect({ ...other, agentToken: host.agentToken }, "http", "v2 client, old era")).rejects.toThrow(
      /401|Token required/,
    );
    expect((await personAt({ url: other.url, token: host.token }).get("/api/games")).status).toBe(401);
  });
});

describe("the agents' token", () => {
  test.each([
    ["GET", "/api/games"],
    ["GET", "/%61pi/games"],
    ["POST", "/api/games"],
    ["POST", "/api/games/1234/moves"],
    ["POST", "/api/games/1234/seats/white/free"],
    ["GET", "/api/events"],
    ["GET", "/mcp/../api/games"],
    ["GET", "/api/../mcp/../api/games"],
  ])("the agents' token does not open %s %s", async (method, path) => {
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${host.agentToken}` },
    });
    expect(response.status).toBe(403);
    expect((await response.text()).trim()).toMatch(/^Refused: the agents' token opens \/mcp and \/league\.v1 alone/);
  });

  test("the agents' token is no way in by the address or a cookie either, and neither is the person's", async () => {
    for (const token of [host.agentToken, host.token]) {
      expect((await fetch(`${host.url}/api/games?token=${token}`)).status).toBe(401);
      const cookie = `kibitz-${new URL(host.url).port}=${token}`;
      expect((await fetch(`${host.url}/api/games`, { headers: { cookie } })).status).toBe(401);
    }
  });
});

test("no answer carries a token that is not the caller's own, and no log any", async () => {
  const { gameId, white, black } = await agentGame();
  const answers: [Answer, string][] = [
    [await first.call("getGame", { game_id: gameId }), black],
    [await second.call("getGame", { game_id: gameId }), white],
    [await stranger.call("getGame", { game_id: gameId }), white],
    [await stranger.call("joinGame", { game_id: gameId }), white],
    [await stranger.call("joinGame", { game_id: gameId }), black],
    [await stranger.call("listGames", {}), white],
    [await plain.call("finishTurn", { game_id: gameId, move: "e7e5" }), black],
  ];
  for (const [answer, secret] of answers) expect(JSON.stringify(answer)).not.toContain(secret);
  for (const path of ["/api/games", `/api/games/${gameId}`, `/api/games/${gameId}/pgn`]) {
    const { body } = await person.get(path);
    for (const secret of [white, black]) expect(JSON.stringify(body)).not.toContain(secret);
  }
  for (const secret of [white, black, host.token, host.agentToken]) expect(host.log()).not.toContain(secret);
});

describe("a position that an agent sets up elsewhere while it plays", () => {
  const plies = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6"];
  /** A game between two agents after so many plies, with the FEN that it has come to. */
  async function between(count: number) {
    const white = (await first.call("createGame", { type: "agent" })).data;
    const { game_id } = white;
    const black = (await second.call("joinGame", { game_id })).data;
    let fen = "";
    for (const [ply, move] of plies.slice(0, count).entries()) {
      const seat_token = (ply % 2 === 0 ? white : black).seat_token;
      const caller = ply % 2 === 0 ? first : second;
      ({ fen } = (await caller.call("finishTurn", { game_id, seat_token, ply, move })).data);
    }
    return { game_id, fen };
  }
  const noted = async (id: string) => (await person.get(`/api/games/${id}`)).body.fair_play ?? [];
  const pgnOf = async (id: string) => (await person.get(`/api/games/${id}/pgn`)).body;

  test("a position that an agent sets up elsewhere while it plays is noted in the record where a computer was to move there, before or after, and nowhere else", async () => {
    const { game_id, fen } = await between(8);
    expect(await noted(game_id)).toEqual([]);
    const shadow = (await stranger.call("createGame", { type: "computer", difficulty: 10, color: "black", fen })).data;
    // It stands there as soon as the shadow game is kept: the note is made of the news of that.
    await expect.poll(() => noted(game_id)).toEqual([{ ply: 8, game_id: shadow.game_id }]);
    const { body } = await person.get(`/api/games/${game_id}/log`);
    expect(body.entries.at(-1).event).toEqual({ type: "positionShared", ply: 8, game: shadow.game_id });
    expect(await pgnOf(game_id)).toMatch(new RegExp(`\\[FairPlay ".*game ${shadow.game_id} \\(ply 8\\)"\\]`));
    const resource = await plain.client.readResource({ uri: `kibitz://games/${game_id}` });
    expect(JSON.stringify(resource)).toContain("fair_play");
    // A game set up before its opponent moved there is found, too; the shadow itself has nothing to hide.
    const early = await between(7);
    const after = fen.replace(/ \d+ \d+$/, " 9 30");
    const second_shadow = (await first.call("createGame", { type: "agent", analysis: true, fen: after })).data.game_id;
    await second.call("joinGame", { game_id: second_shadow });
    await second.call("finishTurn", { game_id: early.game_id, move: "g8f6" });
    await expect.poll(() => noted(early.game_id)).toEqual([{ ply: 8, game_id: second_shadow }]);
    expect(await noted(shadow.game_id)).toEqual([]);
  });

  test("a position that an agent sets up elsewhere while it plays is noted from the first move on, also where it is evaluated in a game that is over", async () => {
    const one = await between(1);
    const shadow = { type: "computer", difficulty: 10, color: "white", fen: one.fen };
    const { game_id } = (await stranger.call("createGame", shadow)).data;
    await expect.poll(() => noted(one.game_id)).toEqual([{ ply: 1, game_id }]);
    // Two seats of one agent, of which one resigns at once: anybody may have that evaluated.
    const three = await between(3);
    const over = (await first.call("createGame", { type: "agent", fen: three.fen })).data.game_id;
    const { seat_token } = (await second.call("joinGame", { game_id: over })).data;
    await second.call("resignGame", { game_id: over, seat_token });
    expect(await noted(three.game_id)).toEqual([]);
    expect((await stranger.call("evaluatePosition", { game_id: over, ply: 0, depth: 1 })).data.depth).toBe(1);
    await expect.poll(() => noted(three.game_id)).toEqual([{ ply: 3, game_id: over }]);
  });

  test("a position that an agent sets up elsewhere while it plays is not where it was on the board before that game began, or is one that all games go through", async () => {
    const { fen } = await between(4);
    await stranger.call("createGame", { type: "computer", color: "black", fen });
    const later = await between(4);
    const whole = await between(8);
    const usual = (await stranger.call("createGame", { type: "computer", color: "white" })).data.game_id;
    await stranger.call("finishTurn", { game_id: usual, move: "e2e4" });
    expect([await noted(later.game_id), await noted(whole.game_id)]).toEqual([[], []]);
  });
});
