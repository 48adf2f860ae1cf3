import { expect, test } from "vitest";
import { snapshotOf } from "../../src/main/league/snapshot.ts";
import { sure } from "../live-games/support.ts";
import { readLeague } from "./at-once.ts";
import { leagueOf } from "./in-hand.ts";
import { planOf, secret } from "./support.ts";

/** Requests for leagues, and the settings that form 2 stored for them. */
const leagues = [
  [
    {
      game: "chess",
      format: "knockout",
      clock: { initial_seconds: 60, increment_seconds: 0.5 },
      decider: { last: "armageddon", extra_pairs: 2 },
      referees: true,
      move_seconds: 90,
      max_cost: 5,
      adjudication: { draw: { score: 10, moves: 4, after_move: 30 } },
      openings: {},
      max_illegal: 3,
      best_of: true,
    },
    {
      game: "chess",
      options: {},
      format: "knockout",
      gamesPerMatch: 2,
      bestOf: true,
      rounds: null,
      points: { win: 1, draw: 0.5, loss: 0 },
      tieBreaks: ["DE", "SB", "BH", "WIN"],
      apart: [],
      byes: [],
      lateEntries: { rounds: 0, worth: "none" },
      decider: { games: 4, inPairs: true, last: "armageddon", timeOdds: 0.8, first: null },
      clock: { initialMs: 60000, incrementMs: 500 },
      moveMs: 90000,
      concurrency: 4,
      legalMoves: "shown",
      maxIllegal: 3,
      longestGame: null,
      adjudication: { resign: null, draw: { score: 10, moves: 4, after: 30 } },
      missedMove: "forfeit",
      mostByLot: 0.1,
      onFailure: "random",
      budget: { cost: 5, tokens: null },
      openings: { suite: "built-in", order: "sequential", policy: "pair" },
      inviteMs: 120000,
      misses: 3,
      mostEntrants: 512,
      referees: true,
      sprt: null,
      measure: null,
      seed: 7,
    },
  ],
  [
    {
      game: "odd-even",
      format: "swiss",
      late_entries: { rounds: 2, worth: "half" },
      forbidden_pairs: [{ names: ["A", "B"], from_round: 2 }],
      byes: [{ name: "C", round: 1 }],
      rounds: 4,
      tie_breaks: ["BH"],
      max_entrants: 12,
    },
    {
      game: "odd-even",
      options: { rounds: 5 },
      format: "swiss",
      gamesPerMatch: 1,
      bestOf: false,
      rounds: 4,
      points: { win: 3, draw: 1, loss: 0 },
      tieBreaks: ["BH"],
      apart: [{ names: ["A", "B"], from: 2, to: null }],
      byes: [{ name: "C", round: 1, worth: "half" }],
      lateEntries: { rounds: 2, worth: "half" },
      decider: { games: 4, inPairs: false, last: "lot", timeOdds: 0.8, first: null },
      clock: null,
      moveMs: 300000,
      concurrency: 4,
      legalMoves: "shown",
      maxIllegal: null,
      longestGame: null,
      adjudication: { resign: null, draw: null },
      missedMove: "forfeit",
      mostByLot: 0.1,
      onFailure: "random",
      budget: { cost: null, tokens: null },
      openings: null,
      inviteMs: 120000,
      misses: 3,
      mostEntrants: 12,
      referees: false,
      sprt: null,
      measure: null,
      seed: 7,
    },
  ],
] as const;

test.each(leagues)("a league that was stored in form 2 has the settings of one of today: %j", (request, stored) => {
  const { settings } = planOf(request);
  const today = snapshotOf(leagueOf({}, "Ada", "Boole").league);
  const head = JSON.parse(JSON.stringify(today.data));
  const read = (form: number, own: object) =>
    readLeague({
      id: "9",
      version: 1,
      columns: { name: "", kind: "", status: "open", created_at: 0, finished_at: null },
      snapshot: { form, data: { ...head, settings: own } },
      parts: [],
    });
  expect(sure(read(2, { ...stored, secret })).settings).toEqual(settings);
  expect(sure(read(today.form, settings)).settings).toEqual(settings);
  // Damaged settings are refused.
  expect(read(2, { ...stored, secret, misses: "x" })).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
  expect(read(2, { ...stored, secret, budget: 5 })).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
});
