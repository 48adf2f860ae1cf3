import type { Chess } from "chess.js";
import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Outcome, Seat, View } from "../../../shared/terms.ts";
import { outcomeText, type Played, type Rules } from "../../game.ts";
import { allMoves, boardOf, hasMove, otherColor, playOn, seatOf, uciOf } from "./board.ts";
import { movesMeant } from "./candidates.ts";
import { freeReadings, movesOfAny, whySeveral } from "./free.ts";
import { whyIllegal } from "./illegal.ts";
import { hasMatingMaterial } from "./material.ts";
import { reasons } from "./reasons.ts";
import { initialFen, lastStart, readFen } from "./setup.ts";
import { quoteText, readMove } from "./text.ts";

/** What a game can be set up with. */
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

const plainMessage = "Write the squares it leaves and enters (e2e4, a7a8q, e1g1) or SAN (Nf3, exd5, e8=Q, O-O)";
type Reason = keyof typeof reasons;
const win = (winner: Seat, reason: Reason): Outcome => ({ winner, reason });
const draw = (reason: Reason): Outcome => ({ winner: null, reason });
const illegal = (reason: string): Refusal => refuse("ILLEGAL_MOVE", `Invalid move: ${reason}.`);

/** What makes two positions the same (FIDE 9.2.2): men, side to move, castling rights, possible en passant capture. */
export const positionKey = (fen: string): string => fen.split(" ", 4).join(" ");

function fields(state: ChessState): { turn: "w" | "b"; castling: string; halfMoves: number } {
  const [, turn, castling = "-", , halfMoves] = state.fen.split(" ");
  return { turn: turn === "b" ? "b" : "w", castling, halfMoves: Number(halfMoves) };
}

const occurrences = (state: ChessState): number => state.seen[positionKey(state.fen)] ?? 1;

/** The draws that need no claim and no look at the legal moves. */
function drawByRule(state: ChessState): Outcome | null {
  if (!hasMatingMaterial(state.fen, "w") && !hasMatingMaterial(state.fen, "b")) return draw("insufficient-material");
  if (occurrences(state) >= 5) return draw("fivefold-repetition");
  return fields(state).halfMoves > lastStart.halfMoves ? draw("seventy-five-moves") : null;
}

/** What takes a board, and all legal moves at worst, to be told of a state. */
interface Standing {
  readonly outcome: Outcome | null;
  readonly check: boolean;
}

/** A state is asked about several times for each move. */
const standings = new WeakMap<ChessState, Standing>();

/** Looks, on a board that shows the state, and keeps what it found. */
function look(state: ChessState, board: Chess): Standing {
  const check = board.isCheck();
  const end = check ? win(seatOf(otherColor(board.turn())), "checkmate") : draw("stalemate");
  const standing = { outcome: hasMove(board) ? drawByRule(state) : end, check };
  standings.set(state, standing);
  return standing;
}

const standingOf = (state: ChessState): Standing => standings.get(state) ?? look(state, boardOf(state.fen));

/**
 * How the position ends the game: checkmate (FIDE 5.1.1), stalemate (5.2.1), no mating material on either side
 * (5.2.2), fivefold repetition (9.6.1), seventy-five moves by each player without pawn move or capture (9.6.2, where
 * checkmate takes precedence). Null while it goes on.
 */
const outcome = (state: ChessState): Outcome | null => standingOf(state).outcome;

const toMove = (state: ChessState): readonly Seat[] => (outcome(state) === null ? [seatOf(fields(state).turn)] : []);

/** The state after a position was reached, with the repetitions that can still matter. */
function arriveAt(fen: string, before: ChessState): ChessState {
  const key = positionKey(fen);
  const after = { fen, ply: before.ply + 1, seen: {} };
  // After a capture, a pawn move or the loss of a castling right, no earlier position can come again.
  const irreversible = fields(after).halfMoves === 0 || fields(after).castling !== fields(before).castling;
  if (irreversible) return { ...after, seen: { [key]: 1 } };
  return { ...after, seen: { ...before.seen, [key]: (before.seen[key] ?? 0) + 1 } };
}

/** Plays a move that is written in UCI or SAN ({@link readMove}); freely, one that a text can mean otherwise as well. */
function playText(state: ChessState, text: string, freely: boolean): Result<Played<ChessState>> {
  const board = boardOf(state.fen);
  const written = readMove(text);
  const plain = written === null ? [] : movesMeant(board, written);
  const readings = freely && plain.length === 0 ? freeReadings(board, text) : [];
  const [move, ...others] = plain.length === 0 ? movesOfAny(board, readings) : plain;
  if (move === undefined) {
    const several = freely ? whySeveral(board, text) : null;
    if (several !== null) return illegal(several);
    const [meant = written] = readings;
    return illegal(meant === null ? `${quoteText(text)} is not a move. ${plainMessage}` : whyIllegal(board, meant));
  }
  if (others.length > 0) {
    const choices = [move, ...others].map((each) => `${playOn(boardOf(state.fen), each)} (${uciOf(each)})`);
    return illegal(`${quoteText(text.trim())} is ambiguous, it could be ${choices.join(" or ")}`);
  }
  const san = playOn(board, move);
  const after = arriveAt(board.fen(), state);
  // While the board shows it: to set it up once more would cost as much as the move.
  look(after, board);
  return accept({ state: after, move: { uci: uciOf(move), san } });
}

/** Plays a move that is written in UCI or SAN ({@link readMove}), and no other: what files are read by. */
export const playStrictly = (state: ChessState, text: string): Result<Played<ChessState>> =>
  playText(state, text, false);

/**
 * Chess by the FIDE Laws of 2023. Moves are written in UCI or SAN, or in any way that can mean but one legal move
 * ({@link freeReadings}). A state holds one position and the repetitions since the last irreversible move, so that
 * neither its size nor the cost of a move grows with the game.
 */
export const rules: Rules<ChessState, ChessOptions, ChessView> = {
  /** Also refuses a position in which the game would be over before the first move. */
  start(options) {
    const fen = readFen(options.fen ?? initialFen);
    if (!fen.ok) return fen;
    if (boardOf(fen.value).moveNumber() > lastStart.moveNumber) {
      return refuse("INVALID_ARGUMENT", `Invalid FEN: the move number is past ${lastStart.moveNumber}.`);
    }
    const state = { fen: fen.value, ply: 0, seen: { [positionKey(fen.value)]: 1 } };
    const end = outcome(state);
    if (end === null) return accept(state);
    return refuse("INVALID_ARGUMENT", `The game would be over before it starts: ${outcomeText({ reasons }, end)}.`);
  },

  toMove,
  ply: (state) => state.ply,

  play: (state, _seat, text) => playText(state, text, true),

  outcome,

  /** Threefold repetition (FIDE 9.2.1), fifty moves by each player without pawn move or capture (9.3.2). */
  claimableDraw(state) {
    const threefold = occurrences(state) >= 3;
    if (!threefold && fields(state).halfMoves < 100) return null;
    if (outcome(state) !== null) return null;
    return draw(threefold ? "threefold-repetition" : "fifty-moves");
  },

  canWin: (state, seat) => hasMatingMaterial(state.fen, seat === "white" ? "w" : "b"),

  legalMoves(state, seat) {
    if (seat !== seatOf(fields(state).turn) || drawByRule(state) !== null) return [];
    return allMoves(boardOf(state.fen)).map(uciOf);
  },

  view: (state) => ({ kind: "chess", fen: state.fen, check: standingOf(state).check }),
  conceals: () => false,
};
