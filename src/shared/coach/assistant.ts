import { type AssistantNote, followersOf, type LineMove, type Lines } from "../lines.ts";
import { applyChanges, type Change, keysOf, type Path, pathIn, placeAt } from "./changes.ts";

/** The writing of an assistant at each place of a tree, −1 for the start. */
const notesIn = (lines: Lines): readonly (readonly [place: number, note: AssistantNote])[] =>
  [lines, ...lines.moves].flatMap(({ assistant }, index) => (assistant ? [[index - 1, assistant] as const] : []));

/** The writing of an assistant at a place of a tree, −1 for the start. */
export const noteAt = (lines: Lines, place: number): AssistantNote | undefined =>
  (lines.moves[place] ?? lines).assistant;

/** Whether an assistant wrote anything in a tree that its person has not accepted. */
export const hasAssistants = (lines: Lines): boolean => notesIn(lines).length > 0;

/** The places from one on: that one, and all that follow it; all of them for the start. */
function placesFrom(lines: Lines, place: number): ReadonlySet<number> {
  const places = new Set([place]);
  for (const [each, { after }] of lines.moves.entries()) if (places.has(after)) places.add(each);
  return places;
}

/** Circles and arrows as other programs write them in comments: `[%csl Ge4][%cal Gg1f3]`. */
function shapesText(shapes: readonly string[] = []): string {
  const isArrow = (shape: string) => /^[a-z]\d+[a-z]\d+$/.test(shape);
  const command = (name: string, list: readonly string[]) =>
    list.length === 0 ? "" : `[%${name} ${list.map((shape) => `G${shape}`).join(",")}]`;
  const circles = shapes.filter((shape) => !isArrow(shape));
  return command("csl", circles) + command("cal", shapes.filter(isArrow));
}

const joinTexts = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join(" ");

/**
 * The changes that take out what an assistant wrote at a place and after it, or with an empty path everywhere. A move of its
 * own stays where its person went on from it or wrote about it.
 */
export function takeOutChanges(lines: Lines, path: Path): readonly Change[] {
  const start = placeAt(lines, path);
  if (start === null) return [];
  const keys = keysOf(lines);
  const within = placesFrom(lines, start);
  const next = followersOf(lines);
  /** Whether a move goes with all that follows it. */
  const goes = new Map<number, boolean>();
  for (const [place, move] of [...lines.moves.entries()].toReversed()) {
    const isOwn = move.assistant?.added === true && !move.comment && !move.nags?.length;
    goes.set(place, isOwn && next(place).every((each) => goes.get(each)));
  }
  return notesIn(lines).flatMap(([place]): readonly Change[] => {
    const at = pathIn(keys[place] ?? "");
    if (!within.has(place)) return [];
    if (!goes.get(place)) return [{ type: "note", path: at, notes: { assistant: null } }];
    const after = lines.moves[place]?.after ?? -1;
    return goes.get(after) && within.has(after) ? [] : [{ type: "remove", path: at }];
  });
}

/** The changes by which a person makes theirs what an assistant wrote at a place and after it; everywhere for an empty path. */
export function acceptChanges(lines: Lines, path: Path, isAll: boolean): readonly Change[] {
  const start = placeAt(lines, path);
  if (start === null) return [];
  const keys = keysOf(lines);
  const within = isAll ? placesFrom(lines, start) : new Set([start]);
  return notesIn(lines).flatMap(([place, { comment, nags = [], shapes }]): readonly Change[] => {
    if (!within.has(place)) return [];
    const own: Pick<LineMove, "comment" | "nags"> = lines.moves[place] ?? { comment: lines.comment };
    const text = joinTexts(own.comment, comment, shapesText(shapes));
    const all = [...new Set([...(own.nags ?? []), ...nags])];
    const notes = {
      ...(text === "" ? {} : { comment: text }),
      ...(place < 0 || all.length === 0 ? {} : { nags: all }),
      assistant: null,
    };
    return [{ type: "note", path: pathIn(keys[place] ?? ""), notes }];
  });
}

/** A tree for a file: what an assistant wrote stands among the comments, and says so. */
export function withAssistantsWords(lines: Lines): Lines {
  if (!hasAssistants(lines)) return lines;
  const keys = keysOf(lines);
  const labels = notesIn(lines).flatMap(([place, { comment, ...note }]): readonly Change[] => {
    const at = pathIn(keys[place] ?? "");
    const words = comment ? { comment: `Assistant: ${comment}` } : {};
    return [{ type: "note", path: at, notes: { assistant: { ...note, ...words } } }];
  });
  const withLabels = applyChanges(lines, labels);
  return applyChanges(withLabels, acceptChanges(withLabels, [], true));
}
