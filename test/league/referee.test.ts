import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rulesOf } from "../../src/main/games/machine/game-state.ts";
import { countsFor } from "../../src/main/games/machine/rights.ts";
import { invitationsIn } from "../../src/main/league/invitations.ts";
import { matchesOf } from "../../src/main/league/machine/league.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { gamePgn } from "../../src/main/views/export/game-pgn.ts";
import { detailOf } from "../../src/main/views/game/game-view.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { accept } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { pass, stopTime } from "../support/stopped-time.ts";
import { leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf } from "./support.ts";

/** The rules of a league that are not the game's, at a table where two agents play by hand and time is the test's. */

beforeEach(stopTime);
afterEach(() => void vi.useRealTimers());

async function openMatch(
  request: Readonly<Record<string, unknown>>,
  change: Partial<Parameters<typeof openLeagueHost>[2]> = {},
) {
  const store = openSqliteStore(":memory:");
  const host = await openLeagueHost(store, Date.now, change);
  const { leagues, lobby } = host;
  const id = sure(await leagues.create(planOf({ game: "chess", ...request }))).league.id;
  for (const name of ["Ada", "Boole"]) sure(await lobby.join(id, name, undefined));
  sure(await leagues.act(id, { type: "start" }));
  const signal = new AbortController().signal;
  const asked = [1, 2].map((number) => lobby.nextMatch({ league: id, number }, 60_000, signal, `agent ${number}`));
  await pass(0);
  const [match] = await Promise.all(asked);
  const next = match ? sure(match) : null;
  if (next?.kind !== "match") throw new Error("there is no match");
  return {
    ...host,
    id,
    game: next.game.state.id,
    play: async (seat: string, text: string) => host.games.play(next.game.state.id, seat, { text }),
    playAny: async (seat: string) => {
      const { state } = sure(await host.games.get(next.game.state.id));
      const [text = ""] = rulesOf(state).legalMoves(state.position, seat);
      sure(await host.games.play(state.id, seat, { text }));
    },
    /** Those for whom the game counts in the rating list. */
    played: async () =>
      (await host.ratings.list("chess")).players.flatMap(({ name, lastPlayedAt }) =>
        lastPlayedAt === null ? [] : [name],
      ),
    events: async () => sure(await host.games.log(next.game.state.id, 0, 100)).map(({ event }) => event),
    result: async () => {
      await pass(0);
      const { league } = sure(await leagues.get(id));
      const { outcome } = sure(await host.games.get(next.game.state.id)).state;
      return {
        status: league.status,
        outcome,
        match: league.current[0]?.result,
        game: league.current[0]?.games[0]?.result,
      };
    },
  };
}

