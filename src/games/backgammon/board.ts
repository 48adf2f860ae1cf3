/** A board as one side sees it, and all that its dice let it do. */

export const POINTS = 24;
/** The checkers of each side. */
export const CHECKERS = 15;
/** The places of {@link Board} beside its points. */
export const OFF = 0;
export const BAR = 25;
const OTHER_BAR = 26;
const OTHER_OFF = 27;
/** The points of the home board are those up to this one. */
export const HOME = 6;

/**
 * The checkers as the side to move numbers the points, from 24 down to 1: positive numbers of its own, negative ones of
 * the other side's. Before the points stand its checkers off, after them those on its bar, and then the other side's on
 * the bar and off, these two positive.
 */
export type Board = readonly number[];
export type Dice = readonly [number, number];

/** A checker moved by one die, from the bar (25) or a point to a point or off (0). */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly die: number;
  readonly hit: boolean;
}

/** A whole turn, or the part of it that was played: its steps, and the board after them. */
export interface Turn {
  readonly steps: readonly Step[];
  readonly board: Board;
}

/** The dice to be played: twice two for a double; the higher one first. */
export const diceToPlay = ([first, second]: Dice): readonly number[] =>
  first === second ? [first, first, first, first] : [Math.max(first, second), Math.min(first, second)];

const atMost = (board: Board, point: number): boolean => {
  for (let each = point + 1; each <= BAR; each += 1) if ((board[each] ?? 0) > 0) return false;
  return true;
};

/** The steps that one die allows, by themselves; those from the highest points first. */
function stepsWith(board: Board, die: number): readonly Step[] {
  const steps: Step[] = [];
  const isOnBar = (board[BAR] ?? 0) > 0;
  for (let from = BAR; from > (isOnBar ? POINTS : OFF); from -= 1) {
    if ((board[from] ?? 0) <= 0) continue;
    const to = from - die;
    if (to > OFF) {
      if ((board[to] ?? 0) >= -1) steps.push({ from, to, die, hit: board[to] === -1 });
    } else if (atMost(board, HOME) && (to === OFF || atMost(board, from)))
      steps.push({ from, to: OFF, die, hit: false });
  }
  return steps;
}

/** Whether anything can be moved. */
export const canStep = (board: Board, dice: Dice): boolean => dice.some((die) => stepsWith(board, die).length > 0);

/** The board after a step. */
export function withStep(board: Board, { from, to, hit }: Step): Board {
  const next = [...board];
  next[from] = (next[from] ?? 0) - 1;
  next[to] = hit ? 1 : (next[to] ?? 0) + 1;
  if (hit) next[OTHER_BAR] = (next[OTHER_BAR] ?? 0) + 1;
  return next;
}

/** The same board as the other side sees it. */
export function flippedBoard(board: Board): Board {
  const next = Array.from({ length: OTHER_OFF + 1 }, () => 0);
  for (let point = 1; point <= POINTS; point += 1) next[point] = 0 - (board[BAR - point] ?? 0);
  next[OFF] = board[OTHER_OFF] ?? 0;
  next[BAR] = board[OTHER_BAR] ?? 0;
  next[OTHER_BAR] = board[BAR] ?? 0;
  next[OTHER_OFF] = board[OFF] ?? 0;
  return next;
}

/** The pips that the side to move still needs: the distance of all its checkers from being off. */
export const pipsOf = (board: Board): number =>
  board.reduce((sum, checkers, place) => (place <= BAR && checkers > 0 ? sum + checkers * place : sum), 0);

/** A text of a sign for each place, the same for the same boards. */
export const keyOf = (board: Board): string => String.fromCharCode(...board.map((checkers) => checkers + 64));

const withoutDie = (dice: readonly number[], die: number): readonly number[] => dice.toSpliced(dice.indexOf(die), 1);

/** The most of these dice that can be played one after the other. */
function mostSteps(board: Board, dice: readonly number[]): number {
  let most = 0;
  for (const die of new Set(dice)) {
    const others = withoutDie(dice, die);
    for (const step of stepsWith(board, die)) {
      most = Math.max(most, 1 + mostSteps(withStep(board, step), others));
      if (most === dice.length) return most;
    }
  }
  return most;
}

/**
 * The steps with which a turn can go on after some of its own: as many dice as possible have to be played, and the higher
 * one where only one can be. Empty where the turn is whole.
 */
export function stepsAfter(board: Board, dice: Dice, steps: readonly Step[]): readonly Step[] {
  const all = diceToPlay(dice);
  const most = mostSteps(board, all);
  const remaining = steps.reduce((others, { die }) => withoutDie(others, die), all);
  const now = steps.reduce(withStep, board);
  const [higher = 0] = all;
  const open = [...new Set(remaining)].flatMap((die) =>
    stepsWith(now, die).filter(
      (step) => steps.length + 1 + mostSteps(withStep(now, step), withoutDie(remaining, die)) === most,
    ),
  );
  const isHigherPlayable = most === 1 && open.some(({ die }) => die === higher);
  return isHigherPlayable ? open.filter(({ die }) => die === higher) : open;
}

/** All that can be played with these dice in this order, step by step: after one die, after two, and so on. */
function partsInOrder(board: Board, order: readonly number[]): readonly (readonly Turn[])[] {
  const lengths: (readonly Turn[])[] = [];
  let turns: readonly Turn[] = [{ steps: [], board }];
  for (const die of order) {
    const next = new Map<string, Turn>();
    for (const turn of turns)
      for (const step of stepsWith(turn.board, die)) {
        const after = withStep(turn.board, step);
        // Of a double, all ways to a board have the same steps; of two dice, each way may be written differently.
        const key = order.length > 2 ? keyOf(after) : `${keyOf(after)} ${turn.steps[0]?.from}`;
        if (!next.has(key)) next.set(key, { steps: [...turn.steps, step], board: after });
      }
    if (next.size === 0) break;
    turns = [...next.values()];
    lengths.push(turns);
  }
  return lengths;
}

/**
 * The parts of turns by how many dice they use, from one on, whether or not more of them have to be played. A board may
 * occur more than once.
 */
export function partsOfTurns(board: Board, dice: Dice): readonly (readonly Turn[])[] {
  const order = diceToPlay(dice);
  if (order.length > 2) return partsInOrder(board, order);
  const [high, low] = [partsInOrder(board, order), partsInOrder(board, order.toReversed())];
  return Array.from({ length: Math.max(high.length, low.length) }, (_, at) => [
    ...(high[at] ?? []),
    ...(low[at] ?? []),
  ]);
}

/**
 * The whole turns: as many dice as possible are played, and the higher one where either can be, but not both
 * (“Rules of Backgammon”, Backgammon Galore, “Movement of the checkers”, 4). A board may occur more than once. Empty where nothing can be moved.
 */
export function wholeTurns(board: Board, dice: Dice): readonly Turn[] {
  const parts = partsOfTurns(board, dice);
  const longest = parts.at(-1) ?? [];
  const [higher = 0, lower] = diceToPlay(dice);
  if (parts.length > 1 || higher === lower) return longest;
  const withHigher = longest.filter(({ steps }) => steps[0]?.die === higher);
  return withHigher.length > 0 ? withHigher : longest;
}

/** The start of a game: two checkers on 24, five on 13, three on 8, five on 6, and the other side's alike. */
export const startBoard: Board = (() => {
  const board = Array.from({ length: OTHER_OFF + 1 }, () => 0);
  for (const [point, checkers] of [
    [24, 2],
    [13, 5],
    [8, 3],
    [6, 5],
  ] as const) {
    board[point] = checkers;
    board[BAR - point] = -checkers;
  }
  return board;
})();
