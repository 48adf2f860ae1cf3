import type { Board } from "chessops/board";
import { Chess } from "chessops/chess";
import { parseFen } from "chessops/fen";
import type { Setup } from "chessops/setup";
import { SquareSet } from "chessops/squareSet";
import { COLORS, type Role, type Square } from "chessops/types";
import { opposite, squareRank } from "chessops/util";
import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import { attackersOf, colorName, describePieces, fenOf, kingOf } from "./board.ts";
import { ranksOf } from "./fen.ts";
import { quoteText } from "./text.ts";

/** No FEN is longer: 71 characters of pieces, and the other five fields. */
const longestFen = 100;
/** The last move number that a game may start with, and the most plies since a pawn move or capture (FIDE 9.6.2). */
export const lastStart = { moveNumber: 9_999, halfMoves: 149 } as const;
/**
 * Digits of either counter: enough for whatever follows on the last start. A game that is played here ends within 5,949
 * moves, by the seventy-five-move rule; a record goes on after it, for as many plies as records may have.
 */
const counter = /^\d{1,5}$/;
const refuseFen = (reason: string): Refusal => invalid(`Invalid FEN: ${reason}.`);

/** Why the first field of a FEN is not a board of sixty-four squares; null if it is. */
export function whyNoBoard(field: string): string | null {
  const ranks = ranksOf(field);
  if (ranks.length !== 8) return `the board has ${ranks.length} ranks separated by "/", not 8`;
  const wrong = /[^1-8pnbrqkPNBRQK/]/.exec(field);
  if (wrong !== null) return `${quoteText(wrong[0])} is neither a piece nor a number of empty squares`;
  const index = ranks.findIndex((rank) => rank.length !== 8);
  return index < 0 ? null : `rank ${8 - index} describes ${ranks[index]?.length} squares, not 8`;
}

/**
 * The reason why no game of chess can bring about these men, which an engine may not survive; null if they are
 * plausible.
 */
function whyImpossibleMen(board: Board): string | null {
  for (const color of COLORS) {
    const count = (role: Role) => board.pieces(color, role).size();
    const [kings, pawns] = [count("king"), count("pawn")];
    const name = colorName(color);
    if (kings !== 1) return kings === 0 ? `${name} has no king` : `${name} has ${kings} kings`;
    if (pawns > 8) return `${name} has ${pawns} pawns`;
    const usual = { knight: 2, bishop: 2, rook: 2, queen: 1 } as const;
    const promoted = (["knight", "bishop", "rook", "queen"] as const).reduce(
      (total, role) => total + Math.max(count(role) - usual[role], 0),
      0,
    );
    if (promoted > 8 - pawns) return `${name} has more pieces than its missing pawns can have become`;
  }
  return SquareSet.backranks().intersects(board.pawn) ? "a pawn stands on the first or last rank" : null;
}

/** Rights without king and rook at home could never be used: they are dropped. */
function possibleCastling({ board, castlingRights }: Setup): SquareSet {
  const homes = COLORS.filter((color) => board.kingOf(color) === (color === "white" ? 4 : 60))
    .map((color) => SquareSet.backrank(color).intersect(board.pieces(color, "rook")))
    .reduce((all, rooks) => all.union(rooks), SquareSet.empty());
  return castlingRights.intersect(SquareSet.corners()).intersect(homes);
}

/** Whether the pawn in front of the en passant square can have just moved past it. */
export function canHavePassed({ board, turn }: Pick<Setup, "board" | "turn">, passed: Square): boolean {
  const forward = turn === "white" ? 8 : -8;
  if (squareRank(passed) !== (turn === "white" ? 5 : 2) || board.has(passed) || board.has(passed + forward))
    return false;
  return board.pieces(opposite(turn), "pawn").has(passed - forward);
}

/**
 * The position of a FEN in its normal form: impossible castling rights dropped, the en passant square kept only where
 * a legal capture exists. The two counters may be left out. Refuses with `INVALID_ARGUMENT` what is not a position of
 * chess: syntax, kings, pawns on the outer ranks, too many men, an en passant square that no pawn has passed, or a
 * side that could be mated by the capture of its king because it left it in check (FIDE 3.9, 3.10.3).
 */
export function normalizeFen(text: string): Result<string> {
  if (text.length > longestFen) return refuseFen(`it is longer than ${longestFen} characters`);
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 4) {
    return refuseFen(
      `${quoteText(text)} has ${text.trim() === "" ? 0 : fields.length} fields; needed are board, side to move, ` +
        "castling rights, en passant square, half-move clock and move number",
    );
  }
  const [board = "", turn = "", castling = "", enPassant = "", halfMoves = "0", moveNumber = "1"] = fields;
  const noBoard = whyNoBoard(board);
  if (noBoard !== null) return refuseFen(noBoard);
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
  const setup = parseFen(`${board} ${turn} ${castling} ${enPassant}`).unwrap();
  const impossible = whyImpossibleMen(setup.board);
  if (impossible !== null) return refuseFen(impossible);
  if (setup.epSquare !== undefined && !canHavePassed(setup, setup.epSquare)) {
    return refuseFen(`no pawn can have just moved two squares past ${enPassant}`);
  }
  const position = Chess.default();
  position.board = setup.board;
  const them = opposite(setup.turn);
  const checkers = attackersOf(position, kingOf(position, them), setup.turn);
  if (checkers.nonEmpty()) {
    const who = `${colorName(them)} is in check from ${describePieces(position, checkers)}`;
    return refuseFen(`${who}, and it is ${colorName(setup.turn)}'s move`);
  }
  const legal = Chess.fromSetup({ ...setup, castlingRights: possibleCastling(setup) }).unwrap();
  legal.halfmoves = Number(halfMoves);
  legal.fullmoves = Number(moveNumber);
  return accept(fenOf(legal));
}
