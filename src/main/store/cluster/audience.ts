import type { Commit } from "../commit.ts";
import type { Change } from "../store.ts";

/** Events that change neither who plays nor whether the game goes on: whoever has nothing to do with it needs none. */
export const playEvents: readonly string[] = [
  "movePlayed",
  "movesTakenBack",
  "moveRefused",
  "movesRefused",
  "drawOffered",
  "drawDeclined",
  "takebackOffered",
  "takebackDeclined",
  "said",
  "kibitzed",
];

/** The hosts that are to be told of commits. */
export interface Audience {
  /** Whether something is for all of them. */
  readonly all: boolean;
  /** The games whose play is for those that have entered them. */
  readonly games: readonly string[];
}

const isPlay = ({ aggregate, expectedVersion, events }: Change): boolean =>
  aggregate === "game" && expectedVersion > 0 && events.every(({ type }) => playEvents.includes(type));

export function audienceOf(commits: readonly Commit[]): Audience {
  const changes = commits.flatMap((commit) => commit.changes);
  return { all: !changes.every(isPlay), games: changes.filter(isPlay).map(({ id }) => id) };
}
