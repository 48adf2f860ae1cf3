import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import { boardOf, colorName, describePieces, kingOf, otherColor } from "./board.ts";
import { materialOf } from "./material.ts";
import { quoteText } from "./text.ts";

export const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** No FEN is longer: 71 characters of pieces, and the other five fields. */
const longestFen = 100;
/** The last move number that a game may start with, and the most plies since a pawn move or capture (FIDE 9.6.2). */
export const lastStart = { moveNumber: 9_999, halfMoves: 149 } as const;
/**
 * Digits of either counter: enough for whatever follows on the last start. A game that is played here ends within 5,949
 * moves, by the seventy-five-move rule; a record goes on after it, for as many plies as records may have.
 */
const counter = /^\d{1,5}$/;
const refuseFen = (reason: string): Refusal => refuse("INVALID_ARGUMENT", `Invalid FEN: ${reason}.`);

/** Sixty-four characters from a8 to h1, a dot for an empty square; or the reason why the field is not a board. */
function readBoard(field: string): Result<string> {
  const ranks = field.split("/");
  if (ranks.length !== 8) return refuseFen(`the board has ${ranks.length} ranks separated by "/", not 8`);
  let squares = "";
  for (const [index, rank] of ranks.entries()) {
    const wrong = /[^1-8pnbrqkPNBRQK]/.exec(rank);
    if (wrong !== null) return refuseFen(`${quoteText(wrong[0])} is neither a piece nor a number of empty squares`);
    const expanded = rank.replace(/\d/g, (digit) => ".".repeat(Number(digit)));
    if (expanded.length !== 8) return refuseFen(`rank ${8 - index} describes ${expanded.length} squares, not 8`);
    squares += expanded;
  }
  return accept(squares);
}

/** What no game of chess can bring about, and what an engine may not survive; null if the men are plausible. */
function whyImpossibleMen(squares: string, board: string): string | null {
  const material = materialOf(board);
  for (const color of ["w", "b"] as const) {
    const men = material[color];
    const name = colorName(color);
    if (men.k !== 1) return men.k === 0 ? `${name} has no king` : `${name} has ${men.k} kings`;
    if (men.p > 8) return `${name} has ${men.p} pawns`;
    const promoted = Math.max(men.n - 2, 0) + Math.max(men.b - 2, 0) + Math.max(men.r - 2, 0) + Math.max(men.q - 1, 0);
    if (promoted > 8 - men.p) return `${name} has more pieces than its missing pawns can have become`;
  }
  if (/p/i.test(squares.slice(0, 8) + squares.slice(56))) return "a pawn stands on the first or last rank";
  return null;
}

/** Rights without king and rook at home could never be used: they are dropped. */
function possibleCastling(squares: string, field: string): string {
  const homes = { K: [60, 63, "KR"], Q: [60, 56, "KR"], k: [4, 7, "kr"], q: [4, 0, "kr"] } as const;
  const possible = (["K", "Q", "k", "q"] as const).filter((right) => {
    const [king, rook, men] = homes[right];
    return field.includes(right) && squares[king] === men[0] && squares[rook] === men[1];
  });
  return possible.join("") || "-";
}

/** Whether the pawn in front of the en passant square can have just moved past it. */
function canHavePassed(squares: string, turn: string, target: string): boolean {
  const file = target.charCodeAt(0) - 97;
  const [origin, passed, landed, pawn] = turn === "w" ? [1, 2, 3, "p"] : [6, 5, 4, "P"];
  if (target[1] !== (turn === "w" ? "6" : "3")) return false;
  const at = (rank: number) => squares[rank * 8 + file];
  return at(origin) === "." && at(passed) === "." && at(landed) === pawn;
}

/**
 * The position of a FEN in its normal form: impossible castling rights dropped, the en passant square kept only where
 * a legal capture exists. The two counters may be left out. Refuses with `INVALID_ARGUMENT` what is not a position of
 * chess: syntax, kings, pawns on the outer ranks, too many men, an en passant square that no pawn has passed, or a
 * side that could be mated by the capture of its king because it left it in check (FIDE 3.9, 3.10.3).
 */
export function readFen(text: string): Result<string> {
  if (text.length > longestFen) return refuseFen(`it is longer than ${longestFen} characters`);
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 4) {
    return refuseFen(
      `${quoteText(text)} has ${text.trim() === "" ? 0 : fields.length} fields; needed are board, side to move, ` +
        "castling rights, en passant square, half-move clock and move number",
    );
  }
  const [board = "", turn = "", castling = "", enPassant = "", halfMoves = "0", moveNumber = "1"] = fields;
  const read = readBoard(board);
  if (!read.ok) return read;
  const squares = read.value;
  if (turn !== "w" && turn !== "b") return refuseFen(`the side to move is w or b, not ${quoteText(turn)}`);
  if (!/^(?:-|(?!.*(.).*\1)[KQkq]+)$/.test(castling)) {
    return refuseFen(`castling rights are - or some of KQkq, not ${quoteText(castling)}`);
  }
  if (!/^(?:-|[a-h][36])$/.test(enPassant)) {
    return refuseFen(`the en passant square is - or on rank 3 or 6, not ${quoteText(enPassant)}`);
  }
  if (!counter.test(halfMoves)) return refuseFen(`the half-move clock is a number, not ${quoteText(halfMoves)}`);
  if (!counter.test(moveNumber) || moveNumber.startsWith("0")) {
    return refuseFen(`the move number is a number from 1, not ${quoteText(moveNumber)}`);
  }
  const impossible = whyImpossibleMen(squares, board);
  if (impossible !== null) return refuseFen(impossible);
  if (enPassant !== "-" && !canHavePassed(squares, turn, enPassant)) {
    return refuseFen(`no pawn can have just moved two squares past ${enPassant}`);
  }
  const rights = possibleCastling(squares, castling);
  const position = boardOf(`${board} ${turn} ${rights} ${enPassant} ${Number(halfMoves)} ${moveNumber}`);
  const them = otherColor(turn);
  const checkers = position.attackers(kingOf(position, them), turn);
  if (checkers.length > 0) {
    const who = `${colorName(them)} is in check from ${describePieces(position, checkers)}`;
    return refuseFen(`${who}, and it is ${colorName(turn)}'s move`);
  }
  return accept(position.fen());
}