describe("a game of a league is lost", () => {
  test("a league's game is lost by a move that does not come in time, whoever else is quick", async () => {
    await using at = await openMatch({ move_seconds: 60 });
    await pass(50_000);
    await at.play("white", "e4");
    await pass(59_000);
    expect((await at.result()).outcome).toBeNull();
    await pass(1_000);
    expect(await at.result()).toMatchObject({
      status: "complete",
      outcome: { winner: "white", reason: "time" },
      match: { winner: "a", termination: "time", played: true },
      game: { moves: [1, 0], ms: [50_000, 0] },
    });
  });

  test("a move has its whole time again after the league has waited for a player's provider", async () => {
    await using at = await openMatch({ move_seconds: 60 });
    await pass(50_000);
    const isAtOnce = async () => sure(await at.mayAsk(at.id, new AbortController().signal)).atOnce;
    expect(await isAtOnce()).toBe(true);
    sure(await at.wait(at.id, 1, "HTTP status 503", 30_000));
    await pass(30_000 + 59_000);
    expect((await at.result()).outcome).toBeNull();
    // Its driver was told the time that it had before.
    expect(await isAtOnce()).toBe(false);
    await pass(1_000);
    expect((await at.result()).outcome).toMatchObject({
      winner: "black",
      reason: expect.stringMatching(/time|stalled/),
    });
  });

  test("a league's game is lost by too many refused moves, and they are counted", async () => {
    await using at = await openMatch({ max_illegal: 2 });
    await at.play("white", "e5");
    await at.play("white", "e4");
    await at.play("black", "e4");
    expect((await at.result()).outcome).toBeNull();
    await at.play("black", "Ke2");
    expect(await at.result()).toMatchObject({
      outcome: { winner: "white", reason: "illegal-moves" },
      match: { winner: "a", termination: "illegal-moves" },
      game: { illegal: [1, 2] },
    });
  });

  test("a league's game is lost by twenty refused moves, where the league says nothing else", async () => {
    await using at = await openMatch({});
    for (let refused = 1; refused < 20; refused += 1) await at.play("white", "e5");
    expect((await at.result()).outcome).toBeNull();
    await at.play("white", "e5");
    expect((await at.result()).outcome).toEqual({ winner: "black", reason: "illegal-moves" });
  });

  test("a league's game is lost by too many refused moves also where they are more in a row than the log keeps", async () => {
    await using at = await openMatch({ max_illegal: 12 });
    for (let refused = 1; refused < 12; refused += 1) await at.play("white", "e5");
    expect((await at.result()).outcome).toBeNull();
    await at.play("white", "e5");
    expect(await at.result()).toMatchObject({
      outcome: { winner: "black", reason: "illegal-moves" },
      match: { winner: "b", termination: "illegal-moves" },
      game: { illegal: [12, 0] },
    });
    expect((await at.events()).filter(({ type }) => type === "moveRefused")).toHaveLength(12);
  });

  test.each([2, 12])(
    "a league's game is lost at the move that is refused as number %i, whatever is called right behind it",
    async (most) => {
      await using at = await openMatch({ max_illegal: most });
      for (let refused = 2; refused < most; refused += 1) await at.play("white", "e5");
      const answers = await Promise.all([at.play("white", "e5"), at.play("white", "e6"), at.play("white", "e4")]);
      expect(answers).toMatchObject([
        { ok: false, code: "ILLEGAL_MOVE" },
        {
          ok: false,
          code: "GAME_OVER",
          message: expect.stringMatching(/^Invalid move: .*[^.]\. Game is over: .*illegal moves/i),
        },
        { ok: false, code: "GAME_OVER" },
      ]);
      expect(await at.result()).toMatchObject({
        outcome: { winner: "black", reason: "illegal-moves" },
        match: { winner: "b", termination: "illegal-moves" },
        game: { illegal: [most, 0], moves: [0, 0] },
      });
    },
  );
});

test("a game that grows too long is a draw", async () => {
  await using at = await openMatch({ longest_game: 1 });
  await at.play("white", "e4");
  await at.play("black", "e5");
  expect(await at.result()).toMatchObject({
    outcome: { winner: null, reason: "move-limit" },
    match: { winner: null, termination: "cut-short" },
  });
  const { state, moves } = sure(await at.games.get(at.game));
  expect(countsFor(state, () => moves)).toEqual({ unrated: "cut_short" });
});

test("a game that grows too long is over with its last move, and nobody is told to move in it", async () => {
  await using at = await openMatch({ longest_game: 1 });
  await at.play("white", "e4");
  const waiting = at.games.waitForTurn(at.game, "white", 60_000, new AbortController().signal);
  const last = await at.play("black", "e5");
  expect(sure(last).game.state.outcome).toEqual({ winner: null, reason: "move-limit" });
  expect(sure(await waiting).game.state.outcome).toEqual({ winner: null, reason: "move-limit" });
});

