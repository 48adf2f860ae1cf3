import type { Board } from "chessops/board";
import { Chess } from "chessops/chess";
import { parseFen } from "chessops/fen";
import type { Setup } from "chessops/setup";
import { SquareSet } from "chessops/squareSet";
import { COLORS, type Role, type Square } from "chessops/types";
import { opposite, squareRank } from "chessops/util";
import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import { amount, cleanLine } from "../../../shared/text.ts";
import { unwrap } from "../../game.ts";
import { attackersOf, colorName, describePieces, fenOf, kingOf, quoteText } from "./board.ts";
import { initialFen, ranksOf } from "./fen.ts";

/** Characters: room for the operations of EPD after the fields of a FEN. */
export const longestFen = 500;
/** The last move number that a game may start with, and the most plies since a pawn move or capture (FIDE 9.6.2). */
export const lastStart = { moveNumber: 9_999, halfMoves: 149 } as const;
/**
 * Digits of either counter: enough for whatever follows on the last start. A game that is played here ends within 5,949
 * moves, by the seventy-five-move rule; a record goes on after it, for as many plies as records may have.
 */
const counterPattern = /^\d{1,5}$/;
const refuseFen = (reason: string): Refusal => invalid(`Invalid FEN: ${reason}.`);

/** Why the first field of a FEN is not a board of sixty-four squares, and what to write; null if it is one. */
export function whyNoBoard(field: string): string | null {
  const ranks = ranksOf(field);
  if (ranks.length !== 8) {
    const example = initialFen.split(" ", 1)[0];
    return `the board has ${amount(ranks.length, "rank")} separated by “/”, not 8. Write them from the eighth down, such as ${example}`;
  }
  const wrong = /[^1-8pnbrqkPNBRQK/]/.exec(field);
  if (wrong !== null)
    return `${quoteText(wrong[0])} is neither a piece nor a number of empty squares. Write KQRBNP, kqrbnp and 1 to 8`;
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
    if (kings !== 1) return `${name} has ${kings === 0 ? "no king" : `${kings} kings, and needs one`}`;
    if (pawns > 8) return `${name} has ${pawns} pawns, and can have 8`;
    const beyond = (role: Role, few: number) => Math.max(count(role) - few, 0);
    const extras = beyond("knight", 2) + beyond("bishop", 2) + beyond("rook", 2) + beyond("queen", 1);
    if (extras > 8 - pawns) return `${name} has more pieces than its missing pawns can have become. Take some off`;
  }
  return SquareSet.backranks().intersects(board.pawn) ? "a pawn stands on the first or last rank. Take it off" : null;
}

/** Rights without king and rook at home could never be used: they are dropped. */
function possibleCastling({ board, castlingRights }: Setup): SquareSet {
  const homes = COLORS.filter((color) => board.kingOf(color) === (color === "white" ? 4 : 60))
    .map((color) => SquareSet.backrank(color).intersect(board.pieces(color, "rook")))
    .reduce((all, rooks) => all.union(rooks), SquareSet.empty());
  return castlingRights.intersect(SquareSet.corners()).intersect(homes);
}

/** Whether the pawn in front of the en passant square can have just moved past it. */
export function canHavePassed({ board, turn }: Pick<Setup, "board" | "turn">, target: Square): boolean {
  const forward = turn === "white" ? 8 : -8;
  if (squareRank(target) !== (turn === "white" ? 5 : 2) || board.has(target) || board.has(target + forward))
    return false;
  return board.pieces(opposite(turn), "pawn").has(target - forward);
}

const fenPattern =
  /^[\s_]*(?<board>[^\s_;]*)(?:[\s_]+(?<turn>[^\s_;]+))?(?:[\s_]+(?<castling>[^\s_;]+))?(?:[\s_]+(?<passed>[^\s_;]+))?(?:[\s_]+(?<halfMoves>-?\d+|-))?(?:[\s_]+(?<moveNumber>-?\d+|-))?(?<rest>[\s_;].*|)$/s;
const shredderCastling: Readonly<Record<string, string>> = { H: "K", A: "Q", h: "k", a: "q" };
/** A missing field is a dash, and word processors make longer ones. */
const dashIn = (field: string): string => field.replace(/^[\p{Pd}−]*$/u, "-");

/**
 * The fields of a FEN, and the text after them: unchecked, but in the letters of the standard. Blanks or underscores
 * separate them. A missing one is a dash, or where that cannot stand, empty.
 */
export function fieldsOf(text: string) {
  const groups = fenPattern.exec(text)?.groups ?? {};
  const { board = "", turn = "", castling = "", passed = "", halfMoves = "", moveNumber = "", rest = "" } = groups;
  return {
    board,
    turn: turn.replace(/^(?:white|black)$/i, ([letter = ""]) => letter).toLowerCase(),
    castling: dashIn(castling).replace(/[HAha]/g, (letter) => shredderCastling[letter] ?? letter),
    enPassant: dashIn(passed).toLowerCase(),
    halfMoves: halfMoves.replace(/^-$/, ""),
    moveNumber: moveNumber.replace(/^-$/, ""),
    remainder: rest.replace(/^[\s_]+/, ""),
  };
}

