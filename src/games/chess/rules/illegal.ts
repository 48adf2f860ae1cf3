import { attacks, between } from "chessops/attacks";
import { SquareSet } from "chessops/squareSet";
import type { CastlingSide, Piece, Square } from "chessops/types";
import { kingCastlesTo, makeSquare, opposite, squareFile, squareRank } from "chessops/util";
import { recordBy } from "../../../shared/fields.ts";
import { missingCase } from "../../../shared/result.ts";
import type { WrittenMove } from "./board.ts";
import {
  attackersOf,
  capturesNothing,
  castlingSideOf,
  colorName,
  describePieces,
  kingOf,
  movesFrom,
  type PieceMove,
  type Position,
  piecesMeant,
} from "./board.ts";

/** The kinds of moves that the rules refuse; a `movement` is none of the piece's, and a `capture` one of nothing. */
export const illegalKinds = [
  "notation",
  "ambiguous",
  "no-piece",
  "wrong-side",
  "movement",
  "capture",
  "castling",
  "promotion",
  "blocked",
  "pinned",
  "into-check",
  "in-check",
] as const;

/** A reason as a clause, and its kind. */
type Illegal = { readonly kind: (typeof illegalKinds)[number]; readonly reason: string };
/** By kind, a function that makes an {@link Illegal} of a reason. */
export const illegalBy = recordBy(
  illegalKinds,
  (kind) =>
    (reason: string): Illegal => ({ kind, reason }),
);
const { movement, capture, castling, promotion: promotionError, blocked, pinned } = illegalBy;
const { "no-piece": noPiece, "wrong-side": wrongSide, "into-check": intoCheck, "in-check": inCheck } = illegalBy;

/**
 * Why the pawn of the side to move cannot go there, as far as the pawn itself is concerned (FIDE 3.7); null if only
 * the king's safety can forbid it.
 */
function whyPawnCannot(position: Position, from: Square, to: Square): Illegal | null {
  const { board, turn } = position;
  const forward = turn === "white" ? 1 : -1;
  const steps = (squareRank(to) - squareRank(from)) * forward;
  const files = Math.abs(squareFile(to) - squareFile(from));
  const fromHome = squareRank(from) === (turn === "white" ? 1 : 6);
  const pawn = `the pawn on ${makeSquare(from)}`;

  if (files === 0 && (steps === 1 || (steps === 2 && fromHome))) {
    const blocker = [from + 8 * forward, to].find((square) => board.has(square));
    if (blocker === undefined) return null;
    const blocking = describePieces(position, SquareSet.fromSquare(blocker));
    return blocked(`${blocking} is in the way of ${pawn}, which captures only diagonally`);
  }
  if (files === 0 && steps === 2)
    return movement(`${pawn} has left its starting square, and may go only one square forward`);
  if (files === 1 && steps === 1) {
    if (board.has(to)) return null;
    const enPassant = to - 8 * forward;
    const enPassantRank = squareRank(from) === (turn === "white" ? 4 : 3);
    if (board.pieces(opposite(turn), "pawn").has(enPassant) && enPassantRank) {
      const right = "directly after the double step and if your own king is safe afterwards";
      return capture(`the pawn on ${makeSquare(enPassant)} cannot be taken en passant: that is possible only ${right}`);
    }
    return capture(`there is nothing for ${pawn} to capture on ${makeSquare(to)}`);
  }
  return movement(`${pawn} cannot go to ${makeSquare(to)}`);
}

/** Why the side to move cannot castle to that side (FIDE 3.8.2), as a clause; call it only when it cannot. */
function whyNotCastle(position: Position, side: CastlingSide): Illegal {
  const color = position.turn;
  const them = opposite(color);
  const target = kingCastlesTo(color, side);
  const [king, path, rook] = side === "h" ? [target - 2, target - 1, target + 1] : [target + 2, target + 1, target - 2];

  const name = side === "h" ? "kingside" : "queenside";
  if (position.castles.rook[color][side] === undefined) {
    return castling(
      `${colorName(color)} has no right to castle ${name}: the king or that rook has moved, or is not there`,
    );
  }
  const checkers = attackersOf(position, king, them);
  if (checkers.nonEmpty())
    return inCheck(`the king is in check from ${describePieces(position, checkers)}, and cannot castle out of it`);
  const inTheWay = between(king, rook).intersect(position.board.occupied);
  if (inTheWay.nonEmpty()) {
    const verb = inTheWay.moreThanOne() ? "stand" : "stands";
    return blocked(`${describePieces(position, inTheWay)} ${verb} between the king and the rook`);
  }
  const guards = attackersOf(position, path, them);
  if (guards.nonEmpty()) {
    return intoCheck(
      `the king would pass through ${makeSquare(path)}, which is attacked by ${describePieces(position, guards)}`,
    );
  }
  const attackers = describePieces(position, attackersOf(position, target, them));
  return intoCheck(`your king would be in check on ${makeSquare(target)} from ${attackers}`);
}

type SquaresMove = Extract<WrittenMove, { kind: "squares" }>;

/** Whether a piece moves that way on an empty board (FIDE 3.2–3.6); of a pawn, whether its file is near enough. */
const movesThatWay = (piece: Piece, from: Square, to: Square): boolean =>
  piece.role === "pawn"
    ? Math.abs(squareFile(to) - squareFile(from)) <= 1
    : attacks(piece, from, SquareSet.empty()).has(to);

