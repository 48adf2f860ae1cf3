import { describe, expect, test } from "vitest";
import { type MatchResult, scoreOf } from "../../src/main/league/standings/record.ts";
import {
  averageRating,
  buchholz,
  buchholzCut1,
  koya,
  sonnebornBerger,
  wins,
} from "../../src/main/league/standings/standings.ts";
import { roundRobin } from "../../src/shared/formats/round-robin.ts";
import { swiss as swissFormat } from "../../src/shared/formats/swiss.ts";
import type { TieBreak } from "../../src/shared/tie-breaks.ts";
import { crosstable, partsOf, standingsOf } from "./at-once.ts";

const chess = { win: 1, draw: 0.5, loss: 0 };
const swiss = { points: chess, predetermined: false, byeWins: true };
const league = { points: chess, predetermined: true, byeWins: false };

/** `2-7 1` in words: 2 against 7, won by the first; `0`, `=`, `+` and `-` for wins by forfeit, `12 bye`, `4 half`. */
function results(...rounds: readonly string[]): readonly MatchResult[] {
  return rounds.flatMap((line, index) =>
    line.split(", ").map((each): MatchResult => {
      const [, a, b, result] = /^(\d+)(?:-(\d+))? (\S+)$/.exec(each) ?? [];
      const round = index + 1;
      const sitsOut = { round, a: Number(a), b: null, winner: null, played: false };
      if (b === undefined) return result === "half" ? { ...sitsOut, bye: "draw" } : sitsOut;
      const winner = result === "=" ? null : result === "1" || result === "+" ? "a" : "b";
      return { round, a: Number(a), b: Number(b), winner, played: result !== "+" && result !== "-" };
    }),
  );
}