/** The operations that the standard names (PGN standard 16.2.5): one of them needs no semicolon after it. */
const namedOperation =
  /^(?:ac[dns]|[abdp]m|c[0-9e]|draw_\w+|eco|fmvn|hmvc|id|nic|noop|pv|rc|refcom|resign|s?v\d|tc\w+)(?![^\s;])/;

/**
 * The operations of a line of EPD by their names, of which the first of each counts. A semicolon ends one, except between
 * quotes; null for a text that is none.
 */
function operationsIn(text: string): ReadonlyMap<string, string> | null {
  if (!text.includes(";") && !namedOperation.test(text)) return text === "" ? new Map() : null;
  const operations = new Map<string, string>();
  for (const [, each = ""] of text.matchAll(/((?:"[^"]*"|[^";]+|")+);?/g)) {
    const [, name = "", value = ""] = /^\s*(\S+)\s*(.*)$/s.exec(each) ?? [];
    if (name !== "" && !operations.has(name)) operations.set(name, value.replace(/^"|"?\s*$/g, ""));
  }
  return operations;
}

/**
 * Reads a FEN, or a line of EPD, as leniently as python-chess and lichess do. Fields may be left out from the end: then it
 * is White's move (Black's where Black is in check), nobody may castle, and the counters are those of the operations `hmvc`
 * and `fmvn`, or 0 and 1. Castling rights that could never be used and an en passant square without a legal capture are
 * dropped. Refuses with `INVALID_ARGUMENT` and what to change what is not a position of chess: syntax, kings, pawns on the
 * outer ranks, too many men, castling of Chess960, or a side that could be mated by the capture of its king because it
 * left it in check (FIDE 3.9, 3.10.3).
 */
export function readPosition(
  text: string,
): Result<{ readonly fen: string; readonly operations: ReadonlyMap<string, string> }> {
  const { board, turn, castling, enPassant, remainder, ...counters } = fieldsOf(text);
  const noBoard = whyNoBoard(board);
  if (noBoard !== null) return refuseFen(noBoard);
  const operations = operationsIn(remainder);
  // Words that are no operations stand in place of the counters.
  const trailing = operations === null ? remainder.split(/\s/, 1)[0] : undefined;
  const halfMoves = counters.halfMoves || (trailing ?? operations?.get("hmvc") ?? "0");
  const moveNumber = counters.moveNumber || (trailing ?? operations?.get("fmvn") ?? "1");
  const wrong = (
    [
      [turn, /^[wb]?$/, "the side to move is w or b"],
      [castling, /^(?:-|(?!.*(.).*\1)[KQkq]+)$/, "castling rights are - or some of KQkq, as in standard chess"],
      [enPassant, /^(?:-|[a-h][1-8])$/, "the en passant square is - or a square such as e3"],
      [halfMoves, counterPattern, "the half-move clock is a number from 0"],
      [moveNumber, counterPattern, "the move number is a number from 1"],
    ] as const
  ).find(([field, pattern]) => !pattern.test(field));
  if (wrong) return refuseFen(`${wrong[2]}, not ${quoteText(wrong[0])}`);
  if (operations === null) return refuseFen(`${quoteText(remainder)} is after the move number. Leave it out`);
  const setup = parseFen(`${board} ${turn || "w"} ${castling} ${enPassant}`).unwrap();
  const impossible = whyImpossibleMen(setup.board);
  if (impossible !== null) return refuseFen(impossible);
  const position = Chess.default();
  position.board = setup.board;
  const checkers = () => attackersOf(position, kingOf(position, opposite(setup.turn)), setup.turn);
  // Nothing else can be meant.
  if (turn === "" && checkers().nonEmpty()) setup.turn = "black";
  if (checkers().nonEmpty()) {
    const [us, them] = [colorName(setup.turn), colorName(opposite(setup.turn))];
    const who = `${them} is in check from ${describePieces(position, checkers())}`;
    return refuseFen(`${who}, and it is ${us}’s move. Make it ${them}’s, or move a piece`);
  }
  const legal = Chess.fromSetup({ ...setup, castlingRights: possibleCastling(setup) }).unwrap();
  legal.halfmoves = Number(halfMoves);
  legal.fullmoves = Math.max(1, Number(moveNumber));
  return accept({ fen: fenOf(legal), operations });
}

/** The position of a text in its normal form, with quotes and Markdown around it; refuses what {@link readPosition} does. */
export function normalizeFen(text: string): Result<string> {
  if (text.length > longestFen) return refuseFen(`it is longer than ${longestFen} characters`);
  const position = readPosition(unwrap(cleanLine(text)));
  return position.ok ? accept(position.value.fen) : position;
}
