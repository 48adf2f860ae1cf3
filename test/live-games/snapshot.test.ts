import { describe, expect, test } from "vitest";
import { definitionOf, definitions } from "../../src/games/register.ts";
import { columnsOf, readGameState, snapshotOf } from "../../src/main/games/game-aggregate.ts";
import type { GameState } from "../../src/main/games/machine/game-state.ts";
import { resign } from "../../src/main/games/machine/play.ts";
import type { StoredGame } from "../../src/main/store/store.ts";
import { openState, played, start, stateOf } from "./machine/support.ts";
import { agent, computer, human, sure } from "./support.ts";

/**
 * A snapshot that comes back from the store is the stored one, or is refused: never something that the game does not
 * know.
 */

const stored = (state: GameState, change: Record<string, unknown> = {}): StoredGame => ({
  id: state.id,
  version: 7,
  columns: columnsOf(state, () => []),
  snapshot: JSON.parse(JSON.stringify({ ...snapshotOf(state), data: { ...state, ...change } })),
});
const clock = { initialMs: 60_000, incrementMs: 5_000 };
const over = sure(resign(stateOf({ clock }), "white", start + 5)).state;

describe("reads back as it was", () => {
  test.each([
    ["a new game", stateOf()],
    ["an open game with a clock", openState({ clock })],
    ["a game that goes on", played(stateOf({ clock }), ["e4", "e5", "Nf3"], start + 1_234)],
    ["a finished game", over],
    ["two computers", stateOf({ players: [computer(1), computer(10)] })],
    ["a game that was played elsewhere", { ...over, imported: { Event: "Club", Round: "3" } }],
    ["a secret choice", played(stateOf({ kind: "odd-even", players: [human(), agent("Two")] }), ["3"])],
    ["a game with options of its own", stateOf({ kind: "odd-even", options: { rounds: 9 } })],
  ])("%s is read back from its snapshot as it was", (_, state) => {
    expect(readGameState(stored(state))).toEqual({ ok: true, value: state });
  });
});