describe("tie-breaks", () => {
  // M. Held, “Exercises in Tie-Breaking” (FIDE Arbiters' Commission), with the values that article 16.4 gives since 2026.
  test("tie-breaks are those of FIDE's exercises (Swiss of 16, five rounds, with byes of either kind, forfeits and some who left)", () => {
    const parts = partsOf(
      16,
      5,
      results(
        "10-2 0, 1-9 1, 3-11 =, 12-4 0, 16-8 =, 14-6 1, 5-13 0, 7-15 1",
        "2-7 1, 13-1 =, 6-3 0, 11-16 0, 15-5 1, 8-14 1, 9-10 0, 12 bye, 4 half",
        "1-2 =, 3-8 1, 4-13 1, 16-7 1, 5-11 1, 12-14 +, 10-15 0, 6 bye, 9 half",
        "2-16 1, 15-1 0, 4-3 =, 6-10 1, 7-5 =, 8-13 1, 11-9 +",
        "3-2 =, 1-4 =, 16-15 1, 8-6 0, 5-10 1, 11-7 1, 13-14 0, 9 bye",
      ),
      swiss,
    );
    const everyone = Array.from({ length: 16 }, (_, index) => index + 1);
    const own = (number: number) => parts.get(number) ?? [];
    expect(everyone.map((number) => scoreOf(own(number)))).toEqual([
      3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5,
    ]);
    // Exercises 1 to 4: Bruno; Alyx and Charline; Helene, Irina and Maria; David and Stephan.
    expect([2, 1, 3, 5, 8, 11, 4, 16].map((number) => buchholz(parts, number, swiss))).toEqual([
      13, 12.5, 15.5, 8.5, 13.5, 12.5, 14, 12.5,
    ]);
    // Exercise 12, and 27.
    expect(everyone.map((number) => sonnebornBerger(parts, number, swiss))).toEqual([
      8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25,
    ]);
    expect(everyone.map((number) => wins(own(number), chess))).toEqual([
      2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3,
    ]);
    // These as TieBreakServer (O. Milvang), which FIDE endorses, has them for the same tournament.
    expect(everyone.map((number) => buchholzCut1(parts, number, swiss))).toEqual([
      11, 12, 13, 11.5, 7.5, 10.5, 12.5, 12, 7.5, 11.5, 11, 9.5, 12, 9, 11, 11,
    ]);
    expect(everyone.map((number) => koya(parts, number, swiss))).toEqual([
      1, 2, 3.5, 1, 1, 1, 0.5, 0.5, 0, 0, 0.5, 0, 1.5, 1, 1, 1.5,
    ]);
    const ratings = everyone.map((number) => 1400 + 37 * ((number * 7) % 16));
    expect(everyone.map((number) => averageRating(parts, number, ratings))).toEqual([
      1851, 1541, 1822, 1650, 1696, 1594, 1689, 1607, 1641, 1777, 1483, 1844, 1637, 1758, 1526, 1733,
    ]);
    // An opponent without a rating is left out; where nobody has one there is no mean.
    expect(averageRating(parts, 1, [null, 1500])).toBe(1500);
    expect(averageRating(parts, 1, [])).toBe(0);
  });

  test("tie-breaks are those of the exercise with a round robin of six and a forfeit", () => {
    const parts = partsOf(
      6,
      5,
      results(
        "1-5 =, 2-6 1, 3-4 1",
        "1-2 1, 6-3 0, 5-4 1",
        "3-1 0, 2-5 1, 4-6 =",
        "1-4 0, 2-3 =, 5-6 -",
        "6-1 0, 4-2 0, 3-5 1",
      ),
      league,
    );
    // Exercise 14.
    expect([1, 2, 3, 4, 5, 6].map((number) => sonnebornBerger(parts, number, league))).toEqual([
      9.25, 6.25, 6.25, 4.25, 3.25, 2.25,
    ]);
    // As TieBreakServer has them.
    expect([1, 2, 3, 4, 5, 6].map((number) => koya(parts, number, league))).toEqual([2, 0.5, 0.5, 1, 0.5, 0]);
    expect([1, 2, 3, 4, 5, 6].map((number) => buchholzCut1(parts, number, league))).toEqual([10, 10, 10, 12, 12, 12]);
  });

  test("tie-breaks count unplayed rounds as article 16 has it since 2026", () => {
    // Four entrants, three rounds: a forfeit against the third, a bye for the second, and the third is gone.
    const parts = partsOf(4, 3, results("1-2 1, 3-4 =", "1-3 +, 2-4 1", "1-4 1, 2 bye"), swiss);
    expect([1, 2, 3, 4].map((number) => scoreOf(parts.get(number) ?? []))).toEqual([3, 2, 0.5, 0.5]);
    expect([1, 2, 3, 4].map((number) => buchholz(parts, number, swiss))).toEqual([3.5, 5, 1.5, 6]);
    expect([1, 2, 3, 4].map((number) => sonnebornBerger(parts, number, swiss))).toEqual([3.5, 2, 0.25, 0.5]);
  });

  test("tie-breaks count a round before forfeits at the end as a draw for the others, where nobody came for it either (16.2.5)", () => {
    // 4 was not there for the second round and did not come to the third: a half point more for 3, which drew with it.
    const parts = partsOf(4, 3, results("1-2 1, 3-4 =", "1-3 1, 2 bye", "1-4 +, 2-3 ="), swiss);
    expect(sonnebornBerger(parts, 3, swiss)).toBe(0.5 * 1 + 0.5 * 1.5);
    expect(buchholz(parts, 3, swiss)).toBe(1 + 3 + 1.5);
  });

  test("tie-breaks take forfeits for games where the schedule was known from the start (15.2)", () => {
    const parts = partsOf(4, 3, results("1-2 1, 3-4 =", "1-3 -, 2-4 1", "1-4 1, 2-3 1"), league);
    expect([1, 2, 3, 4].map((number) => sonnebornBerger(parts, number, league))).toEqual([2.5, 2, 2.25, 0.75]);
  });

  test("Sonneborn–Berger counts points as the league does, at 3-1-0 too", () => {
    const scoring = { ...league, points: { win: 3, draw: 1, loss: 0 } };
    const parts = partsOf(3, 3, results("1-2 1", "2-3 =", "1-3 ="), scoring);
    expect([1, 2, 3].map((number) => scoreOf(parts.get(number) ?? []))).toEqual([4, 1, 2]);
    expect([1, 2, 3].map((number) => sonnebornBerger(parts, number, scoring))).toEqual([
      3 * 1 + 1 * 2,
      2,
      1 * 1 + 1 * 4,
    ]);
  });

  test("tie-breaks give nobody draws for rounds that its schedule never had", () => {
    // A gauntlet: 1 beats 2, which has no point, and is beaten by the others, each of which has its one point.
    const parts = partsOf(5, 4, results("1-2 1", "3-1 1", "1-4 0", "5-1 1"), league);
    expect([1, 2, 3, 4, 5].map((number) => scoreOf(parts.get(number) ?? []))).toEqual([1, 0, 1, 1, 1]);
    expect([1, 2, 3, 4, 5].map((number) => sonnebornBerger(parts, number, league))).toEqual([0, 0, 1, 1, 1]);
  });

  test("tie-breaks take nobody as gone whose match goes on", () => {
    // Both matches of the second round are played at the moment.
    const begun = partsOf(4, 2, results("1-2 1, 3-4 ="), swiss, new Set([1, 2, 3, 4]));
    expect([1, 2, 3, 4].map((number) => buchholz(begun, number, swiss))).toEqual([0, 1, 0.5, 0.5]);
    expect([1, 2, 3, 4].map((number) => sonnebornBerger(begun, number, swiss))).toEqual([0, 0, 0.25, 0.25]);
    // 1 has beaten 3 as well, 2 and 4 still play: 1 has two points, 3 and 4 a half.
    const halfway = partsOf(4, 2, results("1-2 1, 3-4 =", "1-3 1"), swiss, new Set([2, 4]));
    expect([1, 2, 3, 4].map((number) => buchholz(halfway, number, swiss))).toEqual([0.5, 2, 2.5, 0.5]);
    expect([1, 2, 3, 4].map((number) => sonnebornBerger(halfway, number, swiss))).toEqual([0.5, 0, 0.25, 0.25]);
  });

  test("tie-breaks take who was not paired as gone, whoever still plays", () => {
    // 2 left after the first round: its round counts as a draw for 1, which beat it.
    const parts = partsOf(4, 2, results("1-2 1, 3-4 1", "4 bye"), swiss, new Set([1, 3]));
    expect([1, 3].map((number) => sonnebornBerger(parts, number, swiss))).toEqual([0.5, 1]);
  });
});

