import { expect, test } from "vitest";
import {
  type ConnectFourState,
  completeLines,
  readColumn,
  rules,
  winningLines,
} from "../../../src/games/connect-four/rules.ts";
import { searchColumns } from "../../../src/games/connect-four/search.ts";
import { strategies } from "../../../src/games/connect-four/strategies.ts";
import { amount } from "../../support/full.ts";
import { seeded } from "../../support/seeded.ts";

const state = (...columns: readonly string[]): ConnectFourState => ({ columns });
const start = state("", "", "", "", "", "", "");

/** The state after these moves, each by the seat to move. */
function after(moves: string, from = start): ConnectFourState {
  return [...moves].reduce((current, move) => {
    const played = rules.play(current, rules.toMove(current)[0] ?? "nobody", move);
    if (!played.ok) throw new Error(played.message);
    return played.value.state;
  }, from);
}

const legalIn = (current: ConnectFourState) => rules.legalMoves(current, rules.toMove(current)[0] ?? "nobody");

test("the game tree has the published numbers of positions", () => {
  // 7, 49, 343, 2,401, 16,807 and 117,649 sequences of moves are free; after seven, 7 fill a column and none wins yet.
  const count = (current: ConnectFourState, depth: number): number =>
    depth === 0 ? 1 : legalIn(current).reduce((sum, move) => sum + count(after(move, current), depth - 1), 0);
  expect([1, 2, 3, 4, 5].map((depth) => count(start, depth))).toEqual([7, 49, 343, 2_401, 16_807]);
  // Different positions by the number of discs (OEIS A212693).
  let positions = new Map([["", start]]);
  const numbers = [1];
  for (let discs = 1; discs <= 6; discs += 1) {
    positions = new Map(
      [...positions.values()].flatMap((current) =>
        legalIn(current).map((move) => {
          const next = after(move, current);
          return [next.columns.join(), next] as const;
        }),
      ),
    );
    numbers.push(positions.size);
  }
  expect(numbers).toEqual([1, 7, 49, 238, 1_120, 4_263, 16_422]);
});

test("four in a row wins across, up and along both diagonals, and ends the game", () => {
  expect(winningLines).toHaveLength(69);
  for (const [moves, winner] of [
    ["aabbccd", "red"],
    ["ababab" + "a", "red"],
    ["abbcdccdgdd", "red"],
    ["gffedeedadd", "red"],
  ] as const) {
    const end = after(moves);
    expect([moves, rules.outcome(end)?.winner ?? null]).toEqual([moves, winner]);
    expect(completeLines(end.columns).length > 0).toBe(winner !== null);
    if (winner !== null) expect(rules.toMove(end)).toEqual([]);
  }
});

test("a full board without four in a row is a draw", () => {
  const full = state("RRYYRR", "YYRRYY", "RRYYRR", "YYRRYY", "RRYYRR", "YYRRYY", "RRYYRR");
  expect(rules.outcome(full)).toEqual({ winner: null, reason: "board-full" });
});

test("a column is a letter, a number or a cell of it", () => {
  for (const text of ["d", "D", " d ", "4", "`d`", "d1", "D6", "column d", "Column 4."])
    expect(readColumn(text)).toBe(3);
  for (const text of ["h", "8", "0", "d7", "z"]) expect(readColumn(text)).toBe("off-board");
  for (const text of ["", "dd", "drop", "4.5", "the middle"]) expect(readColumn(text)).toBe("none");
});

test("a full column is refused", () => {
  expect(rules.play(after("aaaaaa"), "red", "a")).toMatchObject({ ok: false, illegal: "column-full" });
});

/** The worth for the side to move by plain search to the end, 1, 0 or -1: shares nothing with the search. */
function solved(current: ConnectFourState, low = -1, high = 1): number {
  const outcome = rules.outcome(current);
  if (outcome) return outcome.winner === null ? 0 : -1;
  let best = low;
  for (const move of legalIn(current)) {
    best = Math.max(best, -solved(after(move, current), -high, -best));
    if (best >= high) break;
  }
  return best;
}

test("the search agrees with a plain solution of late positions, and level 10 keeps what is won", () => {
  const random = seeded(5);
  for (let game = 0; game < amount(12, 200); game += 1) {
    let current = start;
    const discs = 29 + Math.floor(random() * 4);
    while (rules.outcome(current) === null && rules.ply(current) < discs) {
      const moves = legalIn(current);
      current = after(moves[Math.floor(random() * moves.length)] ?? "a", current);
    }
    if (rules.outcome(current) !== null) continue;
    const worth = Math.max(...searchColumns(current.columns, 42, 1_000_000).map((each) => each.worth));
    expect(Math.sign(worth)).toBe(solved(current));
    if (worth <= 0) continue;
    const [winner] = rules.toMove(current);
    for (let won = current; ; ) {
      const [seat] = rules.toMove(won);
      if (seat === undefined) {
        expect(rules.outcome(won)?.winner).toBe(winner);
        break;
      }
      const view = rules.view(won, seat);
      const legalMoves = legalIn(won);
      const level = seat === winner ? 10 : 9;
      won = after(strategies.levels.choose({ view, seat, legalMoves, level, random }), won);
    }
  }
});

test("each step of four levels is stronger", () => {
  const random = seeded(9);
  const play = (red: number, yellow: number): number => {
    for (let current = start; ; ) {
      const [seat] = rules.toMove(current);
      if (seat === undefined) return { red: 1, yellow: 0 }[rules.outcome(current)?.winner ?? ""] ?? 0.5;
      const level = seat === "red" ? red : yellow;
      const question = { view: rules.view(current, seat), seat, legalMoves: legalIn(current), level, random };
      current = after(strategies.levels.choose(question), current);
    }
  };
  for (const [weaker, stronger] of [
    [1, 4],
    [4, 7],
  ] as const) {
    const points = Array.from({ length: 10 }, () => play(stronger, weaker) + 1 - play(weaker, stronger));
    expect(points.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(12);
  }
});
