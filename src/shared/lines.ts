import type { z } from "zod";
import type { linesSchema } from "./line-schemas.ts";
import type { Thoughts } from "./thoughts.ts";

export type Lines = z.infer<typeof linesSchema>;
export type LineMove = Lines["moves"][number];
/** A move with what its player thought, where that may be seen. */
export type ThoughtMove = LineMove & { readonly thoughts?: Thoughts | undefined };
export type ThoughtLines = Omit<Lines, "moves"> & { readonly moves: readonly ThoughtMove[] };
/** The part of a tree that an assistant wrote, at one place. */
export type AssistantNote = NonNullable<LineMove["assistant"]>;
export type LineScore = NonNullable<LineMove["score"]>;

/** Most moves of a tree, and most variations within one another. */
export const MOST_LINE_MOVES = 5_000;
export const DEEPEST_VARIATION = 100;
/** Most characters of the comments at one place of a tree. */
export const LONGEST_NOTE = 20_000;
/** Most milliseconds of a clock: more than any game can come to. */
export const LONGEST_CLOCK = 10_000 * 3_600_000 - 1;
/** Limits of a score, in centipawns and moves to mate, and of its depth in plies: more than any engine reports. */
export const MOST_SCORE = { cp: 1_000_000, mate: 9_999, depth: 999 } as const;

/** Only the moves of a game. */
export const plainLines = (moves: readonly Pick<LineMove, "code" | "text">[]): Lines => ({
  moves: moves.map(({ code, text }, index) => ({ after: index - 1, code, text })),
});

/** The indexes of the main line's moves, in order. */
export function mainLine({ moves }: Lines): readonly number[] {
  const places: number[] = [];
  for (const [place, { after }] of moves.entries()) if (after === (places.at(-1) ?? -1)) places.push(place);
  return places;
}

/** The indexes of the moves after each move, the continuation of its line first; those of −1 are the first moves. */
export function followersOf({ moves }: Lines): (place: number) => readonly number[] {
  // By hand, since pages that are sent to others are opened in browsers that know no `Map.groupBy`.
  const byStart = new Map<number, number[]>();
  for (const [place, { after }] of moves.entries()) {
    const group = byStart.get(after);
    if (group) group.push(place);
    else byStart.set(after, [place]);
  }
  return (place) => byStart.get(place) ?? [];
}

/** The indexes of the moves that continue a line after a place, up to its end. */
export function lineAfter(next: ReturnType<typeof followersOf>, place: number): readonly number[] {
  const places: number[] = [];
  for (let [on] = next(place); on !== undefined; [on] = next(on)) places.push(on);
  return places;
}

/** The ply of each move of a tree. */
export function depthsIn({ moves }: Lines): readonly number[] {
  const depths: number[] = [];
  for (const { after } of moves) depths.push((depths[after] ?? 0) + 1);
  return depths;
}

/** The indexes of the moves from the start to one, that one included. */
export function pathTo({ moves }: Lines, place: number): readonly number[] {
  const path: number[] = [];
  for (let at = place; at >= 0; at = moves[at]?.after ?? -1) path.push(at);
  return path.reverse();
}

/** Two trees over the same main line as one: all moves of both, with what either says of them. */
export function mergedLines(one: Lines, other: Lines): Lines {
  const moves = [...one.moves];
  const placeOf = new Map(moves.map(({ after, code }, place) => [`${after} ${code}`, place]));
  /** The place in both of each move of the other. */
  const places: number[] = [];
  for (const move of other.moves) {
    const after = places[move.after] ?? -1;
    const key = `${after} ${move.code}`;
    const place = placeOf.get(key) ?? moves.length;
    places.push(place);
    placeOf.set(key, place);
    moves[place] = { ...mergedMove(moves[place] ?? move, move), after };
  }
  const comment = mergeComments(one.comment, other.comment);
  return { ...(comment === "" ? {} : { comment }), moves };
}

/** A move with the notes of both. */
export function mergedMove(one: LineMove, other: Omit<LineMove, "after" | "code">): LineMove {
  const nags = [...new Set([...(one.nags ?? []), ...(other.nags ?? [])])];
  const [before, comment] = [mergeComments(one.before, other.before), mergeComments(one.comment, other.comment)];
  return {
    ...other,
    ...one,
    ...(before === "" ? {} : { before }),
    ...(comment === "" ? {} : { comment }),
    ...(nags.length > 0 ? { nags } : {}),
  };
}

export const mergeComments = (one = "", other = ""): string => (one.includes(other) ? one : `${one} ${other}`.trim());

/** Whether a game has notes: comments, glyphs or variations. */
export const isWritten = (lines: Lines): boolean =>
  lines.comment !== undefined ||
  lines.moves.length > mainLine(lines).length ||
  lines.moves.some(({ before, comment, nags }) => before ?? comment ?? nags);

export const hasThoughts = ({ moves }: { readonly moves: readonly Pick<ThoughtMove, "thoughts">[] }): boolean =>
  moves.some(({ thoughts }) => thoughts);

export const isMeasured = ({ moves }: Lines): boolean => moves.some(({ clock, score }) => clock ?? score);

/** Whether a tree has anything besides its moves. */
export const isAnnotated = (lines: Lines): boolean => isWritten(lines) || isMeasured(lines);
