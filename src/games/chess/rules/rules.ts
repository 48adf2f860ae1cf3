import { Chess } from "chess.js";
import type { SquareName } from "chessops/types";
import { makeSquare, opposite } from "chessops/util";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Outcome, Seat, View } from "../../../shared/terms.ts";
import { outcomeText, type PlayedMove, type Rules } from "../../game.ts";
import { allMoves, fenOf, movesMeant, type Position, playOn, positionOf, readMove, uciOf } from "./board.ts";
import { initialFen, positionKey, turnOf } from "./fen.ts";
import { readLegalMove } from "./free.ts";
import { lastStart, normalizeFen } from "./setup.ts";

/** How the Laws of Chess end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = {
  checkmate: "Checkmate",
  stalemate: "Stalemate",
  "insufficient-material": "Insufficient Material",
  "fivefold-repetition": "Fivefold Repetition",
  "seventy-five-moves": "the Seventy-Five-Move Rule",
  "threefold-repetition": "Threefold Repetition",
  "fifty-moves": "the Fifty-Move Rule",
} as const;

export type ChessOptions = {
  /** The starting position; the usual one where it is left out. */
  readonly fen?: string | undefined;
};

export interface ChessState {
  /** The position in normal form: an en passant square only where a legal capture exists. */
  readonly fen: string;
  /** Moves made since the start of this game, in plies. */
  readonly ply: number;
  /**
   * How often each position has occurred since the last move that cannot be undone. In a game that is played here the
   * seventy-five-move rule bounds it: never more than 151 entries, however long the game.
   */
  readonly seen: Readonly<Record<string, number>>;
}

export interface ChessView extends View {
  readonly kind: "chess";
  readonly fen: string;
  readonly check: boolean;
}

type Reason = keyof typeof reasons;
const win = (winner: Seat, reason: Reason): Outcome => ({ winner, reason });
const draw = (reason: Reason): Outcome => ({ winner: null, reason });

function fenFields({ fen }: ChessState): { castling: string; halfMoves: number } {
  const [, , castling = "-", , halfMoves] = fen.split(" ");
  return { castling, halfMoves: Number(halfMoves) };
}

const occurrences = (state: ChessState): number => state.seen[positionKey(state.fen)] ?? 1;

/** The draws that need no claim and no look at the legal moves. `position` is that of the state. */
function drawByRule(state: ChessState, position: Position): Outcome | null {
  if (position.isInsufficientMaterial()) return draw("insufficient-material");
  if (occurrences(state) >= 5) return draw("fivefold-repetition");
  return position.halfmoves > lastStart.halfMoves ? draw("seventy-five-moves") : null;
}

/** Facts about a state that need a position, and at worst all legal moves. */
interface Standing {
  readonly outcome: Outcome | null;
  readonly check: boolean;
}

/** Cached, since a state is asked about several times for each move. */
const standingCache = new WeakMap<ChessState, Standing>();

/** Examines a position, which is that of the state, and caches the result. */
function look(state: ChessState, position: Position): Standing {
  const check = position.isCheck();
  const end = check ? win(opposite(position.turn), "checkmate") : draw("stalemate");
  const standing = { outcome: position.hasDests() ? drawByRule(state, position) : end, check };
  standingCache.set(state, standing);
  return standing;
}

const standingOf = (state: ChessState): Standing => standingCache.get(state) ?? look(state, positionOf(state.fen));

/**
 * How the position ends the game: checkmate (FIDE 5.1.1), stalemate (5.2.1), no mating material on either side
 * (5.2.2), fivefold repetition (9.6.1), seventy-five moves by each player without pawn move or capture (9.6.2, where
 * checkmate takes precedence). Null while it goes on.
 */
const outcome = (state: ChessState): Outcome | null => standingOf(state).outcome;

const toMove = (state: ChessState): readonly Seat[] => (outcome(state) === null ? [turnOf(state.fen)] : []);

