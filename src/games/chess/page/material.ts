import type { Role } from "./fen-pieces.ts";
import type { Color } from "./squares.ts";

const values: Record<Role, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };
const letters: Record<string, Role> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const order: readonly Role[] = ["queen", "rook", "bishop", "knight", "pawn"];

/** White's pieces less Black's on the board, in pawns. */
function materialDifference(fen: string): number {
  let difference = 0;
  for (const character of fen.split(" ")[0] ?? "") {
    const role = letters[character.toLowerCase()];
    if (role) difference += (character === character.toLowerCase() ? -1 : 1) * values[role];
  }
  return difference;
}

/** What a side has taken, the heaviest first. */
export const byValue = (taken: readonly Role[]): readonly Role[] =>
  taken.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));

/** By how much a side is ahead, in pawns; 0 when it is not. */
export const aheadBy = (fen: string, color: Color): number =>
  Math.max(0, color === "white" ? materialDifference(fen) : -materialDifference(fen));
