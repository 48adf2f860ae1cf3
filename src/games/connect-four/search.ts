import { type Columns, columnNames, discAt, HEIGHT, nextDisc, WIDTH, winningLines } from "./rules.ts";

/** The worth of a won position, less one for each ply until it is won, so that the sooner win is worth more. */
const WON = 1_000;
/** The centre belongs to more lines than the edge, so what is best is found sooner there. */
const columnOrder = [3, 2, 4, 1, 5, 0, 6] as const;
/** Positions of earlier depths by their key: a power of two, so that a key finds its place quickly. */
const PLACES = 1 << 15;

/** The cells of each line as indices, and the lines through each cell. */
const cellOf = (column: number, row: number): number => column * HEIGHT + row;
const lineCells = winningLines.map((line) => line.map(([column, row]) => cellOf(column, row)));
const linesThrough = Array.from({ length: WIDTH * HEIGHT }, (_, cell) =>
  lineCells.flatMap((cells, line) => (cells.includes(cell) ? [line] : [])),
);
/** A random number for each disc in each cell, from a fixed generator (D. Lehmer's, 48271 modulo 2³¹ − 1), so that play repeats itself. */
const zobristKeys = Array.from({ length: 4 * WIDTH * HEIGHT }).reduce<readonly number[]>(
  (all) => [...all, ((all.at(-1) ?? 1) * 48_271) % 2_147_483_647],
  [],
);

/** The index of a column that has room, with its worth for the side to move; higher is better. */
export interface ColumnWorth {
  readonly column: number;
  readonly worth: number;
}

/**
 * The worth of each move by alpha-beta with iterative deepening and a table of positions (negamax; D. Knuth and R. Moore,
 * “An analysis of alpha-beta pruning”, 1975). Looks so many plies ahead, or fewer: once so many positions were looked at it
 * begins no further depth, and after twice as many it leaves the one that it is in. So the same position always has the
 * same answer, and a win that was found is found again after each move.
 */
export function searchColumns(columns: Columns, depth: number, positions: number): readonly ColumnWorth[] {
  // 1 the side to move at the root, 2 the other.
  const own = nextDisc(columns);
  const heights = columns.map((column) => column.length);
  // Of each line, its discs of the first side and five times those of the second.
  const counts = new Uint8Array(winningLines.length);
  const leftAtRoot = WIDTH * HEIGHT - heights.reduce((sum, height) => sum + height, 0);
  let key = 0;
  let check = 0;
  /** The worth of the open lines for the first side, less that for the second. */
  let balance = 0;
  const change = (column: number, side: 1 | 2, by: 1 | -1): void => {
    if (by < 0) heights[column] = (heights[column] ?? 0) - 1;
    const cell = cellOf(column, heights[column] ?? 0);
    if (by > 0) heights[column] = (heights[column] ?? 0) + 1;
    key ^= zobristKeys[2 * cell + side - 1] ?? 0;
    check ^= zobristKeys[2 * (cell + WIDTH * HEIGHT) + side - 1] ?? 0;
    for (const line of linesThrough[cell] ?? []) {
      const before = counts[line] ?? 0;
      const after = before + by * (side === 1 ? 1 : 5);
      balance += (lineWorth[after] ?? 0) - (lineWorth[before] ?? 0);
      counts[line] = after;
    }
  };
  for (const [column, height] of columns.map((each) => each.length).entries()) {
    heights[column] = 0;
    for (let row = 0; row < height; row += 1) change(column, discAt(columns, column, row) === own ? 1 : 2, 1);
  }
  /** Whether a disc there makes four. */
  const wins = (column: number, side: 1 | 2): boolean =>
    (linesThrough[cellOf(column, heights[column] ?? 0)] ?? []).some((line) => counts[line] === (side === 1 ? 3 : 15));
  const places = { check: new Int32Array(PLACES), entry: new Int32Array(PLACES) };
  let looked = 0;

  /** The worth for that side to move, exact between `low` and `high`, with so many plies to look ahead. */
  const worthOf = (side: 1 | 2, plies: number, left: number, low: number, high: number): number => {
    looked += 1;
    if (left === 0 || looked > 2 * positions) return 0;
    for (let column = 0; column < WIDTH; column += 1)
      if ((heights[column] ?? 0) < HEIGHT && wins(column, side)) return WON - (leftAtRoot - left) - 1;
    if (plies === 0) return side === 1 ? balance : -balance;
    // A table entry: depth, kind of bound and worth, of the position with this check.
    const place = key & (PLACES - 1);
    const entry = places.check[place] === (check ^ side) ? (places.entry[place] ?? 0) : 0;
    if (entry !== 0 && ((entry >> 2) & 63) === plies) {
      const worth = (entry >> 8) - 2_048;
      const bound = entry & 3;
      if (bound === 1 || (bound === 2 && worth >= high) || (bound === 3 && worth <= low)) return worth;
    }
    const other = side === 1 ? 2 : 1;
    let best = Number.NEGATIVE_INFINITY;
    let floor = low;
    for (const column of columnOrder) {
      if ((heights[column] ?? 0) >= HEIGHT) continue;
      change(column, side, 1);
      const worth = -worthOf(other, plies - 1, left - 1, -high, -floor);
      change(column, side, -1);
      if (worth > best) best = worth;
      if (best > floor) floor = best;
      if (floor >= high) break;
    }
    places.check[place] = check ^ side;
    places.entry[place] = ((best + 2_048) << 8) | (plies << 2) | (best <= low ? 3 : best >= high ? 2 : 1);
    return best;
  };

  let worths: readonly ColumnWorth[] = [];
  const most = Math.min(depth, leftAtRoot);
  for (let plies = 1; plies <= most && looked < positions; plies += 1) {
    // Better moves of the depth before come first: what follows is cut off sooner.
    const first = worths.toSorted((a, b) => b.worth - a.worth).map(({ column }) => column);
    const open = (first.length > 0 ? first : columnOrder).filter((column) => (heights[column] ?? 0) < HEIGHT);
    let best = -WON;
    const rated: ColumnWorth[] = [];
    for (const column of open) {
      const isWon = wins(column, 1);
      change(column, 1, 1);
      // One below the best is let in, so that all moves that are as good are known to be.
      const worth = isWon ? WON - 1 : -worthOf(2, plies - 1, leftAtRoot - 1, -WON, -(best - 1));
      change(column, 1, -1);
      best = Math.max(best, worth);
      rated.push({ column, worth });
    }
    if (looked > 2 * positions) break;
    worths = rated;
    // A win or a loss that is certain does not change with depth.
    if (Math.abs(best) > WON - WIDTH * HEIGHT - 1) break;
  }
  return worths;
}

/** The worth of a line by its count of discs, of the first side alone or the second's alone; four is not looked up. */
const lineWorth: readonly number[] = Array.from({ length: 25 }, (_, count) => {
  const [first, second] = [count % 5, Math.floor(count / 5)];
  const worth = (discs: number) => [0, 1, 4, 12, 12][discs] ?? 0;
  return first > 0 && second > 0 ? 0 : worth(first) - worth(second);
});

/** The name of a column by its index. */
export const nameOf = (column: number): string => columnNames[column] ?? "";
