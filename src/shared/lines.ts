/** An engine's score of a position, from the first seat's side: centipawns, or moves to mate, negative against it. */
export interface LineScore {
  readonly kind: "cp" | "mate";
  readonly value: number;
  /** In plies, where that is known. */
  readonly depth?: number | undefined;
}

/** A move in a tree of lines, and what was written of it. */
export interface LineMove {
  /** The place of the move that it follows in the list; −1 for a first move. */
  readonly after: number;
  readonly code: string;
  readonly text: string;
  /** The comment before it, where a variation begins with it. */
  readonly before?: string | undefined;
  readonly comment?: string | undefined;
  /** Numeric annotation glyphs (PGN standard 10): 1 is `!`, 2 `?`, 4 `??`, 6 `?!`. */
  readonly nags?: readonly number[] | undefined;
  /** Milliseconds that the mover had left after it. */
  readonly clock?: number | undefined;
  /** Of the position that it led to. */
  readonly score?: LineScore | undefined;
}

/**
 * A game with its variations and what was written of them. A move stands somewhere behind the one that it follows; of
 * several that follow the same, the first goes on with its line, and the others are variations. So it is a list, as deep
 * as it may be: nothing that reads or writes it has to go down into it.
 */
export interface Lines {
  /** The comment before the first move. */
  readonly comment?: string | undefined;
  readonly moves: readonly LineMove[];
}

/** Most moves of a tree, and most variations within one another. */
export const MOST_LINE_MOVES = 5_000;
export const DEEPEST_VARIATION = 100;
/** Most characters that are said at one place of a tree. */
export const LONGEST_NOTE = 20_000;
/** Most milliseconds of a clock: more than a game of the longest clock can come to. */
export const LONGEST_CLOCK = 10_000 * 3_600_000 - 1;
/** Most centipawns and moves to mate of a score, either way, and plies of its depth: more than any engine says. */
export const MOST_SCORE = { cp: 1_000_000, mate: 9_999, depth: 999 } as const;

/** Nothing but the moves of a game. */
export const plainLines = (moves: readonly Pick<LineMove, "code" | "text">[]): Lines => ({
  moves: moves.map(({ code, text }, index) => ({ after: index - 1, code, text })),
});

/** The places of the moves of the main line, in order. */
export function mainLine({ moves }: Lines): readonly number[] {
  const places: number[] = [];
  for (const [place, { after }] of moves.entries()) if (after === (places.at(-1) ?? -1)) places.push(place);
  return places;
}

/** The places of the moves that follow each move, the one that goes on with its line first; those of −1 are the first moves. */
export function followers({ moves }: Lines): (place: number) => readonly number[] {
  const found = new Map<number, number[]>();
  for (const [place, { after }] of moves.entries()) {
    const known = found.get(after);
    if (known) known.push(place);
    else found.set(after, [place]);
  }
  return (place) => found.get(place) ?? [];
}

/** The places of the moves from the start to one, that one included. */
export function pathTo({ moves }: Lines, place: number): readonly number[] {
  const path: number[] = [];
  for (let at = place; at >= 0; at = moves[at]?.after ?? -1) path.push(at);
  return path.reverse();
}

/** Whether something was said of a game or of its moves, in words, glyphs or variations. */
export const isWritten = (lines: Lines): boolean =>
  lines.comment !== undefined ||
  lines.moves.length > mainLine(lines).length ||
  lines.moves.some(({ before, comment, nags }) => before ?? comment ?? nags);

/** Whether there is a clock or a score with one of its moves. */
export const isMeasured = ({ moves }: Lines): boolean => moves.some(({ clock, score }) => clock ?? score);

/** Whether there is more to a tree than its moves. */
export const isAnnotated = (lines: Lines): boolean => isWritten(lines) || isMeasured(lines);
