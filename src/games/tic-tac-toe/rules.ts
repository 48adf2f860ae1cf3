import { accept, type Result, refuse } from "../../shared/result.ts";
import { type Outcome, type Seat, seatTitle, type View } from "../../shared/terms.ts";
import { illegalMove, loneWord, type PlayedMove, type Rules } from "../game.ts";

export type Mark = "X" | "O";
/** Nine cells, a1 b1 c1 a2 … c3; rows are numbered from the top. */
export type Cells = readonly (Mark | null)[];

export interface TicTacToeState {
  readonly cells: Cells;
}

/** There is nothing to set up. */
export type TicTacToeOptions = Readonly<Record<never, never>>;

export interface TicTacToeView extends View {
  readonly kind: "tic-tac-toe";
  readonly cells: Cells;
}

/** How the rules end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = { "three-in-a-row": "Three in a Row", "board-full": "a Full Board" } as const;

/** The kinds of moves that the rules refuse. */
export const illegalKinds = ["notation", "off-board", "occupied"] as const;

/** The names of the cells in the order of {@link Cells}. */
export const cellNames: readonly string[] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/** Something of each cell in three rows of three, from the top. */
export const rowsOf = <T>(cells: readonly T[]): readonly (readonly T[])[] =>
  [0, 3, 6].map((start) => cells.slice(start, start + 3));

/** The eight rows of three, as indices of cells. */
const winningLines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

const howToName = "Name a cell from a1 (top left) to c3 (bottom right), or row,col from 0,0 (top left) to 2,2.";

/**
 * The index of the cell that was written: `b3`, `B3`, or `row,col` counted from 0 at the top left, such as `2,1` or
 * `(2, 1)`; with spaces, quotes or the marks of Markdown around it, whichever.
 * `not-a-cell` for anything else, `out-of-bounds` for what has the form of a cell and lies off the board.
 */
export function readCell(text: string): number | "not-a-cell" | "out-of-bounds" {
  const bare = loneWord(text);
  const letters = /^([a-z])(\d+)$/.exec(bare.toLowerCase());
  if (letters !== null) {
    const index = cellNames.indexOf(letters[0]);
    return index === -1 ? "out-of-bounds" : index;
  }
  const digits = /^([+-]?\d+)\s*,\s*([+-]?\d+)$/.exec(bare.replace(/^\((.*)\)$/, "$1").trim());
  if (digits === null) return "not-a-cell";
  const row = Number(digits[1]);
  const column = Number(digits[2]);
  return row >= 0 && row <= 2 && column >= 0 && column <= 2 ? row * 3 + column : "out-of-bounds";
}

/** The mark that moves next on these cells, whether or not the game is over. X moves first. */
export const nextMark = (cells: Cells): Mark => (marksMade(cells) % 2 === 0 ? "X" : "O");

/** The cells after a mark was put on one of them. */
export const withMark = (cells: Cells, index: number, mark: Mark): Cells => cells.with(index, mark);

/** The indices of the empty cells, in the order of {@link cellNames}. */
export const emptyCells = (cells: Cells): readonly number[] =>
  cells.flatMap((mark, index) => (mark === null ? [index] : []));

/** The rows of three that one mark holds: none until somebody has won. */
export const completeLines = (cells: Cells) =>
  winningLines.filter(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

/** How these cells end the game, or null while it goes on. */
export function outcomeOf(cells: Cells): Outcome | null {
  const [complete] = completeLines(cells);
  if (complete) return endedBy(cells[complete[0]] ?? null, "three-in-a-row");
  return cells.includes(null) ? null : endedBy(null, "board-full");
}

/** Tic-tac-toe on three by three cells. A state is the board: who moves follows from how many marks there are. */
export const rules: Rules<TicTacToeState, TicTacToeOptions, TicTacToeView> = {
  start: () => accept({ cells: cellNames.map(() => null) }),

  toMove: (state) => (outcomeOf(state.cells) === null ? [nextMark(state.cells)] : []),
  ply: (state) => marksMade(state.cells),

  play(state, seat, text): Result<PlayedMove<TicTacToeState>> {
    if (!rules.toMove(state).includes(seat)) return refuse("NOT_YOUR_TURN", "Error: Not your turn");
    const cell = readCell(text);
    if (cell === "not-a-cell") return illegalMove("notation", `that is not a cell. ${howToName}`);
    if (cell === "out-of-bounds") return illegalMove("off-board", `that is out of bounds. ${howToName}`);
    const name = cellNames[cell] ?? "";
    const holder = state.cells[cell] ?? null;
    if (holder !== null) return illegalMove("occupied", `${name} is already taken by ${seatTitle(holder)}.`);
    const cells = withMark(state.cells, cell, nextMark(state.cells));
    return accept({ state: { cells }, move: { code: name, text: name } });
  },

  outcome: (state) => outcomeOf(state.cells),
  canWin: (state, seat) => reachesWin(state.cells, seat),

  legalMoves: (state, seat) =>
    rules.toMove(state).includes(seat) ? emptyCells(state.cells).map((index) => cellNames[index] ?? "") : [],

  view: (state) => ({ kind: "tic-tac-toe", cells: state.cells }),
};

const endedBy = (winner: Mark | null, reason: keyof typeof reasons): Outcome => ({ winner, reason });
const marksMade = (cells: Cells): number => cells.filter((mark) => mark !== null).length;

/** Whether some continuation, with the opponent's help, ends in three of this seat's marks. */
function reachesWin(cells: Cells, seat: Seat): boolean {
  const outcome = outcomeOf(cells);
  if (outcome !== null) return outcome.winner === seat;
  // A line that the opponent has touched is lost for good; without an open one there is nothing to search.
  const open = winningLines.some((line) => line.every((index) => cells[index] === null || cells[index] === seat));
  const mark = nextMark(cells);
  return open && emptyCells(cells).some((index) => reachesWin(withMark(cells, index, mark), seat));
}
