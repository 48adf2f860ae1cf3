import { gameOf } from "../../games/register.ts";
import { missingCase } from "../../shared/result.ts";
import type { PositionView, Seat, View } from "../../shared/terms.ts";
import { rulesOf, type Table } from "../tables/machine/table.ts";
import { type ClockView, clockView } from "../views/clock-view.ts";

/** How many of the last plies are told with a position. */
export const RECENT = 10;

/** What of a position is told to a reader, in both halves of an answer. */
export interface Position {
  /** The fields by which it is known, such as a FEN; none to who plays blindfold. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly legal: LegalMoves | null;
  readonly check: boolean;
  readonly clock: ClockView | null;
  readonly text: string;
}

/** Legal moves as a reader wants them written: a list, or in `compact` one line, in text by piece. */
interface LegalMoves {
  readonly field: readonly string[] | string;
  readonly text: string;
}

/** The position as a reader wants it written. `sans` are the moves so far, as the reader may see them. */
export function positionFor(
  table: Table,
  viewer: Seat | null,
  style: PositionView,
  { sans, isToMove, now }: { readonly sans: readonly string[]; readonly isToMove: boolean; readonly now: number },
): Position {
  const { words } = gameOf(table.kind);
  const view = rulesOf(table).view(table.state, viewer);
  const legal = isToMove && viewer !== null ? legalMovesFor(table, viewer, style) : null;
  const clock = clockView(table, now);
  const check = words.check(view) === true && table.outcome === null;
  const last = sans.slice(-RECENT);
  // In few words as their names alone: the ply says where in the game they are.
  const recent =
    style === "compact"
      ? `Last moves: ${last.join(" ")}`
      : `- Last moves: ${words.moves(table.options, last, Math.max(0, sans.length - RECENT))}`;
  const lines = [
    ...boardLines(table, view, style),
    ...(check ? ["- Check!"] : []),
    ...(clock ? [`- Clock: ${clockLine(clock)}`] : []),
    ...(last.length > 0 ? [recent] : []),
    ...(legal ? [style === "compact" ? legal.text : `- ${legal.text}`] : []),
  ];
  return {
    fields: style === "none" ? {} : words.position(view),
    legal,
    check,
    clock,
    text: lines.join("\n"),
  };
}

function boardLines({ kind }: Table, view: View, style: PositionView): readonly string[] {
  const { words } = gameOf(kind);
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

/** The legal moves of a seat; null where they are not shown. */
export function legalMovesFor(table: Table, seat: Seat, style: PositionView): LegalMoves | null {
  if (table.legalMoves === "hidden") return null;
  const rules = rulesOf(table);
  const moves = rules.legalMoves(table.state, seat);
  if (moves.length === 0) return null;
  if (style !== "compact") return { field: moves, text: `Legal moves: ${moves.join(" ")}` };
  return {
    field: moves.join(" "),
    text: gameOf(table.kind).words.legal(rules.view(table.state, seat), moves),
  };
}

function clockLine({ remaining_seconds, increment_seconds }: ClockView): string {
  const sides = Object.entries(remaining_seconds).map(([seat, seconds]) => `${seat} ${clockFace(seconds)}`);
  return `${sides.join(", ")} (+${increment_seconds} s a move)`;
}

/** `1:05:09`, `4:07`, `0:09.5` */
function clockFace(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = seconds % 60;
  const tail = seconds < 10 ? rest.toFixed(1).padStart(4, "0") : String(Math.floor(rest)).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
