import { RecentMap } from "../../../shared/recent-map.ts";
import type { Opening } from "../../../shared/terms.ts";
import { fenOf, positionOf } from "../rules/board.ts";
import { initialFen, positionKey } from "../rules/fen.ts";
import { playWritten } from "../rules/free.ts";
import type { ChessOptions } from "../rules/rules.ts";
import { normalizeFen } from "../rules/setup.ts";
import names from "./names.tsv?raw";

/** Longest line in the collection, in plies, with room to spare. */
const longestLine = 40;
/** Most cached opening lines: enough for the games played at once, which share their beginnings. */
const mostLines = 4096;

/** Placement, side and castling, by which the collection knows a position. */
const keyOf = (fen: string): string => fen.split(" ").slice(0, 3).join(" ");

let byPosition: Map<string, Opening> | null = null;
/**
 * The names that lichess gives (lichess-org/chess-openings), as scripts/opening-names.mjs writes them: a name a line,
 * then its positions, each after its code. Read when a game is first asked for its opening: a host that starts does not
 * need them.
 */
function openingsByPosition(): Map<string, Opening> {
  if (byPosition) return byPosition;
  byPosition = new Map();
  for (const line of names.trimEnd().split("\n")) {
    const [name = "", ...positions] = line.split("\t");
    for (const position of positions) byPosition.set(position.slice(4), { code: position.slice(0, 3), name });
  }
  return byPosition;
}

interface NamedLine {
  /** The position after the last move of the cached line. */
  readonly fen: string;
  /** The last named position that it went through. */
  readonly opening: Opening | null;
  /** The number of its moves, and of those up to that position. */
  readonly plies: number;
  readonly theory: number;
}

/** Earlier findings, by start and moves of a line; the line that was asked for longest ago comes first. */
const lineCache = new RecentMap<string, NamedLine>(mostLines);

/**
 * The last named position that a game from the initial position went through; null where there is none. Asked after
 * every move of a game, it plays that move alone: the line before it is remembered.
 */
export function openingOf({ fen }: ChessOptions, moves: readonly string[]): Opening | null {
  return (fen ?? initialFen) === initialFen ? lineOf(initialFen, moves.slice(0, longestLine)).opening : null;
}

/** The number of moves up to the last named position that a game went through, wherever it began; 0 for none. */
export function theoryOf({ fen }: ChessOptions, moves: readonly string[]): number {
  const start = normalizeFen(fen ?? initialFen);
  return start.ok ? lineOf(start.value, moves.slice(0, longestLine)).theory : 0;
}

/** The keys of the positions that a game went through, the starting one first: those of its first 40 plies. */
export function positionsAlong({ fen }: ChessOptions, moves: readonly string[]): readonly string[] {
  const start = normalizeFen(fen ?? initialFen);
  if (!start.ok) return [];
  const line = moves.slice(0, longestLine);
  return [start.value, ...line.map((_, index) => lineOf(start.value, line.slice(0, index + 1)).fen)].map(positionKey);
}

function lineOf(start: string, moves: readonly string[]): NamedLine {
  const last = moves.at(-1);
  if (last === undefined) return { fen: start, opening: null, plies: 0, theory: 0 };
  const key = `${start} ${moves.join(" ")}`;
  const line = lineCache.get(key) ?? lineAfter(lineOf(start, moves.slice(0, -1)), last);
  lineCache.set(key, line);
  return line;
}

/** A move that cannot be played leaves the line where it was. */
function lineAfter(before: NamedLine, uci: string): NamedLine {
  const play = playWritten(positionOf(before.fen), uci);
  if (!play.ok) return before;
  const fen = fenOf(play.value.position);
  const plies = before.plies + 1;
  const opening = openingsByPosition().get(keyOf(fen));
  return { ...before, fen, plies, ...(opening ? { opening, theory: plies } : {}) };
}
