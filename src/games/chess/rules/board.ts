import { Chess, castlingSide } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, makeSanAndPlay } from "chessops/san";
import type { SquareSet } from "chessops/squareSet";
import type { CastlingSide, Color, NormalMove, Role, Square } from "chessops/types";
import { charToRole, kingCastlesTo, makeSquare, makeUci, parseSquare, squareFile, squareRank } from "chessops/util";
import { missingCase } from "../../../shared/result.ts";
import { unwrap } from "../../game.ts";

/** The content of a player's text, before it is checked against a position. */
export type WrittenMove =
  | {
      readonly kind: "squares";
      readonly from: Square;
      readonly to: Square;
      readonly promotion: Role | null;
    }
  | {
      readonly kind: "piece";
      readonly piece: Role;
      /** `b` in Nbd2. */
      readonly file: string | null;
      /** `1` in N1f3. */
      readonly rank: string | null;
      readonly captures: boolean;
      readonly to: Square;
      readonly promotion: Role | null;
    }
  | { readonly kind: "castling"; readonly side: CastlingSide };

/** Longer than any notation of a single move; what is longer is not looked at. */
const longestText = 64;
const quoteLength = 20;

/**
 * Reads coordinates (`e2e4`, `e2-e4`, `e2 e4`, `a7a8q`, `a7a8Q`, `E2E4`) and SAN (`Nf3`, `Nbd2`, `exd8=Q+`, `e8Q`,
 * `O-O`, `0-0-0`), with spaces, quotes or the marks of Markdown around it, the number of a move before it (`1. e4`),
 * whichever, and `+ # ! ?`, `e.p.` or a full stop after it. Returns null for anything else, however long.
 */
export function readMove(text: string): WrittenMove | null {
  if (text.length > longestText) return null;
  const alone = unwrap(unwrap(text).replace(/^\d{1,5}\s?(?:\.{1,3}|…)/, ""));
  const bare = alone.replace(/(?:\s*e\.p\.)?[+#!?]*\.?$/, "");
  if (/^([O0o])-\1$/.test(bare)) return { kind: "castling", side: "h" };
  if (/^([O0o])-\1-\1$/.test(bare)) return { kind: "castling", side: "a" };
  // Capitals throughout are coordinates that were shouted; a capital in front only is a piece (B2b4).
  const notation = /^[A-H][1-8][A-H][1-8][QRBN]?$/.test(bare) ? bare.toLowerCase() : bare;
  const parts = /^([PNBRQK]?)([a-h]?)([1-8]?)([x:-]?| )([a-h][1-8])(?:=?([PNBRQKpnbrqk]))?$/.exec(notation);
  if (parts === null) return null;
  const [, letter = "", file = "", rank = "", mark = "", target = "", promotionLetter = ""] = parts;
  const [from, to] = [parseSquare(`${file}${rank}`), parseSquare(target)];
  if (to === undefined) return null;
  const promotion = charToRole(promotionLetter) ?? null;
  if (letter === "" && from !== undefined) return { kind: "squares", from, to, promotion };
  return {
    kind: "piece",
    piece: charToRole(letter) ?? "pawn",
    file: file === "" ? null : file,
    rank: rank === "" ? null : rank,
    captures: mark === "x" || mark === ":",
    to,
    promotion,
  };
}

/** A player's text as it may be repeated to others: short, printable, unable to close the quotes around it. */
export function quoteText(text: string): string {
  // Half a character at the end becomes a sign of its own.
  const start = text.slice(0, quoteLength).toWellFormed();
  const printable = start.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").replace(/["“”\\]/g, "'");
  return `“${printable}${text.length > quoteLength ? "…" : ""}”`;
}

/** A mutable position: moves are played in it. */
export type Position = Chess;

/** A legal move, with what is needed to recognise it in a player's text. Castling is the king's step of two squares. */
export interface LegalMove extends Readonly<NormalMove> {
  readonly castling: CastlingSide | null;
}

export const colorName = (color: Color): string => (color === "white" ? "White" : "Black");

/** The position of a valid FEN. Throws for an invalid one. */
export function positionOf(fen: string): Position {
  const [board, turn, castling, enPassant, halfMoves = "0", moveNumber = "1"] = fen.split(" ");
  const position = Chess.fromSetup(parseFen(`${board} ${turn} ${castling} ${enPassant}`).unwrap()).unwrap();
  // By the library, counters have four digits.
  position.halfmoves = Number(halfMoves);
  position.fullmoves = Number(moveNumber);
  return position;
}

/** With an en passant square only where a legal capture exists. */
export const fenOf = (position: Position): string =>
  `${makeFen(position.toSetup(), { epd: true })} ${position.halfmoves} ${position.fullmoves}`;

/** Squares in the order in which a FEN names them, from a8 to h1. */
export const fromTop = (squares: SquareSet): readonly Square[] => [...squares].sort((a, b) => (a ^ 56) - (b ^ 56));

