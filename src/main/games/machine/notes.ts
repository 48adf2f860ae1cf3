import { isDeepStrictEqual } from "node:util";
import { type Lines, LONGEST_NOTE, MOST_LINE_MOVES, mergedLines, plainLines } from "../../../shared/lines.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { LiveGame } from "../live-game.ts";
import type { Step } from "./game-state.ts";

type Tags = Readonly<Record<string, string>>;

/** Tags about the notes and not about the game, which may differ between two records of it. */
const aboutNotes = /^(?:Annotator|ECO|NIC|Opening|(?:Sub)?Variation|PlyCount|Source.*)$/;
/** A value that says nothing, such as `????.??.??`. */
const isUnknown = (value: string | undefined): boolean => /^[?.\s-]*$/.test(value ?? "");

/** Whether two records can be of one game: no tag that both have says otherwise. */
export const tagsAgree = (one: Tags, other: Tags): boolean =>
  Object.entries(other).every(
    ([name, value]) => aboutNotes.test(name) || isUnknown(value) || isUnknown(one[name]) || one[name] === value,
  );

/** The tags of both; of those that contradict each other the first, and both annotators. */
function mergedTags(one: Tags, other: Tags): Tags {
  const told = Object.entries(one).filter(([name, value]) => !isUnknown(value) || isUnknown(other[name]));
  const [first, second] = [one["Annotator"] ?? "", other["Annotator"] ?? ""];
  const both = first === "" || second === "" || first.includes(second) ? {} : { Annotator: `${first}; ${second}` };
  return { ...other, ...Object.fromEntries(told), ...both };
}

/**
 * Adds the notes, variations and tags of another record of the same game to those that it has; null where it has them
 * all. Refuses with `INVALID_ARGUMENT` more than a game may hold.
 */
export function notesStep(
  { state, moves, lines }: Pick<LiveGame, "state" | "moves" | "lines">,
  record: { readonly lines: Lines | null; readonly tags: Tags },
): Result<Step | null> {
  const before = lines ?? plainLines(moves);
  const after = record.lines ? mergedLines(before, record.lines) : before;
  const imported = mergedTags(state.imported ?? {}, record.tags);
  if (isDeepStrictEqual(after, before) && isDeepStrictEqual(imported, state.imported)) return accept(null);
  const isTooLong = [after, ...after.moves].some(({ comment = "" }) => comment.length > LONGEST_NOTE);
  if (isTooLong || after.moves.length > MOST_LINE_MOVES)
    return invalid(
      `Game ${state.id} is this game with other notes, and both together are more than a game may hold: leave some out`,
    );
  return accept({ state: { ...state, imported }, events: [{ type: "gameAnnotated", lines: after }] });
}
