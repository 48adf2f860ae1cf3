import { claimableDraw, reasonsOf } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import type { ApiClock } from "../../../shared/api.ts";
import { missingCase } from "../../../shared/result.ts";
import { type PositionView, type Seat, seatTitle, type View } from "../../../shared/terms.ts";
import { quote } from "../../../shared/text.ts";
import { type GameState, isToMove, rulesOf, type SeatState, seatedAt, viewOf } from "../../games/machine/game-state.ts";
import { clockView } from "../../views/game/game-view.ts";

/** The number of last plies in the structured half of an answer. */
export const RECENT = 10;
/** The number of last plies that stand beside a position in the text; in `compact` each costs three tokens of a turn's 260. */
export const recentBeside = (style: PositionView): number => (style === "compact" ? 6 : RECENT);
/** The view in which a reader is told positions; spectators have chosen none. */
export const styleFor = (state: GameState, seat: Seat | null): PositionView =>
  seat === null ? "full" : seatedAt(state, seat).view;

type Moves = readonly { readonly seat: Seat; readonly text: string }[];

/** A position in both halves of an answer, in the reader's form; `moves` are those that the reader may see. */
export function positionFor(state: GameState, viewer: Seat | null, style: PositionView, moves: Moves, now: number) {
  const { words } = definitionOf(state.kind);
  const view = viewOf(state, viewer);
  const mover = viewer !== null && isToMove(state, viewer) ? viewer : null;
  const legal = mover === null ? null : legalMovesFor(state, mover);
  const claimable = mover === null ? null : claimableIn(state);
  const clock = clockView(state, now);
  const check = words.check?.(view) === true && state.outcome === null;
  const last = moves.slice(-recentBeside(style));
  // A position that shows the side to move and the move number needs no numbers at the moves.
  const lastMoves = style === "none" ? movesText(state, last, moves.length - last.length) : namesOf(state, last);
  const inList = (line: string) => (style === "compact" ? line : `- ${line}`);
  const lines = [
    ...boardLines(state, view, style),
    ...(check ? ["- Check!"] : []),
    ...(claimable ? [`- A draw may be claimed (${claimable}): pass claim_draw: true with your move.`] : []),
    ...(clock ? [`- Clock: ${clockLine(clock)}`] : []),
    ...(moves.length > 0 ? [inList(`Last moves: ${lastMoves}`)] : []),
  ];
  return {
    /** The fields of the position, such as a FEN; none for a player who plays blindfold. */
    fields: style === "none" ? {} : words.position(view),
    legal,
    check,
    /** The draw that the reader may claim with its move, in the game's words; null for none. */
    claimable,
    clock,
    /** All but the legal moves, as text. */
    board: lines.join("\n").trimEnd(),
  };
}

/** The draw that may be claimed with a move, in the game's words; null for none. */
function claimableIn(state: GameState): string | null {
  const outcome = state.outcome ? null : claimableDraw(definitionOf(state.kind), state.position);
  return outcome && (reasonsOf(definitionOf(state.kind))[outcome.reason] ?? outcome.reason);
}

/** Moves in a line, numbered from the place of the first one in the game. */
export function movesText(state: GameState, moves: Moves, before = 0): string {
  const { words, simultaneous } = definitionOf(state.kind);
  if (simultaneous) return namesOf(state, moves);
  const texts = moves.map(({ text }) => text);
  return words.moves(state.options, texts, before);
}

/** Moves in a line without numbers; where both choose at once, each with its player. */
function namesOf({ kind, options }: GameState, moves: Moves): string {
  const { simultaneous, moveNumbers, words } = definitionOf(kind);
  if (simultaneous) return moves.map(({ seat, text }) => `${seat} ${text}`).join(", ");
  const texts = moves.map(({ text }) => text);
  return moveNumbers ? texts.join(" ") : words.moves(options, texts);
}

function boardLines({ kind }: GameState, view: View, style: PositionView): readonly string[] {
  const { words } = definitionOf(kind);
  switch (style) {
    case "full":
      return [words.board(view), "", ...words.facts(view)];
    case "compact":
      return [words.grid(view)];
    case "fen":
      return [`- ${words.line(view)}`];
    case "none":
      return [];
    default:
      return missingCase(style);
  }
}

/**
 * The legal moves of a seat in both halves of an answer; null where they are not shown. The text has the game's own
 * notation, the field that of coordinates; for a reader in `compact` both have the former: half as many tokens.
 */
export function legalMovesFor(state: GameState, seat: Seat) {
  if (state.legalMoves === "hidden") return null;
  const rules = rulesOf(state);
  const moves = rules.legalMoves(state.position, seat);
  if (moves.length === 0) return null;
  const names = definitionOf(state.kind).words.legal(rules.view(state.position, seat), moves);
  return { field: styleFor(state, seat) === "compact" ? names : moves, text: `Legal moves: ${names.join(" ")}` };
}

export function clockLine({ remaining_seconds, increment_seconds }: ApiClock): string {
  const sides = Object.entries(remaining_seconds).map(([seat, seconds]) => `${seat} ${clockFace(seconds)}`);
  return `${sides.join(", ")} (+${increment_seconds} s a move)`;
}

/** `1:05:09`, `4:07`, `0:09.5` */
function clockFace(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const remainder = seconds % 60;
  const tail = seconds < 10 ? remainder.toFixed(1).padStart(4, "0") : String(Math.floor(remainder)).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** How a player is called in a sentence: `Computer`, `Human`, `opponent`. */
export function kindTitle({ kind }: SeatState): string {
  return { computer: "Computer", human: "Human", agent: "opponent" }[kind];
}

export const nameOf = (seatState: SeatState): string => seatState.name ?? "(seat open)";

/** `White “Deep Thought”` */
export const playerTitle = (seatState: SeatState): string =>
  seatState.name === null ? seatTitle(seatState.seat) : `${seatTitle(seatState.seat)} ${quote(seatState.name)}`;
