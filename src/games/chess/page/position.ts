import type { Chess } from "chess.js";
import { boardOf, fileOf, type LegalMove, movesFrom, playOn, uciOf } from "../rules/board.ts";
import { endsOf, type SquareName } from "./squares.ts";

/** The board of a FEN; null where there is none to play from. */
export function openBoard(fen: string): Chess | null {
  // By its form alone: what comes here was read by the host before.
  if (!/^[1-8kqrbnp]+(\/[1-8kqrbnp]+){7} [wb] /i.test(fen)) return null;
  try {
    return boardOf(fen);
  } catch {
    return null;
  }
}

/** A position after a move. */
export interface Step {
  readonly fen: string;
  readonly check: boolean;
  readonly san: string;
  /** The letter of what was taken, in lower case. */
  readonly captured: string | null;
}

/** What a move in UCI leads to; null where it is not legal. */
export function step(fen: string, uci: string): Step | null {
  const board = openBoard(fen);
  const ends = endsOf(uci);
  const move = board && ends ? movesFrom(board, ends[0]).find((each) => uciOf(each) === uci) : undefined;
  if (!board || !move) return null;
  const captured = takenBy(board, move);
  const san = playOn(board, move);
  return { fen: board.fen(), check: board.isCheck(), san, captured };
}

/** A pawn that leaves its file for an empty square takes another one in passing. */
function takenBy(board: Chess, { from, to }: LegalMove): string | null {
  const inPassing = board.get(from)?.type === "p" && fileOf(from) !== fileOf(to) ? "p" : null;
  return board.get(to)?.type ?? inPassing;
}

/** The position after a move in UCI; null where it is illegal. */
export const after = (fen: string, uci: string): string | null => step(fen, uci)?.fen ?? null;

/** A legal move as a player writes it; the UCI itself where it cannot be read. */
export const sanOf = (fen: string, uci: string): string => step(fen, uci)?.san ?? uci;

export const isCheck = (fen: string): boolean => openBoard(fen)?.isCheck() ?? false;

/** Where the rook of each castling stands, and where its king goes. */
const castlings: Readonly<Record<string, { readonly rook: SquareName; readonly king: SquareName }>> = {
  e1g1: { rook: "h1", king: "g1" },
  e1c1: { rook: "a1", king: "c1" },
  e8g8: { rook: "h8", king: "g8" },
  e8c8: { rook: "a8", king: "c8" },
};

/** Whether a king stands on a square: `e1` or `e8`, from where it castles. */
const isKingOn = (fen: string, square: string): boolean =>
  openBoard(fen)?.get(square === "e1" ? "e1" : "e8")?.type === "k";

/** Where the king goes that was put onto its rook; null where that was not what happened. */
export function kingsSquare(fen: string, from: SquareName, to: SquareName): SquareName | null {
  const castling = Object.entries(castlings).find(([uci, { rook }]) => uci.startsWith(from) && rook === to);
  return castling && isKingOn(fen, from) ? castling[1].king : null;
}

/** Where each piece may go, as chessground wants it: a king that may castle, onto its rook as well. */
export function destinations(fen: string, legal: readonly string[]): Map<SquareName, SquareName[]> {
  const found = new Map<SquareName, SquareName[]>();
  for (const uci of legal) {
    const ends = endsOf(uci);
    if (!ends) continue;
    const [from, to] = ends;
    const known = found.get(from);
    if (!known) found.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
    const castling = castlings[uci];
    if (castling && isKingOn(fen, from)) found.get(from)?.push(castling.rook);
  }
  return found;
}

export const promotionRoles = ["queen", "knight", "rook", "bishop"] as const;
export type PromotionRole = (typeof promotionRoles)[number];
const roleLetters: Record<PromotionRole, string> = { queen: "q", knight: "n", rook: "r", bishop: "b" };
export const roleLetter = (role: PromotionRole): string => roleLetters[role];
