import { describe, expect, test } from "vitest";
import { report } from "../../../src/games/chess/report/report.ts";
import type { Score } from "../../../src/games/report.ts";
import { seeded } from "../../support/seeded.ts";
import { published } from "./published.ts";

const blackBegins = "4k3/8/8/8/8/8/8/3QK3 b - - 0 1";
const cp = (value: number): Score => ({ kind: "cp", value });
const mate = (value: number): Score => ({ kind: "mate", value });

const always = () => true;

/** Numbers as they are equal but for the order in which they were added up. */
const near = (value: number | null | undefined) =>
  value === null || value === undefined ? value : expect.closeTo(value, 8);

function expectPublished(scores: readonly Score[], fen?: string): void {
  const own = report(fen === undefined ? {} : { fen }, scores, scores.map(always));
  const known = fen === undefined ? [cp(15), ...scores.slice(1)] : scores;
  const expected = published(known, fen === undefined);
  for (const seat of ["white", "black"] as const) {
    const side = expected[seat];
    expect(own.seats[seat], seat).toEqual({
      moves: own.moves.filter((move) => move.seat === seat).length,
      accuracy: near(side?.accuracy),
      averageCentipawnLoss: near(side?.averageCentipawnLoss),
      judged: side?.judged,
    });
  }
  expect(own.moves).toHaveLength(scores.length - 1);
}

describe("a report", () => {
  test.each([0, 1, 2, 3, 9, 19, 20, 21, 45, 79, 80, 81, 120, 200])(
    "a report of %i plies is what the formulas give",
    (plies) => {
      const random = seeded(plies + 1);
      for (let game = 0; game < 20; game += 1) {
        let value = 20;
        const scores = Array.from({ length: plies + 1 }, () => {
          value += Math.round((random() - 0.5) * (random() < 0.2 ? 1600 : 120));
          return random() < 0.08 ? mate(random() < 0.5 ? 3 : -2) : cp(value);
        });
        expectPublished(scores);
        expectPublished(scores, blackBegins);
      }
    },
  );

  test("a report counts no move that chance made to its player", () => {
    const scores = [20, 30, 40, -900, -900, -880].map(cp);
    const own = report({}, scores, scores.map(always));
    const byLot = report({}, scores, scores.map(always), [false, false, true, false, false]);
    expect(own.seats["white"]).toMatchObject({ moves: 3, judged: { blunder: 1 } });
    expect(byLot.seats["white"]).toEqual({
      moves: 2,
      accuracy: 100,
      averageCentipawnLoss: 0,
      judged: { inaccuracy: 0, mistake: 0, blunder: 0 },
    });
    expect(byLot.seats["black"]).toEqual(own.seats["black"]);
    expect(report({}, scores, scores.map(always), scores.map(always)).seats["white"]).toMatchObject({
      moves: 0,
      accuracy: null,
      averageCentipawnLoss: null,
    });
  });

  test("a report gives a move that loses nothing all of it, and one that loses everything nothing", () => {
    const good = report({}, [cp(0), cp(15), cp(15)], [true, true]);
    expect(good.seats).toMatchObject({ white: { accuracy: 100 }, black: { accuracy: 100 } });
    const bad = report({}, [cp(0), cp(-1000)], [true]);
    expect(bad.moves[0]).toMatchObject({ seat: "white", judgement: "blunder", loss: 1015 });
    expect(bad.seats["white"]?.accuracy).toBeLessThan(15);
    expect(bad.seats["black"]).toEqual({
      moves: 0,
      accuracy: null,
      averageCentipawnLoss: null,
      judged: { inaccuracy: 0, mistake: 0, blunder: 0 },
    });
  });

  // The borders, from the mover's side: the other side's are their mirror image.
  test.each<[Score, Score, string | null]>([
    [cp(0), cp(-54), null],
    [cp(0), cp(-55), "inaccuracy"],
    [cp(0), cp(-110), "inaccuracy"],
    [cp(0), cp(-111), "mistake"],
    [cp(0), cp(-169), "blunder"],
    [cp(2000), cp(1000), null],
    [cp(-50), mate(-3), "blunder"],
    [cp(-700), mate(-3), "blunder"],
    [cp(-701), mate(-3), "mistake"],
    [cp(-999), mate(-3), "mistake"],
    [cp(-1000), mate(-3), "inaccuracy"],
    [mate(2), cp(300), "blunder"],
    [mate(2), cp(701), "mistake"],
    [mate(2), cp(1000), "inaccuracy"],
    [mate(2), mate(-2), "blunder"],
    [mate(2), mate(5), null],
    [mate(-2), mate(-1), null],
    [mate(-2), cp(-300), null],
    [cp(300), mate(3), null],
  ])("a report judges %o → %o as %s, for either side", (before, after, judgement) => {
    const mirrored = ({ kind, value }: Score): Score => ({ kind, value: -value });
    const white = report({ fen: blackBegins.replace(" b ", " w ") }, [before, after], [true]);
    const black = report({ fen: blackBegins }, [mirrored(before), mirrored(after)], [true]);
    expect([white.moves[0]?.judgement, black.moves[0]?.judgement]).toEqual([judgement, judgement]);
    expect([white.moves[0]?.seat, black.moves[0]?.seat]).toEqual(["white", "black"]);
  });
});