describe("a move that does not come in time", () => {
  test("a move that does not come in time is told apart where whoever was to make it has gone away", async () => {
    await using at = await openMatch(
      { move_seconds: 60 },
      { connections: { isOpen: (connection) => connection !== "agent 2", lookUp: async () => {} } },
    );
    await at.play("white", "e4");
    await pass(60_000);
    expect(await at.result()).toMatchObject({
      outcome: { winner: "white", reason: "disconnected" },
      match: { winner: "a", termination: "disconnected" },
    });
  });

  test("a move that does not come in time is made by lot where the league says so, and counts as an error, until too many were in a row", async () => {
    await using at = await openMatch({ move_seconds: 60, missed_move: "random", misses: 2 });
    await pass(60_000);
    // White missed its first move, and black makes its own.
    expect((await at.events()).at(-1)).toMatchObject({
      type: "movePlayed",
      seat: "white",
      ms: 60_000,
      effort: { unusable: 1, fallback: "no move came in time" },
    });
    await at.play("black", "h5");
    await at.playAny("white");
    await pass(60_000);
    for (let move = 0; move < 2; move += 1) {
      expect((await at.result()).outcome).toBeNull();
      await at.playAny("white");
      await pass(60_000);
    }
    expect(await at.result()).toMatchObject({
      outcome: { winner: "white", reason: "stalled" },
      match: { winner: "a", termination: "stalled" },
      game: {
        figures: [
          { unusable: 1, fallbacks: 1 },
          { unusable: 3, fallbacks: 2, causes: { late: 3 } },
        ],
        illegal: [0, 0],
      },
    });
  });

  test("a game in which neither of two who choose at once moves in time is a standstill", async () => {
    await using at = await openMatch({ game: "odd-even", move_seconds: 60 });
    await pass(60_000);
    expect(await at.result()).toMatchObject({
      outcome: { winner: null, reason: "stalled" },
      match: { winner: null, termination: "stalled" },
    });
  });

  test("a move that does not come in time is a matter of the clock where there is one", async () => {
    await using at = await openMatch({ clock: { initial_seconds: 10, increment_seconds: 1 } });
    await at.play("white", "e4");
    await pass(10_000);
    expect(await at.result()).toMatchObject({
      outcome: { winner: "white", reason: "time" },
      match: { winner: "a", termination: "time" },
    });
  });
});

describe("a game that its score decides", () => {
  const moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
  /** Plays on while the game does; gives how many moves were made. */
  const playOn = async (at: Awaited<ReturnType<typeof openMatch>>) => {
    for (const [index, move] of moves.entries()) {
      await at.play(index % 2 === 0 ? "white" : "black", move);
      if ((await at.result()).outcome) return index + 1;
    }
    return moves.length;
  };
  const scores = (...told: readonly number[]) => ({
    scorer: async (_: unknown, ply: number) => accept(told[ply] ?? 0),
  });

  test("a game that its score decides is lost for who stays far behind after the moves of both", async () => {
    const adjudication = { resign: { score: 500, moves: 2 } };
    // At first only the positions after black's moves say so, and then all of four.
    await using at = await openMatch({ adjudication }, scores(0, 0, -900, -400, -900, -500, -700, -600));
    expect(await playOn(at)).toBe(7);
    expect(await at.result()).toMatchObject({
      outcome: { winner: "black", reason: "adjudicated" },
      match: { winner: "b", termination: "adjudicated" },
      game: { moves: [4, 3] },
    });
  });

  test("a game that its score decides is lost as soon as that is known, however much longer a draw takes", async () => {
    const adjudication = { resign: { score: 500, moves: 1 }, draw: { score: 20, moves: 4, after_move: 0 } };
    await using at = await openMatch({ adjudication }, scores(0, 0, -900, -900));
    expect(await playOn(at)).toBe(3);
    expect(await at.result()).toMatchObject({ outcome: { winner: "black", reason: "adjudicated" } });
  });

  test("a game that its score decides is drawn where nothing happens for long enough after a move", async () => {
    const adjudication = { draw: { score: 20, moves: 1, after_move: 3 } };
    await using at = await openMatch({ adjudication }, scores(0, 10, 10, 10, 10, 30, -20, 20));
    expect(await playOn(at)).toBe(7);
    expect(await at.result()).toMatchObject({ outcome: { winner: null, reason: "adjudicated" } });
  });

  test("a game that its score decides goes on where the league has not been asked to end it, or nobody can tell the score", async () => {
    await using undisturbed = await openMatch({}, scores(0, 900, 900, 900, 900, 900, 900, 900));
    expect(await playOn(undisturbed)).toBe(moves.length);
    await using at = await openMatch({ adjudication: { resign: { score: 1, moves: 1 } } });
    expect(await playOn(at)).toBe(moves.length);
  });
});

