import { BAR, type Board, CHECKERS, flippedBoard, HOME, OFF, POINTS, pipsOf } from "./board.ts";

/** The rolls of two dice that do something, of 36. */
const ROLLS = 36;

/** Whether checkers that stand on `from` for the other side reach a blot `away` points further with these dice. */
function canHit(blocks: readonly boolean[], from: number, away: number, first: number, second: number): boolean {
  if (first === away || second === away) return true;
  const isOpen = (pips: number): boolean => !blocks[from + pips];
  if (first !== second) return first + second === away && (isOpen(first) || isOpen(second));
  for (let steps = 1; steps <= 4; steps += 1) {
    if (steps * first === away) return true;
    if (!isOpen(steps * first)) return false;
  }
  return false;
}

/**
 * How many of the 36 rolls hit one of the blots on these points, by itself or on the way, whatever else they have to do;
 * a checker on the bar of the other side may hit from there (P. Magriel, “Backgammon”, 1976, chapter on hitting shots).
 */
export function shotsAt(board: Board, blots: readonly number[]): number {
  // The other side moves up from its bar, which is point 0 to it.
  const blocks = board.map((checkers, place) => place >= 1 && place <= POINTS && checkers >= 2);
  const bar = board[BAR + 1] ?? 0;
  const from = Array.from({ length: BAR }, (_, place) => place).filter((place) =>
    place === 0 ? bar > 0 : bar < 2 && (board[place] ?? 0) < 0,
  );
  let shots = 0;
  for (let first = 1; first <= 6; first += 1)
    for (let second = 1; second <= first; second += 1) {
      const hits = blots.some((blot) =>
        from.some((place) => place < blot && canHit(blocks, place, blot - place, first, second)),
      );
      if (hits) shots += first === second ? 1 : 2;
    }
  return shots;
}

/** The worth of a point that is held by its number: the home board and the points before it, then anchors. */
const pointWorth: readonly number[] = [0, 3, 5, 8, 12, 15, 13, 11, 7, 4, 3, 3, 3, 4, 2, 3, 3, 3, 6, 4, 12, 10, 6, 4, 4];
/** The worth of a row of points in the other side's way by its length. */
const primeWorth: readonly number[] = [0, 0, 1, 4, 12, 26, 45, 48, 50, 52, 54, 56, 58];
/** The points that a row in the other side's way may reach to. */
const PRIME_END = 12;

/** Whether checkers of both sides still have to pass each other. */
function isContact(board: Board): boolean {
  if ((board[BAR] ?? 0) > 0 || (board[BAR + 1] ?? 0) > 0) return true;
  const first = board.findIndex((checkers, place) => place >= 1 && place <= POINTS && checkers < 0);
  const last = board.findLastIndex((checkers, place) => place >= 1 && place <= POINTS && checkers > 0);
  return first >= 0 && first < last;
}

/** A race: pips, those that bearing off wastes (a checker each, and gaps), in pips. */
function raceWorth(board: Board): number {
  const gaps = [4, 5, 6].filter((point) => (board[point] ?? 0) <= 0).length;
  const outside = board.reduce(
    (sum, checkers, place) => sum + (place > HOME && place <= BAR && checkers > 0 ? checkers : 0),
    0,
  );
  return -pipsOf(board) - 3 * (CHECKERS - (board[OFF] ?? 0)) - 2 * (board[1] ?? 0) - gaps - 3 * outside;
}

/**
 * The worth of a board to the side that has just made its turn there, in pips or about; higher is better. Counts what
 * books on the game count (P. Magriel, “Backgammon”, 1976; B. Robertie, “Modern Backgammon”, 2001): the race, points
 * blocks, rows of them, and the blots by the rolls that hit them and what they lose.
 */
export function worthOf(board: Board): number {
  const other = flippedBoard(board);
  if (!isContact(board)) return raceWorth(board) - raceWorth(other);
  const lead = pipsOf(other) - pipsOf(board);
  const points = (own: Board) => {
    let worth = 0;
    let row = 0;
    let longest = 0;
    let home = 0;
    for (let point = 1; point <= POINTS; point += 1) {
      const checkers = own[point] ?? 0;
      if (checkers >= 2) {
        worth += (pointWorth[point] ?? 0) - 1.5 * Math.max(0, checkers - 3);
        if (point <= HOME) home += 1;
      }
      row = checkers >= 2 && point <= PRIME_END ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    return { worth: worth + (primeWorth[longest] ?? 0), home };
  };
  const [mine, theirs] = [points(board), points(other)];
  const blots = Array.from({ length: POINTS }, (_, at) => at + 1).filter((point) => board[point] === 1);
  const danger = blots.reduce((sum, point) => {
    const shots = shotsAt(board, [point]);
    return sum + (shots / ROLLS) * (BAR - point + 4 + 5 * theirs.home);
  }, 0);
  const prisoners = (board[BAR + 1] ?? 0) * (8 + 6 * mine.home);
  const ownPrisoners = (board[BAR] ?? 0) * (8 + 6 * theirs.home);
  const back = board.reduce(
    (sum, checkers, place) => sum + (place > 18 && place <= POINTS && checkers > 0 ? checkers : 0),
    0,
  );
  return (
    0.6 * lead +
    mine.worth -
    0.7 * theirs.worth -
    1.2 * danger +
    prisoners -
    ownPrisoners -
    2 * back +
    3 * (board[OFF] ?? 0)
  );
}
