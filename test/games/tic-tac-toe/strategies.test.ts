import { expect, test } from "vitest";
import { type Cells, type Mark, rules as ticTacToe } from "../../../src/games/tic-tac-toe/rules.ts";
import { strategies } from "../../../src/games/tic-tac-toe/strategies.ts";
import type { Seat } from "../../../src/shared/terms.ts";
import { seeded } from "../../support/seeded.ts";
import { played } from "../support.ts";

const board = (text: string): Cells => [...text].map((mark) => (mark === "X" || mark === "O" ? mark : null));
/** The input of a strategy on these cells. */
const asked = (cells: Cells, seat: Seat, level: number, random: () => number) => ({
  view: { kind: "tic-tac-toe", cells } as const,
  seat,
  legalMoves: ticTacToe.legalMoves({ cells }, seat),
  level,
  random,
});
const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test.each(["X", "O"] as const)(
  "perfect %s never loses, whatever the opponent plays and whichever way a tie falls",
  (seat) => {
    const seen = new Map<string, number>();
    const results = { won: 0, drawn: 0 };
    const explore = (cells: Cells): void => {
      const key = cells.map((mark) => mark ?? ".").join("");
      if (seen.has(key)) return;
      seen.set(key, 1);
      const state = { cells };
      const outcome = ticTacToe.outcome(state);
      if (outcome !== null) {
        expect([seat, null], key).toContain(outcome.winner);
        results[outcome.winner === null ? "drawn" : "won"] += 1;
        return;
      }
      const [mover = "X"] = ticTacToe.toMove(state);
      const moves =
        mover === seat
          ? new Set(
              [0, 0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.87, 0.99].map((tie) =>
                strategies.levels.choose(asked(cells, seat, 10, () => tie)),
              ),
            )
          : ticTacToe.legalMoves(state, mover);
      for (const move of moves) explore(played(ticTacToe, state, mover, move).cells);
    };
    explore(board("........."));
    expect(results.won).toBeGreaterThan(0);
    expect(results.drawn).toBeGreaterThan(0);
  },
);

test("from level 3 on a win in one is never missed, on any board where there is one", () => {
  const seen = new Set<string>();
  const explore = (cells: Cells): void => {
    const key = cells.map((mark) => mark ?? ".").join("");
    const state = { cells };
    const [seat] = ticTacToe.toMove(state);
    if (seen.has(key) || seat === undefined) return;
    seen.add(key);
    const next = ticTacToe.legalMoves(state, seat).map((move) => played(ticTacToe, state, seat, move));
    if (next.some((after) => ticTacToe.outcome(after)?.winner === seat)) {
      for (const level of [3, 6, 10]) {
        const move = strategies.levels.choose(asked(cells, seat, level, seeded(seen.size)));
        expect(ticTacToe.outcome(played(ticTacToe, state, seat, move))?.winner).toBe(seat);
      }
    }
    for (const after of next) explore(after.cells);
  };
  explore(board("........."));
  expect(seen.size).toBeGreaterThan(4_000);
});

test("the perfect player blocks, and takes the sooner of two wins", () => {
  const random = seeded(1);
  expect(strategies.levels.choose(asked(board("XX..O...."), "O", 10, random))).toBe("c1");
  expect(strategies.levels.choose(asked(board("XX.OO...."), "X", 10, random))).toBe("c1");
});

test("a higher level loses less often to a random player and draws more often with the perfect one", () => {
  const lossesOf = (level: number, opponent: number): number => {
    const random = seeded(level);
    let losses = 0;
    for (let game = 0; game < 150; game++) {
      const mine: Mark = game % 2 === 0 ? "X" : "O";
      let cells = board(".........");
      for (;;) {
        const [seat] = ticTacToe.toMove({ cells });
        if (seat === undefined) break;
        const move = strategies.levels.choose(asked(cells, seat, seat === mine ? level : opponent, random));
        cells = played(ticTacToe, { cells }, seat, move).cells;
      }
      const winner = ticTacToe.outcome({ cells })?.winner ?? null;
      if (winner !== null && winner !== mine) losses += 1;
    }
    return losses;
  };
  expect(lossesOf(5, 1)).toBeLessThan(lossesOf(1, 1));
  expect(lossesOf(10, 1)).toBe(0);
  expect(lossesOf(10, 10)).toBe(0);
  expect(lossesOf(9, 10)).toBeLessThan(lossesOf(2, 10));
});

test("the perfect strategy is level 10, whatever the level it is asked for", () => {
  const cells = board("XX..O....");
  for (const level of levels) {
    expect(strategies.perfect.choose(asked(cells, "O", level, () => 0))).toBe("c1");
  }
});

test("every choice of a strategy of tic-tac-toe is a legal move, at every level and whatever chance says", () => {
  const random = seeded(5);
  for (const level of levels) {
    for (const chance of [() => 0, () => 0.999_999, random]) {
      const cells = board("XO.......");
      expect(ticTacToe.legalMoves({ cells }, "X")).toContain(
        strategies.levels.choose(asked(cells, "X", level, chance)),
      );
    }
  }
});