describe("a table", () => {
  const usual = roundRobin.tieBreaks;
  const table = { entrants: 4, rounds: 3, lots: [4, 3, 2, 1], scoring: league, tieBreaks: usual, eliminates: false };

  test("a table goes by points, the games among equals, Sonneborn–Berger, wins and at last the lot", () => {
    const order = (...lines: readonly string[]) =>
      standingsOf({ ...table, results: results(...lines) }).map(({ number }) => number);
    expect(order("1-4 1, 2-3 1", "4-3 1, 1-2 0", "2-4 1, 3-1 0")).toEqual([2, 1, 4, 3]);
    // 1 and 2 have two each; 2 won when they met.
    expect(order("1-4 1, 2-3 0", "4-3 1, 1-2 0", "2-4 1, 3-1 0")).toEqual([2, 1, 4, 3]);
    // Everything is a draw: the lot decides.
    expect(order("1-4 =, 2-3 =", "4-3 =, 1-2 =", "2-4 =, 3-1 =")).toEqual([4, 3, 2, 1]);
  });

  test("a table asks the games among equals as article 6 has it: again of those whom they leave equal, and of some alone", () => {
    const order = (entrants: number, scoring: typeof swiss, ...lines: readonly string[]) => {
      const lots = Array.from({ length: entrants }, (_, index) => index + 1);
      const tieBreaks = (scoring === swiss ? swissFormat : roundRobin).tieBreaks;
      const field = { ...table, entrants, lots, scoring, tieBreaks };
      const rows = standingsOf({ ...field, rounds: lines.length, results: results(...lines) });
      return rows.map(({ number }) => number);
    };
    // 6.2: 1, 2, 3 and 6 have three points; of those games 3 has two, 1 and 2 one and a half, and 2 has beaten 1.
    const once = ["1-6 1, 2-5 1, 3-4 1", "6-4 1, 5-3 1, 1-2 0", "2-6 0, 3-1 =, 4-5 0", "6-5 1, 1-4 =, 2-3 ="];
    expect(order(6, league, ...once, "3-6 1, 4-2 =, 5-1 0")).toEqual([3, 2, 1, 6, 5, 4]);
    // 6.1.2: all have the same points and took as many from the others, but some of them in more games.
    const cut = ["1-4 =, 2-3 0", "4-3 1, 1-2 =", "2-4 1, 3-1 =", "4-1 =, 3-2 =", "3-4 =, 2-1 ="];
    expect(order(4, league, ...cut)).toEqual([2, 3, 1, 4]);
    // 6.3: of 1, 4 and 6, who have two points, 4 has beaten the others, and they have not met.
    const open = ["1-4 0, 2-5 =, 3-6 0", "6-4 0, 1-2 1, 5-3 0", "4-3 0, 5-1 0, 2-6 0", "3-1 1, 4-2 0, 6-5 0"];
    expect(order(6, swiss, ...open)).toEqual([3, 4, 6, 1, 5, 2]);
  });

  test("a table takes for equal what is equal, whatever a computer's fractions come to", () => {
    const ranked = (entrants: number, draw: number, win: number, ...lines: readonly string[]) => {
      const lots = Array.from({ length: entrants }, (_, index) => index + 1);
      const scoring = { ...league, points: { win, draw, loss: 0 } };
      return standingsOf({ ...table, entrants, rounds: lines.length, lots, scoring, results: results(...lines) });
    };
    // Thirds, added in this order and in that: 2 and 3 are equal in everything but the lot.
    const thirds = ["1 bye, 2-5 =, 3-4 =", "4 bye, 5-3 0, 1-2 0", "2 bye, 3-1 =, 4-5 1", "5 bye, 1-4 0, 2-3 ="];
    const ofThirds = ranked(5, 1, 3, ...thirds, "3 bye, 4-2 =, 5-1 =");
    expect(ofThirds.map(({ number }) => number)).toEqual([4, 2, 3, 1, 5]);
    expect(ofThirds[1]?.tieBreaks.SB).toBe(ofThirds[2]?.tieBreaks.SB);
    // 1 + 0.4 + 0.4 and 0.4 + 0.4 + 1.
    const ofTenths = ranked(4, 0.4, 1, "1-4 =, 2-3 0", "4-3 =, 1-2 0", "2-4 0, 3-1 =");
    expect(ofTenths.map(({ number, points }) => [number, points])).toEqual([
      [3, 1.8],
      [4, 1.8],
      [2, 1],
      [1, 0.8],
    ]);
  });

  test("a table asks the tie-breaks that were chosen, in their order", () => {
    // 1, 2 and 3 have beaten each other in a circle, and have two wins and two and a half points each.
    const lines = results("1-2 1, 3-4 1", "2-3 1, 1-4 1", "3-1 1, 2-4 1", "1-3 =, 2-4 =");
    const ratings = [1500, 1500, 1500, 2000];
    const by = (...tieBreaks: readonly TieBreak[]) =>
      standingsOf({ ...table, rounds: 4, scoring: swiss, results: lines, tieBreaks, ratings });
    const order = (...tieBreaks: readonly TieBreak[]) => by(...tieBreaks).map(({ number }) => number);
    expect(order("WIN")).toEqual([3, 2, 1, 4]);
    expect(order("BH", "ARO")).toEqual([3, 1, 2, 4]);
    expect(order("WIN", "ARO", "BH")).toEqual([2, 3, 1, 4]);
    expect(by("KS", "ARO")[0]?.tieBreaks).toEqual({ KS: 1.5, ARO: 1625 });
  });

  test("a table has the points of the games beside those of the matches, and can decide by them", () => {
    // 1 has won its match by 2–0, 3 by 1½–½.
    const matches: readonly MatchResult[] = [
      { round: 1, a: 1, b: 2, winner: "a", played: true, games: [2, 0] },
      { round: 1, a: 3, b: 4, winner: "a", played: true, games: [1.5, 0.5] },
    ];
    const rows = standingsOf({ ...table, rounds: 1, results: matches, tieBreaks: ["MPvGP"] });
    expect(rows.map(({ number, points, gamePoints }) => [number, points, gamePoints])).toEqual([
      [1, 1, 2],
      [3, 1, 1.5],
      [4, 0, 0.5],
      [2, 0, 0],
    ]);
    expect(rows[1]?.tieBreaks).toEqual({ MPvGP: 1.5 });
  });

  test("a table adds up", () => {
    const rows = standingsOf({
      ...table,
      scoring: { ...league, points: { win: 3, draw: 1, loss: 0 } },
      results: results("1-4 1, 2-3 ="),
    });
    expect(
      rows.map(({ number, points, played, won, drawn, lost }) => [number, points, played, won, drawn, lost]),
    ).toEqual([
      [1, 3, 1, 1, 0, 0],
      [3, 1, 1, 0, 1, 0],
      [2, 1, 1, 0, 1, 0],
      [4, 0, 1, 0, 0, 1],
    ]);
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  });

  test("a table of a knockout has those ahead that came further", () => {
    const rows = standingsOf({
      entrants: 3,
      rounds: 2,
      lots: [1, 2, 3],
      tieBreaks: usual,
      eliminates: true,
      scoring: { ...swiss, byeWins: false },
      results: results("1 bye, 2-3 0", "1-3 1"),
    });
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 2]);
  });
});

test("a crosstable tells what one had from the other, oldest first", () => {
  const cell = crosstable(results("1-2 1, 3 bye", "2-1 ="));
  expect([cell(1, 2), cell(2, 1), cell(1, 3)]).toEqual([["win", "draw"], ["loss", "draw"], []]);
});