/** The state after a position was reached, with the repetitions that can still matter. */
function arriveAt(fen: string, before: ChessState): ChessState {
  const key = positionKey(fen);
  const after = { fen, ply: before.ply + 1, seen: {} };
  // After a capture, a pawn move or the loss of a castling right, no earlier position can come again.
  const { castling, halfMoves } = fenFields(after);
  const irreversible = halfMoves === 0 || castling !== fenFields(before).castling;
  if (irreversible) return { ...after, seen: { [key]: 1 } };
  return { ...after, seen: { ...before.seen, [key]: (before.seen[key] ?? 0) + 1 } };
}

/** The state after a move that is written in any way that can mean but one; `second` judges it too. */
function step(state: ChessState, text: string, second?: typeof judge): Result<PlayedMove<ChessState>> {
  const position = positionOf(state.fen);
  const move = readLegalMove(position, text);
  if (!move.ok) return move;
  const san = playOn(position, move.value);
  second?.(state.fen, makeSquare(move.value.from), san);
  const after = arriveAt(fenOf(position), state);
  look(after, position);
  return accept({ state: after, move: { code: uciOf(move.value), text: san } });
}

/**
 * Chess by the FIDE Laws of 2023. Moves are written in UCI or SAN, or in any way that can mean but one legal move
 * ({@link readLegalMove}). A state holds one position and the repetitions since the last irreversible move, so that
 * neither its size nor the cost of a move grows with the game.
 */
export const rules: Rules<ChessState, ChessOptions, ChessView> = {
  /** Also refuses a position in which the game would be over before the first move. */
  start(options) {
    const fen = normalizeFen(options.fen ?? initialFen);
    if (!fen.ok) return fen;
    if (Number(fen.value.split(" ")[5]) > lastStart.moveNumber) {
      return invalid(`Invalid FEN: the move number is past ${lastStart.moveNumber}.`);
    }
    const state = { fen: fen.value, ply: 0, seen: { [positionKey(fen.value)]: 1 } };
    const end = outcome(state);
    if (end === null) return accept(state);
    return invalid(`The game would be over before it starts: ${outcomeText({ reasons }, end)}.`);
  },

  toMove,
  ply: (state) => state.ply,

  play: (state, _seat, text) => step(state, text, judge),

  replay: (state, _seat, text) => step(state, text),

  outcome,

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
  canWin: (state, seat) => !positionOf(state.fen).hasInsufficientMaterial(seat === "white" ? "white" : "black"),

  legalMoves(state, seat) {
    const position = positionOf(state.fen);
    if (seat !== position.turn || drawByRule(state, position) !== null) return [];
    return allMoves(position).map(uciOf);
  },

  view: (state) => ({ kind: "chess", fen: state.fen, check: standingOf(state).check }),
};

/** A draw by threefold repetition (FIDE 9.2.1), or by fifty moves of each player without pawn move or capture (9.3.2). */
export function claimableDraw(state: ChessState): Outcome | null {
  const threefold = occurrences(state) >= 3;
  if (!threefold && fenFields(state).halfMoves < 100) return null;
  if (outcome(state) !== null) return null;
  return draw(threefold ? "threefold-repetition" : "fifty-moves");
}

/** The legal move that an engine writes so, castling as the king's step or, as in Chess960, onto its rook; null for none. */
export function moveIn({ fen }: ChessView, text: string): string | null {
  const notation = readMove(text);
  const [move] = notation?.kind === "squares" ? movesMeant(positionOf(fen), notation) : [];
  return move ? uciOf(move) : null;
}

/** The disambiguation in SAN, beside the piece and its target. */
const others = /(?<=^[NBRQK])[a-h]?[1-8]?(?=x?[a-h][1-8])/;

/**
 * Has chess.js judge a move: it has to list it among those from its square, with the same capture, promotion, check or
 * mate. Throws where it does not: what comes here is legal by chessops, so one of the two libraries would be wrong.
 */
function judge(fen: string, from: SquareName, san: string): void {
  // It lists a square's moves as if nothing else could go there.
  if (!new Chess(fen, { skipValidation: true }).moves({ square: from }).includes(san.replace(others, "")))
    throw new Error(`chess.js does not list ${san} from ${from} in ${fen}`);
}
