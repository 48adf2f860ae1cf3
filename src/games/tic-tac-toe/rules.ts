import { z } from "zod";
import { type Outcome, type Seat, seatTitle, type View } from "../../../shared/games.ts";
import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Played, Rules, Setup } from "./rules.ts";

const markSchema = z.enum(["X", "O"]);
export type Mark = z.infer<typeof markSchema>;

const stateSchema = z
  .object({
    /** Nine cells, a1 b1 c1 a2 … c3; rows are numbered from the top. */
    cells: z.array(markSchema.nullable()).length(9).readonly(),
  })
  .readonly();
export type TicTacToeState = z.infer<typeof stateSchema>;
export type Cells = TicTacToeState["cells"];

/** The names of the cells in the order of {@link TicTacToeState.cells}. */
export const cellNames: readonly string[] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/** The eight rows of three, as indices of cells. */
export const lines = [
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
 * The index of the cell that was written: `b3`, `B3`, or `row,col` counted from 0 at the top left, such as `2,1`.
 * `not-a-cell` for anything else, `out-of-bounds` for what has the form of a cell and lies off the board.
 */
export function readCell(text: string): number | "not-a-cell" | "out-of-bounds" {
  const named = /^([a-z])(\d+)$/.exec(text.trim().toLowerCase());
  if (named !== null) {
    const index = cellNames.indexOf(named[0]);
    return index === -1 ? "out-of-bounds" : index;
  }
  const numbered = /^([+-]?\d+)\s*,\s*([+-]?\d+)$/.exec(text.trim());
  if (numbered === null) return "not-a-cell";
  const row = Number(numbered[1]);
  const column = Number(numbered[2]);
  const inside = row >= 0 && row <= 2 && column >= 0 && column <= 2;
  return inside ? row * 3 + column : "out-of-bounds";
}

/** The mark that moves next on these cells, whether or not the game is over. X moves first. */
export const nextMark = (cells: Cells): Mark => (marksMade(cells) % 2 === 0 ? "X" : "O");

/** The cells after a mark was put on one of them. */
export const withMark = (cells: Cells, index: number, mark: Mark): Cells => cells.with(index, mark);

/** The indices of the empty cells, in the order of {@link cellNames}. */
export const emptyCells = (cells: Cells): readonly number[] =>
  cells.flatMap((mark, index) => (mark === null ? [index] : []));

/** How these cells end the game, or null while it goes on. */
export function ticTacToeOutcome(cells: Cells): Outcome | null {
  for (const [a, b, c] of lines) {
    const mark = cells[a] ?? null;
    if (mark !== null && mark === cells[b] && mark === cells[c]) return { winner: mark, reason: "three-in-a-row" };
  }
  return cells.includes(null) ? null : { winner: null, reason: "board-full" };
}

/** Tic-tac-toe on three by three cells. A state is the board: who moves follows from how many marks there are. */
export const ticTacToe: Rules<TicTacToeState> = {
  kind: "tic-tac-toe",
  simultaneous: false,
  stateSchema,

  start(setup: Setup): Result<TicTacToeState> {
    if (setup.fen !== undefined) return refuse("INVALID_ARGUMENT", "fen is for chess; tic-tac-toe starts empty.");
    if (setup.rounds !== undefined) return refuse("INVALID_ARGUMENT", "rounds is for odd-even, not for tic-tac-toe.");
    return accept({ cells: cellNames.map(() => null) });
  },

  toMove: (state) => (ticTacToeOutcome(state.cells) === null ? [nextMark(state.cells)] : []),
  ply: (state) => marksMade(state.cells),

  play(state, seat, text): Result<Played<TicTacToeState>> {
    if (!ticTacToe.toMove(state).includes(seat)) return refuse("NOT_YOUR_TURN", "Error: Not your turn");
    const cell = readCell(text);
    if (cell === "not-a-cell") return invalid(`that is not a cell. ${howToName}`);
    if (cell === "out-of-bounds") return invalid(`that is out of bounds. ${howToName}`);
    const name = cellNames[cell] ?? "";
    const holder = state.cells[cell] ?? null;
    if (holder !== null) return invalid(`${name} is already taken by ${seatTitle(holder)}.`);
    const cells = withMark(state.cells, cell, nextMark(state.cells));
    return accept({ state: { cells }, move: { uci: name, san: name } });
  },

  outcome: (state) => ticTacToeOutcome(state.cells),
  claimableDraw: () => null,
  canWin: (state, seat) => reachesWin(state.cells, seat),

  legalMoves: (state, seat) =>
    ticTacToe.toMove(state).includes(seat) ? emptyCells(state.cells).map((index) => cellNames[index] ?? "") : [],

  view: (state): View => ({ kind: "tic-tac-toe", cells: state.cells }),
  conceals: () => false,
};

const invalid = (reason: string): Refusal => refuse("ILLEGAL_MOVE", `Invalid move: ${reason}`);
const marksMade = (cells: Cells): number => cells.filter((mark) => mark !== null).length;

/** Whether some continuation, with the opponent's help, ends in three of this seat's marks. */
function reachesWin(cells: Cells, seat: Seat): boolean {
  const outcome = ticTacToeOutcome(cells);
  if (outcome !== null) return outcome.winner === seat;
  // A line that the opponent has touched is lost for good; without an open one there is nothing to search.
  const open = lines.some((line) => line.every((index) => cells[index] === null || cells[index] === seat));
  const mark = nextMark(cells);
  return open && emptyCells(cells).some((index) => reachesWin(withMark(cells, index, mark), seat));
}
