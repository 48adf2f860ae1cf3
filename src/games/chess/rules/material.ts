import type { Color, PieceSymbol } from "chess.js";

interface Material {
  /** How many of each piece a side has. */
  readonly w: Readonly<Record<PieceSymbol, number>>;
  readonly b: Readonly<Record<PieceSymbol, number>>;
  readonly lightBishops: number;
  readonly darkBishops: number;
}

const nothing = (): Record<PieceSymbol, number> => ({ p: 0, n: 0, b: 0, r: 0, q: 0, k: 0 });
const pieceLetters: Record<string, PieceSymbol> = { p: "p", n: "n", b: "b", r: "r", q: "q", k: "k" };

/** Counts what stands on the board of a FEN (or of its first field). */
export function materialOf(fen: string): Material {
  const w = nothing();
  const b = nothing();
  let lightBishops = 0;
  let darkBishops = 0;
  let square = 0;
  for (const character of fen) {
    if (character === " ") break;
    if (character === "/") continue;
    const piece = pieceLetters[character.toLowerCase()];
    if (piece === undefined) {
      square += Number(character);
      continue;
    }
    const side = character === piece ? b : w;
    side[piece]++;
    // a8 is light, and the colour changes with each step along a rank or a file.
    if (piece === "b" && ((square >> 3) + square) % 2 === 0) lightBishops++;
    else if (piece === "b") darkBishops++;
    square++;
  }
  return { w, b, lightBishops, darkBishops };
}

/**
 * Whether the material lets this side give mate by some series of legal moves, however badly the other side plays
 * (FIDE 6.9; dead positions by material, 5.2.2). It looks at material only, as published rules of play do:
 * - a pawn, rook, queen, two knights, or knight and bishop: yes;
 * - a lone knight: only if the opponent has a pawn, knight, bishop or rook to stand in its own king's way
 *   (a queen would take the knight or cover its square);
 * - bishops only: if bishops of both square colours are on the board, or any pawn or knight of the opponent's
 *   (a rook or queen could always be put in between);
 * - a bare king: no.
 * A locked position in which nothing can ever be taken counts as winnable, since material does not show it.
 */
export function hasMatingMaterial(fen: string, color: Color): boolean {
  const material = materialOf(fen);
  const own = material[color];
  const other = material[color === "w" ? "b" : "w"];
  if (own.p + own.r + own.q > 0) return true;
  if (own.n > 0) return own.n + own.b > 1 || other.p + other.n + other.b + other.r > 0;
  if (own.b > 0) {
    return (material.lightBishops > 0 && material.darkBishops > 0) || other.p + other.n > 0;
  }
  return false;
}
