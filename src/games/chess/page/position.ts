import { chessgroundDests } from "chessops/compat";
import { parseSquare } from "chessops/util";
import type { Options } from "../../../shared/terms.ts";
import type { WrittenMove } from "../../page.ts";
import { fenOf, movesFrom, type Position, playOn, positionOf, sanOf as sanIn, uciOf } from "../rules/board.ts";
import { initialFen, piecesOf, type Role } from "../rules/fen.ts";
import { movesWritten } from "../rules/free.ts";
import { endsOf, type SquareName } from "./squares.ts";

/** The position that a game was set up with. */
export const startFenOf = ({ fen }: Options): string => (typeof fen === "string" ? fen : initialFen);

/** The position of a FEN; null if it cannot be played from. */
export function openPosition(fen: string): Position | null {
  try {
    return positionOf(fen);
  } catch {
    return null;
  }
}

/** The position after a move in UCI, its SAN and what it captures; null where it is not legal. */
export function positionAfter(fen: string, uci: string) {
  const position = openPosition(fen);
  const from = parseSquare(uci.slice(0, 2));
  const moves = position && from !== undefined ? movesFrom(position, from) : [];
  const move = moves.find((each) => uciOf(each) === uci);
  if (!position || !move) return null;
  const victim = position.board.getRole(move.to);
  const san = playOn(position, move);
  // A capture on an empty square is en passant.
  const captured: Role | null = victim ?? (san.includes("x") ? "pawn" : null);
  return { fen: fenOf(position), check: position.isCheck(), san, captured };
}

/** The position after a move in UCI; null where it is illegal. */
export const fenAfter = (fen: string, uci: string): string | null => positionAfter(fen, uci)?.fen ?? null;

/** A legal move in SAN; the UCI text itself if it cannot be read. */
export const sanOf = (fen: string, uci: string): string => positionAfter(fen, uci)?.san ?? uci;

export const isCheck = (fen: string): boolean => openPosition(fen)?.isCheck() ?? false;

/** The rook's square of each castling move. */
const castlingRooks: Readonly<Record<string, SquareName>> = { e1g1: "h1", e1c1: "a1", e8g8: "h8", e8c8: "a8" };

const isKingOn = (fen: string, square: SquareName): boolean => piecesOf(fen)(square)?.role === "king";

/** The destination of a king that was moved onto its rook; null for any other move. */
export function kingsSquare(fen: string, from: SquareName, to: SquareName): SquareName | null {
  const [castling] = Object.entries(castlingRooks).find(([uci, rook]) => uci.startsWith(from) && rook === to) ?? [];
  return castling && isKingOn(fen, from) ? (endsOf(castling)?.[1] ?? null) : null;
}

/** The legal destinations of each piece in chessground's form: a king that can castle also has its rook's square. */
export const legalDestinations = (fen: string) => chessgroundDests(positionOf(fen));

export const promotionRoles = ["queen", "knight", "rook", "bishop"] as const;
export type PromotionRole = (typeof promotionRoles)[number];

/** Finds a typed move among the legal ones: in any way in which people write moves, if it can mean only one. */
export function readTyped(fen: string, legal: readonly string[], input: string): WrittenMove {
  const text = input.trim().replace(/[+#!?]+$/, "");
  const uci = text.toLowerCase().replace(/[-=\s]/g, "");
  if (legal.includes(uci)) return { kind: "move", code: uci };
  const position = openPosition(fen);
  const matches = position ? movesWritten(position, text).filter((move) => legal.includes(uciOf(move))) : [];
  const [move, ...others] = matches;
  if (position && others.length > 0)
    return {
      kind: "illegal",
      reason: `“${input.trim()}” can be ${matches.map((each) => sanIn(position, each)).join(" or ")}: type the one that you mean.`,
    };
  if (move) return { kind: "move", code: uciOf(move) };
  // A promotion without its piece is read as a queen, and the caller asks for the piece.
  const queenMoves = position ? movesWritten(position, `${text}=Q`).map((each) => uciOf(each).slice(0, 4)) : [];
  const arriving = queenMoves.length === 1 ? queenMoves[0] : uci.slice(0, 4);
  if (arriving !== undefined && endsOf(arriving) && legal.includes(`${arriving}q`))
    return { kind: "incomplete", code: arriving };
  return { kind: "illegal" };
}
