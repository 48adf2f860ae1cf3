import { isDeepStrictEqual } from "node:util";
import { definitionOf } from "../../../games/register.ts";
import type { FullReview } from "../../../shared/events.ts";
import { type Lines, LONGEST_NOTE, MOST_LINE_MOVES, mergedLines, plainLines } from "../../../shared/lines.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { LiveGame } from "../live-game.ts";
import type { GameState, Step } from "./game-state.ts";

type Tags = Readonly<Record<string, string>>;

/** Tags about the notes and not about the game, which may differ between two records of it. */
const aboutNotes = /^(?:Annotator|ECO|NIC|Opening|(?:Sub)?Variation|PlyCount|Source.*)$/;
/** A value that says nothing, such as `????.??.??`. */
const isUnknown = (value: string | undefined): boolean => /^[?.\s-]*$/.test(value ?? "");

/** The tags that an export finds out by itself. */
const derivedTags = /^(?:ECO|Opening|Termination)$/;
const tagFacts = (tags: Tags | null): ReadonlyMap<string, string> =>
  new Map(Object.entries(tags ?? {}).filter(([name, value]) => !isUnknown(value) && !derivedTags.test(name)));

/** Whether two records can be of one game: no tag that both have says otherwise. */
export const tagsAgree = (one: Tags, other: Tags): boolean =>
  Object.entries(other).every(
    ([name, value]) => aboutNotes.test(name) || isUnknown(value) || isUnknown(one[name]) || one[name] === value,
  );

/** The tags of both; of those that contradict each other the first, and both annotators. */
function mergedTags(one: Tags, other: Tags): Tags {
  const tags = Object.entries(one).filter(([name, value]) => !isUnknown(value) || isUnknown(other[name]));
  const [first, second] = [one["Annotator"] ?? "", other["Annotator"] ?? ""];
  const both = first === "" || second === "" || first.includes(second) ? {} : { Annotator: `${first}; ${second}` };
  return { ...other, ...Object.fromEntries(tags), ...both };
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
  const tags = mergedTags(state.imported ?? {}, record.tags);
  if (isDeepStrictEqual(after, before) && isDeepStrictEqual(tagFacts(tags), tagFacts(state.imported)))
    return accept(null);
  const isTooLong = [after, ...after.moves].some(({ comment = "" }) => comment.length > LONGEST_NOTE);
  if (isTooLong || after.moves.length > MOST_LINE_MOVES)
    return invalid(
      `Game ${state.id} is this game with other notes, and both together are more than a game may hold: leave some out`,
    );
  return accept({ state: { ...state, imported: tags }, events: [{ type: "gameAnnotated", lines: after }] });
}

/** Whether an engine may look through a game, and what it finds be kept with it. */
export function mayBeReviewed({ id, kind, outcome, deletedAt }: GameState): Result<null> {
  if (!definitionOf(kind).engine) return invalid("No engine evaluates this game");
  if (!outcome) return invalid(`Game ${id} is still going on. It can be reviewed once it is over`);
  if (deletedAt !== null) return invalid(`Game ${id} is deleted. Restore it to have it reviewed`);
  return accept(null);
}

/** Whether a review with so many nodes a position is stored. */
export const isReviewed = ({ review }: Pick<LiveGame, "review">, nodes: number): boolean =>
  review !== null && review.nodes >= nodes;

/**
 * Stores an engine's review of a finished game: the figures with the game, the details in its log. Null for one that
 * was reviewed as deeply before. Refuses a game that may have no review, and one whose moves have changed since.
 */
export function keepReview(
  game: LiveGame,
  source: Pick<LiveGame, "moves">,
  { positions, ...review }: FullReview,
): Result<Step | null> {
  const { state, moves } = game;
  const may = mayBeReviewed(state);
  if (!may.ok) return refuse(may.code, `What was found is not kept. ${may.message}`);
  if (moves.length !== source.moves.length || moves.some(({ code }, index) => code !== source.moves[index]?.code))
    return invalid(
      `The review is not kept. Game ${state.id} was changed while it was looked through: have it reviewed again`,
    );
  if (isReviewed(game, review.nodes)) return accept(null);
  return accept({ state: { ...state, review }, events: [{ type: "gameReviewed", ...review, positions }] });
}
