import type { SquareName } from "chessops/types";

export type Color = "white" | "black";
export type { SquareName };

export const isColor = (seat: string | null): seat is Color => seat === "white" || seat === "black";

const fileNames = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
const rankNames = ["1", "2", "3", "4", "5", "6", "7", "8"] as const;

/** The squares in the order of display: eight rows from the top, each from the left. */
export function squaresSeenBy(orientation: Color): readonly (readonly SquareName[])[] {
  const whiteRows = rankNames.toReversed().map((rank) => fileNames.map((file): SquareName => `${file}${rank}`));
  return orientation === "white" ? whiteRows : whiteRows.toReversed().map((row) => row.toReversed());
}

const allSquares: ReadonlySet<string> = new Set(squaresSeenBy("white").flat());
export const isSquare = (text: string | undefined): text is SquareName => text !== undefined && allSquares.has(text);

/** The two squares of a move in UCI; null for another text. */
export function endsOf(uci: string): readonly [SquareName, SquareName] | null {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  return isSquare(from) && isSquare(to) ? [from, to] : null;
}

/** Column and row of a square on the screen, from 0 at the top left. */
export function placeOf(square: SquareName, orientation: Color): { readonly column: number; readonly row: number } {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return orientation === "white" ? { column: file, row: 7 - rank } : { column: 7 - file, row: rank };
}
