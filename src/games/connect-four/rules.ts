import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Outcome, Seat, View } from "../../shared/terms.ts";
import { illegalMove, loneWord, type PlayedMove, type Rules } from "../game.ts";

export const columnNames: readonly string[] = ["a", "b", "c", "d", "e", "f", "g"];
export const WIDTH = columnNames.length;
export const HEIGHT = 6;

/** The disc of each side in a column. */
export type Disc = "R" | "Y";
/** Seven columns, a to g: the discs in each from the bottom up, such as `RYR`. */
export type Columns = readonly string[];

export interface ConnectFourState {
  readonly columns: Columns;
}

/** There is nothing to set up. */
export type ConnectFourOptions = Readonly<Record<never, never>>;

export interface ConnectFourView extends View {
  readonly kind: "connect-four";
  readonly columns: Columns;
}

/** How the rules end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = { "four-in-a-row": "Four in a Row", "board-full": "a Full Board" } as const;

/** The kinds of moves that the rules refuse. */
export const illegalKinds = ["notation", "off-board", "column-full"] as const;

const discSeats: Readonly<Record<Disc, Seat>> = { R: "red", Y: "yellow" };
const isDisc = (text: string | undefined): text is Disc => text === "R" || text === "Y";

/** The disc in a cell, both counted from 0, rows from the bottom; null where there is none. */
export function discAt(columns: Columns, column: number, row: number): Disc | null {
  const disc = columns[column]?.[row];
  return isDisc(disc) ? disc : null;
}

/** A cell by its column and its row from the bottom, both from 0. */
export type Cell = readonly [column: number, row: number];

/** The 69 lines of four cells. */
export const winningLines: readonly (readonly Cell[])[] = columnNames.flatMap((_, column) =>
  Array.from({ length: HEIGHT }, (__, row) => row).flatMap((row) =>
    [[1, 0] as const, [0, 1] as const, [1, 1] as const, [1, -1] as const]
      .map(([right, up]) => [0, 1, 2, 3].map((step): Cell => [column + step * right, row + step * up]))
      .filter((line) => line.every(([x, y]) => x < WIDTH && y >= 0 && y < HEIGHT)),
  ),
);

/** The lines of four that one side holds: none until somebody has won. */
export const completeLines = (columns: Columns): readonly (readonly Cell[])[] =>
  winningLines.filter((line) => {
    const [first] = line;
    const disc = first ? discAt(columns, ...first) : null;
    return disc !== null && line.every(([column, row]) => discAt(columns, column, row) === disc);
  });

const discsIn = (columns: Columns): number => columns.reduce((sum, column) => sum + column.length, 0);

/** The disc that falls next, whether or not the game is over. Red begins. */
export const nextDisc = (columns: Columns): Disc => (discsIn(columns) % 2 === 0 ? "R" : "Y");

/** The columns after a disc was dropped into one of them, which has room. */
export const withDisc = (columns: Columns, column: number, disc: Disc): Columns =>
  columns.with(column, `${columns[column] ?? ""}${disc}`);

/** The indices of the columns that have room. */
export const openColumns = (columns: Columns): readonly number[] =>
  columns.flatMap((column, index) => (column.length < HEIGHT ? [index] : []));

/** How this board ends the game, or null while it goes on. */
function outcomeOf(columns: Columns): Outcome | null {
  const [cell] = completeLines(columns)[0] ?? [];
  const disc = cell ? discAt(columns, ...cell) : null;
  if (disc !== null) return { winner: discSeats[disc], reason: "four-in-a-row" };
  return openColumns(columns).length > 0 ? null : { winner: null, reason: "board-full" };
}

const howToName = "Name a column from a (left) to g (right), or by its number from 1 to 7.";

/**
 * The index of the column that was written: a letter, a number from 1, or a cell of that column such as `d4`, with
 * spaces, quotes or the marks of Markdown around it. `none` for anything else, `off-board` for what would be a column on
 * a larger board.
 */
export function readColumn(text: string): number | "none" | "off-board" {
  const [, letter, row, figure] =
    /^(?:(?:column )?(?:([a-z])([1-9])?|(\d{1,2})))$/.exec(loneWord(text).toLowerCase()) ?? [];
  const column = letter === undefined ? Number(figure ?? Number.NaN) - 1 : letter.charCodeAt(0) - "a".charCodeAt(0);
  if (Number.isNaN(column)) return "none";
  return column >= 0 && column < WIDTH && Number(row ?? 1) <= HEIGHT ? column : "off-board";
}

/**
 * Connect Four on seven columns of six (H. Wexler and N. Strongin, 1974). A state is the board: who moves follows from
 * how many discs there are.
 */
export const rules: Rules<ConnectFourState, ConnectFourOptions, ConnectFourView> = {
  start: () => accept({ columns: columnNames.map(() => "") }),

  toMove: ({ columns }) => (outcomeOf(columns) === null ? [discSeats[nextDisc(columns)]] : []),
  ply: ({ columns }) => discsIn(columns),

  play({ columns }, seat, text): Result<PlayedMove<ConnectFourState>> {
    if (!rules.toMove({ columns }).includes(seat)) return refuse("NOT_YOUR_TURN", "Error: Not your turn");
    const column = readColumn(text);
    if (column === "none") return illegalMove("notation", `that is not a column. ${howToName}`);
    if (column === "off-board") return illegalMove("off-board", `that is off the board. ${howToName}`);
    const name = columnNames[column] ?? "";
    if ((columns[column]?.length ?? 0) >= HEIGHT)
      return illegalMove("column-full", `column ${name} is full. Name one that has room.`);
    const next = withDisc(columns, column, nextDisc(columns));
    return accept({ state: { columns: next }, move: { code: name, text: name } });
  },

  outcome: ({ columns }) => outcomeOf(columns),

  /** A line that the opponent has touched is lost for good; any other can be filled, with the opponent's help. */
  canWin({ columns }, seat) {
    const outcome = outcomeOf(columns);
    if (outcome !== null) return outcome.winner === seat;
    const left = WIDTH * HEIGHT - discsIn(columns);
    const own = Math.floor((left + (discSeats[nextDisc(columns)] === seat ? 1 : 0)) / 2);
    return winningLines.some((line) => {
      const held = line.map(([column, row]) => discAt(columns, column, row));
      return (
        held.every((disc) => disc === null || discSeats[disc] === seat) &&
        held.filter((disc) => disc === null).length <= own
      );
    });
  },

  legalMoves: (state, seat) =>
    rules.toMove(state).includes(seat) ? openColumns(state.columns).map((column) => columnNames[column] ?? "") : [],

  view: ({ columns }) => ({ kind: "connect-four", columns }),
};
