import { roleToChar } from "chessops/util";
import { allMoves, uciOf } from "../rules/board.ts";
import { turnOf } from "../rules/fen.ts";
import type { GroundView } from "./ground.ts";
import { after, kingsSquare, openPosition, type PromotionRole } from "./position.ts";
import type { SquareName } from "./squares.ts";

/** A move that the person made and the board has not played: a premove, or one that lacks the piece of its promotion. */
export interface PreparedMove {
  /** The position for which it was made, as FEN. */
  readonly base: string;
  readonly from: SquareName;
  readonly to: SquareName;
  /** `open` until the person has chosen the piece. */
  readonly promotion: PromotionRole | "open" | "none";
}

/** A board, as far as a prepared move depends on it: no seat in a past position, or while a seat is open. */
export type BoardNow = Pick<GroundView, "fen" | "seat" | "legal" | "premoves">;
type Fate =
  | { readonly kind: "stays"; readonly move: PreparedMove }
  | { readonly kind: "is-played"; readonly uci: string }
  | { readonly kind: "goes" };

/**
 * Decides what becomes of a prepared move. It stays as long as its position does. After a legal move of the opponent's a
 * premove is played; one whose piece is still open becomes a question about a move of the new position. Everywhere else,
 * such as after a takeback, it goes.
 */
export function fateOf(move: PreparedMove, { fen, seat, legal, premoves }: BoardNow): Fate {
  const isPremove = turnOf(move.base) !== seat;
  if (seat === null || (isPremove && !premoves)) return { kind: "goes" };
  if (fen === move.base) return { kind: "stays", move };
  if (!isPremove || !canFollow(move.base, fen)) return { kind: "goes" };
  const uci = move.from + (kingsSquare(fen, move.from, move.to) ?? move.to);
  if (legal.includes(uci)) return { kind: "is-played", uci };
  if (!legal.includes(`${uci}q`) || move.promotion === "none") return { kind: "goes" };
  if (move.promotion === "open") return { kind: "stays", move: { ...move, base: fen } };
  return { kind: "is-played", uci: uci + roleToChar(move.promotion) };
}

/** Whether a position is the next one after another. */
function canFollow(before: string, fen: string): boolean {
  const position = openPosition(before);
  return position !== null && allMoves(position).some((move) => after(before, uciOf(move)) === fen);
}
