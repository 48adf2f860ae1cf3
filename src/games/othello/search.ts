import { type Disc, SIZE, type Squares, squareRays } from "./rules.ts";

/** The worth of a finished game for each disc of lead, above all that a running one can be worth. */
const WON = 10_000;
/** The worth of each square for who holds it, in an eighth of the board that stands for all: corners last, their neighbours cost. */
const quarterWorth = [
  [100, -20, 10, 5],
  [-20, -40, -3, -3],
  [10, -3, 2, 1],
  [5, -3, 1, 1],
] as const;
const foldOnQuarter = (place: number): number => Math.min(place, SIZE - 1 - place);
const squareWorths = Array.from(
  { length: SIZE * SIZE },
  (_, square) => quarterWorth[foldOnQuarter(Math.floor(square / SIZE))]?.[foldOnQuarter(square % SIZE)] ?? 0,
);
/** Squares by what they are worth: what is best is found sooner. */
const squareOrder = Array.from(squareWorths.keys()).toSorted((a, b) => (squareWorths[b] ?? 0) - (squareWorths[a] ?? 0));
/** The worth of one more square to choose from than the other side has. */
const CHOICE = 6;

/** The index of a playable square, with its worth for the side to move; higher is better. */
export interface SquareWorth {
  readonly square: number;
  readonly worth: number;
}

/**
 * The worth of each move by alpha-beta with iterative deepening (negamax; D. Knuth and R. Moore, “An analysis of
 * alpha-beta pruning”, 1975), by squares held and moves to choose from, and by discs at the end. Looks so many plies
 * ahead, or fewer: once so many positions were looked at it begins no further depth, and after twice as many it leaves
 * the one that it is in. Empty where there is no square to play.
 */
export function searchSquares(squares: Squares, disc: Disc, depth: number, positions: number): readonly SquareWorth[] {
  // 1 the side to move at the root, −1 the other, 0 free.
  const board = Int8Array.from(squares, (sign) => (sign === "." ? 0 : sign === disc ? 1 : -1));
  let free = board.reduce((sum, sign) => sum + (sign === 0 ? 1 : 0), 0);
  let looked = 0;

  const turned = (square: number, side: number): number[] => {
    const all: number[] = [];
    for (const ray of squareRays[square] ?? []) {
      let end = 0;
      while (end < ray.length && board[ray[end] ?? 0] === -side) end += 1;
      if (end === 0 || end === ray.length || board[ray[end] ?? 0] !== side) continue;
      for (let at = 0; at < end; at += 1) all.push(ray[at] ?? 0);
    }
    return all;
  };
  const put = (square: number, side: number, discs: readonly number[]): void => {
    board[square] = side;
    free -= 1;
    for (const each of discs) board[each] = side;
  };
  const take = (square: number, side: number, discs: readonly number[]): void => {
    board[square] = 0;
    free += 1;
    for (const each of discs) board[each] = -side;
  };
  const lead = (side: number): number => side * board.reduce((sum, sign) => sum + sign, 0);
  const isOpen = (square: number, side: number): boolean => board[square] === 0 && turned(square, side).length > 0;
  const standing = (side: number): number => {
    let sum = 0;
    for (let square = 0; square < SIZE * SIZE; square += 1) {
      sum += (board[square] ?? 0) * (squareWorths[square] ?? 0);
      if (board[square] === 0) sum += CHOICE * (Number(isOpen(square, 1)) - Number(isOpen(square, -1)));
    }
    return side * sum;
  };

  const worthOf = (side: number, plies: number, low: number, high: number, passed: boolean): number => {
    looked += 1;
    if (looked > 2 * positions) return 0;
    if (plies <= 0 && free > 0) return standing(side);
    let best = Number.NEGATIVE_INFINITY;
    let floor = low;
    for (const square of squareOrder) {
      if (board[square] !== 0) continue;
      const discs = turned(square, side);
      if (discs.length === 0) continue;
      put(square, side, discs);
      const worth = -worthOf(-side, plies - 1, -high, -floor, false);
      take(square, side, discs);
      if (worth > best) best = worth;
      if (best > floor) floor = best;
      if (floor >= high) break;
    }
    if (best > Number.NEGATIVE_INFINITY) return best;
    if (!passed) return -worthOf(-side, plies, -high, -low, true);
    const discs = lead(side);
    return discs === 0 ? 0 : Math.sign(discs) * WON + discs;
  };

  let rated: readonly SquareWorth[] = squareOrder
    .filter((square) => isOpen(square, 1))
    .map((square) => ({ square, worth: squareWorths[square] ?? 0 }));
  for (let plies = 1; plies <= Math.min(depth, free) && looked < positions && rated.length > 1; plies += 1) {
    let best = Number.NEGATIVE_INFINITY;
    const next: SquareWorth[] = [];
    for (const { square } of rated.toSorted((a, b) => b.worth - a.worth)) {
      const discs = turned(square, 1);
      put(square, 1, discs);
      // One below the best is let in, so that all moves that are as good are known to be.
      const worth = -worthOf(-1, plies - 1, -2 * WON, -(best - 1), false);
      take(square, 1, discs);
      best = Math.max(best, worth);
      next.push({ square, worth });
    }
    if (looked > 2 * positions) break;
    rated = next;
  }
  return rated;
}
