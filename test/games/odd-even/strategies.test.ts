import { expect, test } from "vitest";
import { rules as oddEven } from "../../../src/games/odd-even/rules.ts";
import { strategies } from "../../../src/games/odd-even/strategies.ts";
import { seeded } from "../../support/seeded.ts";
import { played } from "../support.ts";

const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const legalMoves = ["1", "2", "3", "4", "5"];

/** The share of rounds that `seat` wins at a level against an opponent who chooses by the number of the round. */
function shareWon(
  seat: "odd" | "even",
  level: number,
  opponent: (round: number, random: () => number) => number,
): number {
  const random = seeded(level * 7 + 1);
  let won = 0;
  let total = 0;
  for (let match = 0; match < 20; match++) {
    const start = oddEven.start({ rounds: 99 });
    if (!start.ok) throw new Error(start.message);
    let state = start.value;
    while (oddEven.outcome(state) === null) {
      const view = oddEven.view(state, seat);
      const move = strategies.levels.choose({ view, seat, legalMoves, level, random });
      state = played(oddEven, state, seat, move);
      state = played(oddEven, state, seat === "odd" ? "even" : "odd", String(opponent(view.round, random)));
    }
    const { score, past } = oddEven.view(state, null);
    won += score[seat];
    total += past.length;
  }
  return won / total;
}

const alternating = (round: number): number => (round % 2 === 0 ? 2 : 5);
const everyThird = (round: number): number => (round % 3 === 0 ? 4 : 1);

test.each(["odd", "even"] as const)("level 10 as %s beats a constant player and sees through a pattern", (seat) => {
  expect(shareWon(seat, 10, () => 3)).toBeGreaterThan(0.9);
  expect(shareWon(seat, 10, () => 4)).toBeGreaterThan(0.9);
  expect(shareWon(seat, 10, alternating)).toBeGreaterThan(0.85);
  expect(shareWon(seat, 10, everyThird)).toBeGreaterThan(0.75);
});

test("a level between 1 and 10 predicts a constant player part of the time, and level 1 not at all", () => {
  const constant = (): number => 3;
  expect(shareWon("even", 1, constant)).toBeGreaterThan(0.42);
  expect(shareWon("even", 1, constant)).toBeLessThan(0.58);
  expect(shareWon("even", 7, constant)).toBeGreaterThan(0.65);
  expect(shareWon("even", 7, constant)).toBeLessThan(shareWon("even", 10, constant));
});

test("a player without a pattern wins no more than half against any level", () => {
  const fair = (_: number, random: () => number): number => (random() < 0.5 ? 1 : 2);
  for (const level of levels) {
    expect(shareWon("odd", level, fair)).toBeGreaterThan(0.45);
    expect(shareWon("odd", level, fair)).toBeLessThan(0.55);
  }
});

test("the opponent's choice in this round changes nothing", () => {
  const start = oddEven.start({ rounds: 9 });
  if (!start.ok) throw new Error(start.message);
  const before = played(oddEven, played(oddEven, start.value, "odd", "1"), "even", "2");
  const moves = ["1", "2", "3", "4", "5"].map((pending) => {
    const view = oddEven.view(played(oddEven, before, "odd", pending), "even");
    return levels
      .map((level) => strategies.levels.choose({ view, seat: "even", legalMoves, level, random: seeded(level) }))
      .join();
  });
  expect(new Set(moves).size).toBe(1);
});

test("the pattern strategy predicts as level 10 does, whatever the level it is asked for", () => {
  const past = [1, 2, 3].map(() => ({ odd: 3, even: 2, winner: "odd" }) as const);
  const view = { ...oddEven.view({ rounds: 9, past: [], pending: null }, "even"), past };
  for (const level of levels) {
    const choose = (chance: number) =>
      strategies.pattern.choose({ view, seat: "even", legalMoves, level, random: () => chance });
    expect([0, 0.5, 0.99].map((chance) => Number(choose(chance)) % 2)).toEqual([1, 1, 1]);
  }
});

test("every choice of a strategy of odd-even is a legal move, at every level and whatever chance says", () => {
  const random = seeded(5);
  for (const level of levels) {
    for (const chance of [() => 0, () => 0.999_999, random]) {
      const view = oddEven.view({ rounds: 5, past: [], pending: null }, "odd");
      expect(legalMoves).toContain(strategies.levels.choose({ view, seat: "odd", legalMoves, level, random: chance }));
    }
  }
});
