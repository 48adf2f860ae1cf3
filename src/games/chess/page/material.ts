import { byWorth, piecesIn, type Role, roleWorth } from "../rules/fen.ts";
import type { Color } from "./squares.ts";

/** The pieces that a side has taken, the heaviest first. */
export const byValue = (roles: readonly Role[]): readonly Role[] =>
  roles.toSorted((one, other) => byWorth.indexOf(one) - byWorth.indexOf(other));

/** By how much a side is ahead, in pawns; 0 when it is not. */
export const aheadBy = (fen: string, color: Color): number =>
  Math.max(
    0,
    piecesIn(fen).reduce((ahead, piece) => ahead + (piece.color === color ? 1 : -1) * roleWorth[piece.role], 0),
  );

/** The picture of a piece, by its letter in a FEN. */
export const imageOf = (letter: string): string =>
  `var(--piece-${letter === letter.toUpperCase() ? "w" : "b"}${letter.toUpperCase()})`;