describe("games from openings", () => {
  const suite = (...names: readonly string[]) =>
    names.map((name, index) => `4k3/8/8/8/8/8/${"P".repeat(index + 1)}${7 - index}/4K3 w - - id "${name}";`).join("\n");

  test("games from openings start there, both of a pair with the sides reversed, and say so in their record", async () => {
    await using at = await openMatch({ openings: { text: suite("One", "Two") }, longest_game: 1 });
    const seen = [];
    for (let game = 1; game <= 2; game += 1) {
      const { state } = sure(await at.games.get(`L${at.id}m1g${game}`));
      seen.push([state.seats[0].name, state.options["fen"], state.league?.opening]);
      await at.games.play(state.id, "white", { text: "Kd1" });
      await at.games.play(state.id, "black", { text: "Kd8" });
      await pass(0);
      expect(gamePgn(sure(await at.games.get(state.id)))).toMatch(
        /\[Termination "adjudication"\]\n\[TimeControl[\s\S]*\n1\. Kd1 Kd8 1\/2-1\/2/,
      );
    }
    const fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    expect(seen).toEqual([
      ["Ada", fen, "One"],
      ["Boole", fen, "One"],
    ]);
    expect(sure(await at.leagues.get(at.id)).league).toMatchObject({
      status: "complete",
      settings: { openings: { suite: "given", order: "sequential", policy: "pair" }, games_per_match: 2 },
      openings: [{ name: "One" }, { name: "Two" }],
      current: [{ games: [{ opening: 1 }, { opening: 1 }] }],
    });
  });

  test("games from openings change with each pair of games or with each round, in the suite's order or in one that is drawn", async () => {
    const played = async (request: Readonly<Record<string, unknown>>) => {
      const store = openSqliteStore(":memory:");
      await using host = await openLeagueHost(store, Date.now);
      const made = sure(
        await host.leagues.create(
          planOf({
            game: "chess",
            players: 4,
            strategy: "random",
            longest_game: 1,
            concurrency: 1,
            games_per_match: 4,
            ...request,
          }),
        ),
      );
      sure(await host.leagues.act(made.league.id, { type: "start" }));
      for (;;) {
        const { league } = sure(await host.leagues.get(made.league.id));
        if (league.status === "complete")
          return matchesOf(league).map(({ games }) =>
            games.map(({ opening }) => league.openings[(opening ?? 0) - 1]?.name),
          );
        await pass(1);
      }
    };
    const text = suite("A", "B", "C", "D", "E");
    expect(await played({ openings: { text } })).toEqual([
      ["A", "A", "B", "B"],
      ["C", "C", "D", "D"],
      ["E", "E", "A", "A"],
      ["B", "B", "C", "C"],
      ["D", "D", "E", "E"],
      ["A", "A", "B", "B"],
    ]);
    expect(await played({ openings: { text, policy: "round" } })).toEqual([
      ["A", "A", "B", "B"],
      ["A", "A", "B", "B"],
      ["C", "C", "D", "D"],
      ["C", "C", "D", "D"],
      ["E", "E", "A", "A"],
      ["E", "E", "A", "A"],
    ]);
    const drawn = await Promise.all(
      [7, 7, 8].map((seed) => planOf({ game: "chess", seed, openings: { text, order: "random" } }).openings),
    );
    const names = drawn.map((openings) => openings.map(({ name }) => name).join(""));
    expect(names[1]).toBe(names[0]);
    expect(new Set([...names, "ABCDE"]).size).toBe(3);
  });
});

test("in a league's game no evaluation is shown and no move taken back, so that it is rated", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  const refused = { ok: false, code: "INVALID_ARGUMENT", message: expect.stringContaining("a game of league") };
  expect(await at.games.switchAnalysis(at.game, true)).toMatchObject(refused);
  expect(await at.games.takeback(at.game, "white", "offer")).toMatchObject(refused);
  await at.play("black", "e5");
  sure(await at.games.resign(at.game, "black"));
  expect(await at.result()).toMatchObject({ status: "complete", match: { winner: "a", played: true } });
  expect(await at.played()).toEqual(["Ada", "Boole"]);
  // Once it is over, the evaluation can be shown.
  expect(await at.games.switchAnalysis(at.game, true)).toMatchObject({ ok: true });
});