/** The squares from which the mover's king would be attacked after a move that is possible but for that. */
function checkersAfter(position: Position, piece: Piece, from: Square, to: Square): SquareSet {
  const after = position.clone();
  const enPassant = piece.role === "pawn" && squareFile(from) !== squareFile(to) && !position.board.has(to);
  after.board.take(from);
  if (enPassant) after.board.take(to - (piece.color === "white" ? 8 : -8));
  after.board.set(to, piece);
  return attackersOf(after, kingOf(after, piece.color), opposite(piece.color));
}

function whyKingUnsafe(position: Position, piece: Piece, from: Square, to: Square): Illegal {
  const after = checkersAfter(position, piece, from, to);
  const checkers = describePieces(position, after);
  if (piece.role === "king") return intoCheck(`your king would be in check on ${makeSquare(to)} from ${checkers}`);
  const unanswered = attackersOf(position, kingOf(position, piece.color), opposite(piece.color)).intersect(after);
  if (unanswered.nonEmpty())
    return inCheck(`it is check from ${describePieces(position, unanswered)}, and this does not answer it`);
  return pinned(`the ${piece.role} on ${makeSquare(from)} is pinned: your king would be in check from ${checkers}`);
}

/** Why a move that is legal but for its promotion piece is refused. */
function whyNotPromoted({ from, to, promotion }: SquaresMove, piece: Piece): Illegal {
  const squares = `${makeSquare(from)}${makeSquare(to)}`;
  if (piece.role !== "pawn" || !SquareSet.backrank(opposite(piece.color)).has(to)) {
    return promotionError(`only a pawn that reaches the last rank is promoted: write ${squares} with nothing after it`);
  }
  const choice = `add q, r, b or n, for example ${squares}q`;
  const complaint =
    promotion === null ? "that reaches the last rank must become another piece" : `cannot become a ${promotion}`;
  return promotionError(`a pawn ${complaint}: ${choice}`);
}

function whyNotSquares(position: Position, move: SquaresMove): Illegal {
  const { board, turn } = position;
  const { from, to } = move;
  const [fromName, toName] = [makeSquare(from), makeSquare(to)];
  const piece = board.get(from);
  if (piece === undefined) return noPiece(`there is no piece on ${fromName}`);
  const name = `the ${piece.role} on ${fromName}`;
  if (piece.color !== turn) return wrongSide(`${name} is ${colorName(piece.color)}’s, and you play ${colorName(turn)}`);
  if (from === to) return movement(`${name} would stay where it is`);
  if (movesFrom(position, from).some((move) => move.to === to)) return whyNotPromoted(move, piece);
  const side = castlingSideOf(position, from, to);
  if (side !== null) return whyNotCastle(position, side);
  if (!movesThatWay(piece, from, to)) return movement(`${name} cannot go to ${toName}`);
  const target = board.get(to);
  if (target?.color === piece.color) return blocked(`your own ${target.role} stands on ${toName}`);
  if (piece.role === "pawn") {
    const reason = whyPawnCannot(position, from, to);
    if (reason !== null) return reason;
  }
  const inTheWay = between(from, to).intersect(board.occupied);
  const blocker = from < to ? inTheWay.first() : inTheWay.last();
  if (blocker !== undefined) {
    const blocking = describePieces(position, SquareSet.fromSquare(blocker));
    return blocked(`${blocking} is in the way of the ${piece.role} from ${fromName} to ${toName}`);
  }
  return whyKingUnsafe(position, piece, from, to);
}

function whyNotPiece(position: Position, move: PieceMove): Illegal {
  const { piece, file, rank, to, promotion } = move;
  const squareName = makeSquare(to);
  const squares = piecesMeant(position, move);
  const target = position.board.get(to);
  if (target?.color === position.turn) return blocked(`your own ${target.role} stands on ${squareName}`);
  if (squares.length === 0) {
    const wantedFile = piece === "pawn" && file === null && !move.captures ? squareName[0] : file;
    const going = ` that could go to ${squareName}`;
    const onRank = `${rank === null ? "" : ` on rank ${rank}`}${going}`;
    const onFile = rank === null ? ` on the ${wantedFile}-file${going}` : ` on ${wantedFile}${rank}`;
    return noPiece(`you have no ${piece}${wantedFile === null ? onRank : onFile}`);
  }
  if (capturesNothing(position, move)) return capture(`there is nothing to capture on ${squareName}`);
  const whyNot = (from: Square) => whyNotSquares(position, { kind: "squares", from, to, promotion });
  const [only] = squares;
  if (squares.length === 1 && only !== undefined) return whyNot(only);
  const names = squares.map(makeSquare);
  const [first, ...others] = squares
    .map(whyNot)
    .filter(({ reason }, index) => reason !== `the ${piece} on ${names[index]} cannot go to ${squareName}`);
  if (!first) return movement(`none of your ${piece}s (${names.join(", ")}) can go to ${squareName}`);
  const other = others.find(({ reason }) => reason !== first.reason);
  return other ? illegalBy[first.kind](`${first.reason}; ${other.reason}`) : first;
}

/** Why no legal move fits a text that reads as a move: a clause in chess terms, naming pieces and squares. */
export function whyIllegal(position: Position, move: WrittenMove): Illegal {
  switch (move.kind) {
    case "castling":
      return whyNotCastle(position, move.side);
    case "squares":
      return whyNotSquares(position, move);
    case "piece":
      return whyNotPiece(position, move);
    default:
      return missingCase(move);
  }
}
