import { type Color, isSquare, type SquareName } from "./squares.ts";

/** As in the rules, without all that they bring along. */
export const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** What a piece is, in the words that the style sheets of chess boards use. */
export type Role = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn";

export interface PlacedPiece {
  /** `wK` to `bP`. */
  readonly piece: string;
  readonly color: Color;
  readonly role: Role;
  /** 0–7 from the a-file. */
  readonly file: number;
  /** 0–7 from the eighth rank down, as in FEN. */
  readonly row: number;
}

const roles: Record<string, Role> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
/** What a letter stands for in SAN and, in either case, in FEN. */
export const roleOf = (letter: string): Role | null => roles[letter.toUpperCase()] ?? null;

/** The pieces of a FEN's first field; what is none is left out. */
export function fenPieces(fen: string): readonly PlacedPiece[] {
  const pieces: PlacedPiece[] = [];
  const rows = (fen.split(" ")[0] ?? "").split("/").slice(0, 8);
  for (const [row, text] of rows.entries()) {
    let file = 0;
    for (const letter of text) {
      const role = roleOf(letter);
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (role !== null && file < 8) {
        const upper = letter.toUpperCase();
        const white = letter === upper;
        pieces.push({ piece: `${white ? "w" : "b"}${upper}`, color: white ? "white" : "black", role, file, row });
        file += 1;
      }
    }
  }
  return pieces;
}

/** What stands where, by the first field of a FEN. */
export function piecesOf(fen: string): (square: SquareName) => PlacedPiece | undefined {
  const places = new Map(fenPieces(fen).map((piece) => [`${"abcdefgh"[piece.file]}${8 - piece.row}`, piece]));
  return (square) => places.get(square);
}

/** Who is to move, by the second field of a FEN. */
export const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");

/** Where a square such as `e4` is; null for what is none. */
export function placeOnBoard(name: string): { readonly file: number; readonly row: number } | null {
  return isSquare(name) ? { file: "abcdefgh".indexOf(name[0] ?? ""), row: "87654321".indexOf(name[1] ?? "") } : null;
}
