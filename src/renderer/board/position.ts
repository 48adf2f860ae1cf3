import { Chess, castlingSide, type Position } from "chessops/chess";
import { makeFen, parseBoardFen, parseFen } from "chessops/fen";
import { parseSan } from "chessops/san";
import type { Move, Piece, Role } from "chessops/types";
import { kingCastlesTo, makeUci, parseSquare, parseUci } from "chessops/util";
import { type Color, endsOf, type SquareName } from "./squares.ts";

export type { Role } from "chessops/types";

/** The position that a FEN describes; null where there is none to play from. */
export function readPosition(fen: string): Position | null {
  return parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap(
      (position) => position,
      () => null,
    );
}

export const writePosition = (position: Position): string => makeFen(position.toSetup());

/** Who is to move, by the second field of a FEN. */
export const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");

/** What stands where, by the first field of a FEN. */
export function piecesOf(fen: string): (square: SquareName) => Piece | undefined {
  const board = parseBoardFen(fen.split(" ")[0] ?? "");
  return (square) => (board.isOk ? board.value.get(parseSquare(square)) : undefined);
}

/** A move as the host writes it: castling as the king's two steps. */
function writeMove(position: Position, move: Move): string {
  const side = castlingSide(position, move);
  return makeUci(side && "from" in move ? { from: move.from, to: kingCastlesTo(position.turn, side) } : move);
}

/** The position after a move in UCI; null where it is illegal. */
export function after(fen: string, uci: string): string | null {
  const position = readPosition(fen);
  const move = parseUci(uci);
  if (!position || !move || !position.isLegal(move)) return null;
  position.play(move);
  return writePosition(position);
}

/** Where each piece may go, as chessground wants it. */
export function destinations(legal: readonly string[]): Map<SquareName, SquareName[]> {
  const found = new Map<SquareName, SquareName[]>();
  for (const uci of legal) {
    const ends = endsOf(uci);
    if (!ends) continue;
    const [from, to] = ends;
    const known = found.get(from);
    if (!known) found.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  }
  return found;
}

export const promotionRoles = ["queen", "knight", "rook", "bishop"] as const satisfies readonly Role[];
export type PromotionRole = (typeof promotionRoles)[number];
const roleLetters: Record<PromotionRole, string> = { queen: "q", knight: "n", rook: "r", bishop: "b" };
export const roleLetter = (role: PromotionRole): string => roleLetters[role];

export type TypedMove =
  | { readonly kind: "move"; readonly uci: string }
  /** A pawn that arrives and does not say what it becomes. */
  | { readonly kind: "promotion"; readonly from: SquareName; readonly to: SquareName }
  | { readonly kind: "illegal" };

/** What somebody typed, as SAN or UCI in any case of letters, among the legal moves. */
export function readTyped(fen: string, legal: readonly string[], typed: string): TypedMove {
  const text = typed.trim().replace(/[!?]+$/, "");
  const uci = text.toLowerCase().replace(/[-=\s]/g, "");
  const found = legal.find((move) => move === uci) ?? readSan(fen, text);
  if (found !== null && legal.includes(found)) return { kind: "move", uci: found };
  const arriving = found ?? uci;
  const ends = endsOf(arriving);
  if (ends && legal.includes(`${arriving.slice(0, 4)}q`)) return { kind: "promotion", from: ends[0], to: ends[1] };
  return { kind: "illegal" };
}

/** A lower-case “b” is a pawn's file first and a bishop second, as in every book. */
function readSan(fen: string, text: string): string | null {
  const position = readPosition(fen);
  if (!position) return null;
  const castled = text.replace(/0/g, "O").replace(/^o-o(-o)?/i, (castling) => castling.toUpperCase());
  const written = [castled, text.charAt(0).toUpperCase() + text.slice(1)];
  // Without the piece it becomes, SAN of a promotion is not SAN: read it as a queen, and let the caller ask.
  const pawn = /^([a-h]x)?[a-h][18][+#]?$/.test(text) ? [`${text.replace(/[+#]$/, "")}=Q`] : [];
  for (const san of [...written, ...pawn]) {
    const move = parseSan(position, san);
    if (!move) continue;
    const uci = writeMove(position, move);
    return san === pawn[0] ? uci.slice(0, 4) : uci;
  }
  return null;
}