test.each([
  ["rights that cannot be", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"],
  ["white space", "  4k3/8/8/8/8/8/8/3QK3  b - - 0 1", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"],
  ["no counters", "4k3/8/8/8/8/8/8/3QK3 b - -", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"],
])("a game that began by a FEN with %s is read with the position that it began at", (_, fen, normal) => {
  const state = sure(readGameState(stored(stateOf({ options: { fen } }), { options: { fen } })));
  const { engine } = definitionOf("chess");
  expect(engine?.startFen(state.options)).toBe(normal);
  const scores = [0, 500].map((value) => ({ kind: "cp" as const, value }));
  expect(engine?.report(state.options, scores, [true]).moves[0]?.seat).toBe(normal.includes(" b ") ? "black" : "white");
});

describe("is refused, with the number of the game,", () => {
  const state = stateOf({ clock });
  const [white, black] = state.seats;
  test.each([
    ["a game that is not there", { kind: "ludo" }, "there is no game ludo"],
    ["a position of another game", { position: stateOf({ kind: "tic-tac-toe" }).position }, "fen"],
    ["no position", { position: undefined }, "cannot be read"],
    [
      "a position that cannot be",
      { position: { ...Object(state.position), fen: "8/8/8/8/8/8/8/K7 w - - 0 1" } },
      "fen",
    ],
    [
      "seats of another game",
      {
        seats: [
          { ...white, seat: "X" },
          { ...black, seat: "O" },
        ],
      },
      "seats",
    ],
    ["seats that are swapped", { seats: [black, white] }, "seats"],
    ["one seat", { seats: [white] }, "seats"],
    [
      "an end that the game does not know",
      { outcome: { winner: "white", reason: "three-in-a-row" } },
      "three-in-a-row",
    ],
    ["an end by what every object has", { outcome: { winner: "white", reason: "constructor" } }, "constructor"],
    ["options of another game", { options: { rounds: 3 } }, "cannot be read"],
    ["a clock without times", { clock: { initialMs: 1 } }, "clock"],
    ["a player of no kind", { seats: [{ ...white, kind: "ghost" }, black] }, "seats.0.kind"],
    ["a ply that is none", { ply: "3" }, "ply"],
  ])("a snapshot with %s is refused with the number of the game", (_, change, said) => {
    expect(readGameState(stored(state, change))).toMatchObject({
      ok: false,
      code: "STORAGE_FAILED",
      message: expect.stringMatching(new RegExp(`^Game 1234 cannot be read: .*${said}|${said}`)),
    });
  });

  test.each([
    ["a winner that sits in no seat", { outcome: { winner: "X", reason: "resignation" }, endedAt: start }],
    ["an absent seat that there is none of", { absent: "X" }],
    ["an offer by a seat that there is none of", { drawOffer: "X" }],
    ["a request by a seat that there is none of", { takebackOffer: "X" }],
  ])("a snapshot with %s is refused, since the seat is not there", (_, change) => {
    expect(readGameState(stored(state, change))).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
  });

  test.each([[null], ["text"], [7], [[]], [[1]]])("a snapshot whose record is %j is refused", (data) => {
    expect(readGameState({ ...stored(state), snapshot: { form: 4, data } })).toMatchObject({ code: "STORAGE_FAILED" });
  });

  test.each([0, -1, 5, 99])("a snapshot of form %i, which nothing knows, is refused", (form) => {
    expect(readGameState({ ...stored(state), snapshot: { ...stored(state).snapshot, form } })).toMatchObject({
      code: "STORAGE_FAILED",
    });
  });
});

test.each(definitions.map(({ kind, seats }) => [kind, seats] as const))(
  "the columns by which a game of %s is asked for say what it is",
  (kind, [first]) => {
    const state = stateOf({ kind, players: [human("Ann"), agent(null)] });
    expect(columnsOf(state, () => [])).toEqual({
      kind,
      status: "open",
      created_at: start,
      started_at: null,
      finished_at: null,
      winner: null,
      reason: null,
      result: null,
      own_result: null,
      elo: null,
      person: 1,
      plies: state.ply,
      opening: null,
      first_kind: "human",
      first_name: "Ann",
      second_kind: "agent",
      second_name: null,
      league_id: null,
      first_rated: null,
      second_rated: null,
      course: null,
      deleted_at: null,
      review: null,
    });
    const { state: ended } = sure(resign(stateOf({ kind }), first, start + 10));
    expect(columnsOf(ended, () => [])).toMatchObject({
      status: "finished",
      started_at: start,
      finished_at: start + 10,
      winner: ended.seats[1].seat,
      reason: "resignation",
      result: "second",
      // Nobody is the only person there.
      own_result: null,
    });
    const own = sure(resign(stateOf({ kind, players: [human("Ann"), agent("Bo")] }), first, start)).state;
    expect(columnsOf(own, () => [])).toMatchObject({ result: "second", own_result: "lost", elo: null });
  },
);

const league = { id: "7", match: 1, entrants: [1, 2] } as const;

/** The entrants whose ratings a game counts for, by its columns. */
function ratedIn(state: GameState) {
  const { first_rated, second_rated } = columnsOf(state, () => []);
  return [first_rated, second_rated];
}

test("a game counts for both its entrants, unless its players could have it analysed as they played", () => {
  const entrant = (name: string) => ({ ...agent(name), settings: { entrant: `agent ${name}` } });
  const players = [entrant("Ann"), entrant("Bo")] as const;
  expect(ratedIn(stateOf({ players, league }))).toEqual(["agent Ann", "agent Bo"]);
  expect(ratedIn(stateOf({ players: [players[0], human("Cy")], league }))).toEqual([null, null]);
  expect(ratedIn(stateOf({ players, league, playersMayAnalyse: true }))).toEqual([null, null]);
  // A rematch of a league's game, as an earlier version created it.
  expect(ratedIn(stateOf({ players }))).toEqual([null, null]);
});

test("a game that one left before both had made a move counts for nobody, and any other that ended does", () => {
  const entrant = (name: string) => ({ ...agent(name), settings: { entrant: `agent ${name}` } });
  const over = (ply: number, reason: string) => {
    const state = stateOf({ players: [entrant("Ann"), entrant("Bo")], league });
    return ratedIn({ ...state, ply, outcome: { winner: "white", reason } });
  };
  const neither = [null, null];
  expect([over(0, "forfeit"), over(1, "forfeit")]).toEqual([neither, neither]);
  const both = ["agent Ann", "agent Bo"];
  expect([over(2, "forfeit"), over(0, "time"), over(1, "illegal-moves")]).toEqual([both, both, both]);
  expect([over(1, "stalled"), over(2, "stalled")]).toEqual([neither, both]);
});