test("a league that is cancelled breaks its games off, and they count for nobody", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  sure(await at.leagues.act(at.id, { type: "cancel" }));
  expect(await at.result()).toMatchObject({ status: "cancelled", outcome: { reason: "unfinished" }, match: null });
  expect(detailOf(sure(await at.games.get(at.game)), null, 0).unrated).toBe("unfinished");
  expect((await at.ratings.list("chess")).players.filter(({ level }) => level === null)).toEqual([]);
});

test("an entrant that leaves in the middle of a game loses it", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  await at.play("black", "e5");
  sure(await at.leagues.act(at.id, { type: "leave", entrant: 1 }));
  expect(await at.result()).toMatchObject({
    status: "complete",
    outcome: { winner: "black", reason: "forfeit" },
    match: { winner: "b", termination: "forfeit", played: true },
    game: { winner: "b", reason: "forfeit", moves: [1, 1], figures: [{ times: [0] }, { times: [0] }] },
  });
  expect((await at.played()).toSorted()).toEqual(["Ada", "Boole"]);
});

test("an entrant that leaves before both have moved loses a match that was not played", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  sure(await at.leagues.act(at.id, { type: "leave", entrant: 2 }));
  expect(await at.result()).toMatchObject({
    match: { winner: "a", termination: "forfeit", played: false },
    game: { winner: "a", moves: [1, 0] },
  });
  expect(await at.played()).toEqual([]);
});

test("a game that both have left is lost by both, with the moves that they made", async () => {
  await using at = await openMatch({});
  await at.play("white", "e4");
  await at.play("black", "e5");
  sure(await at.leagues.act(at.id, { type: "pause" }));
  for (const entrant of [1, 2]) sure(await at.leagues.act(at.id, { type: "leave", entrant }));
  sure(await at.leagues.act(at.id, { type: "resume" }));
  expect(await at.result()).toMatchObject({
    outcome: { winner: null, reason: "unfinished" },
    match: { winner: null, termination: "forfeit", played: true, score: [0, 0], bothGone: true },
    game: { winner: null, termination: "forfeit", moves: [1, 1] },
  });
});

test("an invitation that nobody takes lapses by itself", async () => {
  const store = openSqliteStore(":memory:");
  await using host = await openLeagueHost(store, Date.now);
  const id = sure(await host.leagues.create(planOf({ invite_seconds: 30 }))).league.id;
  for (const name of ["Ada", "Boole"]) sure(await host.lobby.join(id, name, undefined));
  sure(await host.leagues.act(id, { type: "start" }));
  await pass(29_000);
  expect(sure(await host.leagues.get(id)).league.status).toBe("running");
  await pass(1_000);
  expect(sure(await host.leagues.get(id)).league).toMatchObject({
    status: "complete",
    current: [{ result: { winner: null, termination: "forfeit" } }],
  });
});

const withPerson = { entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }], options: { rounds: 1 } };

test("a person is called to the matches of all leagues that go on, of the oldest as well", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"), Date.now);
  const ids: string[] = [];
  for (let many = 0; many < 120; many += 1) {
    const { id } = sure(await host.leagues.create(planOf(withPerson))).league;
    sure(await host.leagues.act(id, { type: "start" }));
    ids.push(id);
  }
  const { invitations } = await host.invitations.list();
  expect(invitations.map(({ league_id }) => league_id).toSorted()).toEqual(ids.toSorted());
});

