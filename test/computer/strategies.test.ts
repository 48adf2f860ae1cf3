import { expect, test } from "vitest";
import { chooseOddEven, chooseTicTacToe } from "../../src/main/computer/strategies.ts";
import { oddEven } from "../../src/main/games/rules/odd-even.ts";
import type { Rules } from "../../src/main/games/rules/rules.ts";
import { type Cells, type Mark, ticTacToe } from "../../src/main/games/rules/tic-tac-toe.ts";
import type { Seat, View } from "../../src/shared/games.ts";

/** A repeatable stand-in for chance (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const board = (text: string): Cells => [...text].map((mark) => (mark === "X" || mark === "O" ? mark : null));
const viewOf = (cells: Cells) => ({ kind: "tic-tac-toe", cells }) as const;
const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function played<State>(rules: Rules<State>, state: State, seat: Seat, move: string): State {
  const result = rules.play(state, seat, move);
  if (!result.ok) throw new Error(`${move}: ${result.message}`);
  return result.value.state;
}

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
                chooseTicTacToe({ view: viewOf(cells), seat, level: 10, random: () => tie }),
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
        const move = chooseTicTacToe({ view: viewOf(cells), seat, level, random: seeded(seen.size) });
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
  expect(chooseTicTacToe({ view: viewOf(board("XX..O....")), seat: "O", level: 10, random })).toBe("c1");
  expect(chooseTicTacToe({ view: viewOf(board("XX.OO....")), seat: "X", level: 10, random })).toBe("c1");
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
        const move = chooseTicTacToe({ view: viewOf(cells), seat, level: seat === mine ? level : opponent, random });
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
      const view = oddEvenView(oddEven.view(state, seat));
      const move = chooseOddEven({ view, seat, level, random });
      state = played(oddEven, state, seat, move);
      state = played(oddEven, state, seat === "odd" ? "even" : "odd", String(opponent(view.round, random)));
    }
    const { score, past } = oddEvenView(oddEven.view(state, null));
    won += score[seat];
    total += past.length;
  }
  return won / total;
}

function oddEvenView(view: View) {
  if (view.kind !== "odd-even") throw new Error(`unexpected ${view.kind}`);
  return view;
}

const alternating = (round: number): number => (round % 2 === 0 ? 2 : 5);
const everyThird = (round: number): number => (round % 3 === 0 ? 4 : 1);

test.each(["odd", "even"] as const)("level 10 as %s beats a constant player and sees through a pattern", (seat) => {
  expect(shareWon(seat, 10, () => 3)).toBeGreaterThan(0.9);
  expect(shareWon(seat, 10, () => 4)).toBeGreaterThan(0.9);
  expect(shareWon(seat, 10, alternating)).toBeGreaterThan(0.85);
  expect(shareWon(seat, 10, everyThird)).toBeGreaterThan(0.75);
});

test("a level between predicts part of the time, and level 1 not at all", () => {
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

test("what the opponent has already chosen in this round changes nothing", () => {
  const start = oddEven.start({ rounds: 9 });
  if (!start.ok) throw new Error(start.message);
  const before = played(oddEven, played(oddEven, start.value, "odd", "1"), "even", "2");
  const moves = ["1", "2", "3", "4", "5"].map((pending) => {
    const view = oddEvenView(oddEven.view(played(oddEven, before, "odd", pending), "even"));
    return levels.map((level) => chooseOddEven({ view, seat: "even", level, random: seeded(level) })).join();
  });
  expect(new Set(moves).size).toBe(1);
});

test("every choice is a legal move, at every level and whatever chance says", () => {
  const random = seeded(5);
  for (const level of levels) {
    for (const chance of [() => 0, () => 0.999_999, random]) {
      const cells = board("XO.......");
      expect(ticTacToe.legalMoves({ cells }, "X")).toContain(
        chooseTicTacToe({ view: viewOf(cells), seat: "X", level, random: chance }),
      );
      const view = oddEvenView(oddEven.view({ rounds: 5, past: [], pending: null }, "odd"));
      expect(["1", "2", "3", "4", "5"]).toContain(chooseOddEven({ view, seat: "odd", level, random: chance }));
    }
  }
});