/** The square of a side's king. Every position has both kings. */
export function kingOf(position: Position, color: Color): Square {
  const square = position.board.kingOf(color);
  if (square === undefined) throw new Error(`no ${colorName(color)} king in ${fenOf(position)}`);
  return square;
}

/** The pieces of a side that attack a square, or defend it where one of their own is there. */
export const attackersOf = (position: Position, square: Square, color: Color): SquareSet =>
  position.kingAttackers(square, color, position.board.occupied);

/** `the queen on h4 and the knight on f3`. */
export const describePieces = (position: Position, squares: SquareSet): string =>
  fromTop(squares)
    .map((square) => `the ${position.board.getRole(square) ?? "square"} on ${makeSquare(square)}`)
    .join(" and ");

const promotionRoles: readonly Role[] = ["knight", "bishop", "rook", "queen"];

/** The legal moves of the piece on a square; empty if it is not the piece's turn. */
export function movesFrom(position: Position, from: Square, context = position.ctx()): readonly LegalMove[] {
  const isPawn = position.board.pawn.has(from);
  return fromTop(position.dests(from, context)).flatMap((to): readonly LegalMove[] => {
    const castling = castlingSide(position, { from, to });
    if (castling) return [{ from, to: kingCastlesTo(position.turn, castling), castling }];
    if (!isPawn || ![0, 7].includes(squareRank(to))) return [{ from, to, castling: null }];
    return promotionRoles.map((promotion) => ({ from, to, promotion, castling: null }));
  });
}

/** All legal moves of the side to move, piece by piece from a8 to h1. */
export function allMoves(position: Position): readonly LegalMove[] {
  const context = position.ctx();
  return fromTop(position.board[position.turn]).flatMap((from) => movesFrom(position, from, context));
}

export const sanOf = (position: Position, move: LegalMove): string => makeSan(position, move);

/** Plays a legal move in the position, and gives it as SAN. */
export const playOn = (position: Position, move: LegalMove): string => makeSanAndPlay(position, move);

/** `e2e4`, `a7a8q`; castling is the king's step of two squares. */
export const uciOf = (move: LegalMove): string => makeUci(move);

export type PieceMove = Extract<WrittenMove, { kind: "piece" }>;

/**
 * The side to which a pair of squares castles: the king's step of two from its home square, or the king onto its own
 * rook, as some programs write it. Null for every other pair, whether or not castling is possible.
 */
export function castlingSideOf({ board, turn }: Position, from: Square, to: Square): CastlingSide | null {
  const home = turn === "white" ? 4 : 60;
  if (from !== home || board.kingOf(turn) !== home || squareRank(to) !== squareRank(from)) return null;
  const files = to - from;
  const ontoRook = (files === 3 || files === -4) && board.pieces(turn, "rook").has(to);
  if (Math.abs(files) !== 2 && !ontoRook) return null;
  return files > 0 ? "h" : "a";
}

/** The pieces that a SAN text can mean: of that kind, on that file or rank; a pawn that does not capture keeps its file. */
export function piecesMeant({ board, turn }: Position, move: PieceMove): readonly Square[] {
  return fromTop(board.pieces(turn, move.piece).without(move.to)).filter((square) => {
    const [file, rank] = makeSquare(square);
    const onTargetFile = squareFile(square) === squareFile(move.to);
    if (move.file !== null && file !== move.file) return false;
    if (move.rank !== null && rank !== move.rank) return false;
    if (move.piece !== "pawn") return true;
    if (move.captures) return !onTargetFile;
    return move.file !== null || onTargetFile;
  });
}

/** Whether `x` was written for a piece that would land on an empty square. A pawn's `x` is judged by its file. */
export const capturesNothing = ({ board }: Position, move: PieceMove): boolean =>
  move.captures && move.piece !== "pawn" && !board.has(move.to);

/** The legal moves that a text can mean: one if it is playable, none if illegal, more if ambiguous. */
export function movesMeant(position: Position, text: WrittenMove): readonly LegalMove[] {
  const castlingMoves = (side: CastlingSide) =>
    movesFrom(position, kingOf(position, position.turn)).filter((move) => move.castling === side);
  switch (text.kind) {
    case "castling":
      return castlingMoves(text.side);
    case "squares": {
      const side = castlingSideOf(position, text.from, text.to);
      if (side !== null && text.promotion === null) return castlingMoves(side);
      return movesFrom(position, text.from).filter((move) => isMeant(move, text));
    }
    case "piece":
      if (capturesNothing(position, text)) return [];
      return piecesMeant(position, text)
        .flatMap((square) => movesFrom(position, square))
        .filter((move) => isMeant(move, text));
    default:
      return missingCase(text);
  }
}

const isMeant = (move: LegalMove, { to, promotion }: Exclude<WrittenMove, { kind: "castling" }>): boolean =>
  move.to === to && (move.promotion ?? null) === promotion;