test("a person who comes while the last game is still to be counted is not led back to it", async () => {
  const store = openSqliteStore(":memory:");
  let isDirected = true;
  await using host = await openLeagueHost({ ...store, duties: { ...store.duties, holds: () => isDirected } }, Date.now);
  const { id } = sure(await host.leagues.create(planOf({ ...withPerson, games_per_match: 2 }))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const { game_id } = sure(await host.invitations.take(id, 1));
  const { state } = sure(await host.games.get(game_id ?? ""));
  const own = state.seats.find(({ kind }) => kind === "human")?.seat ?? "";
  // The host that directs dies, and the game ends before another one does.
  isDirected = false;
  sure(await host.games.resign(state.id, own));
  await pass(0);
  expect(sure(await host.invitations.take(id, 1))).toEqual({ game_id: null });
});

test("a person who misses the only match of a league is told so once that is over", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"), Date.now);
  const { id } = sure(await host.leagues.create(planOf({ ...withPerson, invite_seconds: 60, misses: 3 }))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  await pass(60_000);
  expect(sure(await host.leagues.get(id)).league.status).toBe("complete");
  expect((await host.invitations.list()).missed).toMatchObject([{ league_id: id, round: 1, misses: 1, over: true }]);
});

test("a person who does not come to a match forfeits it and is suspended, comes back by coming to the next, and is out after too many", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"), Date.now);
  const entrants = [
    { kind: "human", name: "Me" },
    { kind: "strategy", strategy: "random" },
  ];
  const rules = { options: { rounds: 1 }, rounds: 5, invite_seconds: 60, misses: 2 };
  const id = sure(await host.leagues.create(planOf({ entrants, ...rules }))).league.id;
  sure(await host.leagues.act(id, { type: "start" }));
  const league = async () => sure(await host.leagues.get(id)).league;
  const until = new Date(Date.now() + 60_000).toISOString();
  const called = { league_id: id, entrant: 1, name: "Me", opponent: "random" };
  expect(await host.invitations.list()).toMatchObject({ invitations: [{ ...called, round: 1, until }], missed: [] });
  await pass(60_000);
  const missed = { result: { winner: "b", termination: "forfeit", played: false }, games: [] };
  expect(matchesOf(await league())).toMatchObject([missed, {}]);
  expect(await league()).toMatchObject({
    round: 2,
    entrants: [{ status: "suspended", misses: 1 }, {}],
  });

  expect(await host.invitations.list()).toMatchObject({
    invitations: [{ ...called, round: 2 }],
    missed: [{ ...called, round: 1, misses: 1, misses_most: 2 }],
  });
  const { game_id } = sure(await host.invitations.take(id, 1));
  expect((await league()).entrants[0]).toMatchObject({ status: "active", misses: 0 });
  expect(await host.invitations.list()).toEqual({ invitations: [], missed: [] });
  const { state } = sure(await host.games.get(game_id ?? ""));
  const own = state.seats.find(({ kind }) => kind === "human")?.seat ?? "";
  sure(await host.games.play(state.id, own, { text: "1" }));
  await pass(0);
  expect(matchesOf(await league())).toMatchObject([missed, { result: { termination: "normal", played: true } }, {}]);
  expect(await league()).toMatchObject({
    round: 3,
  });

  await pass(120_000);
  const over = await league();
  expect(over).toMatchObject({ status: "complete", entrants: [{ status: "out" }, {}], champion: 2 });
  // It is told for a day that the last match was missed, though nobody is called any more.
  expect(await host.invitations.list()).toMatchObject({
    invitations: [],
    missed: [{ ...called, round: 4, misses: 2, over: true }],
  });
  await pass(86_400_000);
  expect(await host.invitations.list()).toEqual({ invitations: [], missed: [] });
  expect(invitationsIn(over)).toMatchObject({ invitations: [], missed: [{ ...called, round: 4, misses: 2 }] });
  const [first, last] = leagueReport({ league: over, version: 1 }, nothingKnown).standings;
  expect([first, last]).toMatchObject([
    { name: "random", forfeits: 0 },
    { name: "Me", forfeits: 4, terminations: { normal: 1 }, status: "out" },
  ]);
});
