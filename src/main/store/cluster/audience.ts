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
export type Audience = ReturnType<typeof audienceOf>;

const isPlay = ({ aggregate, expectedVersion, events }: Change): boolean =>
  aggregate === "game" && expectedVersion > 0 && events.every(({ type }) => playEvents.includes(type));

/** Whether all hosts need some of the commits, and the games whose play only hosts need that have entered them. */
export function audienceOf(commits: readonly Commit[]) {
  const changes = commits.flatMap((commit) => commit.changes);
  return { all: !changes.every(isPlay), games: changes.filter(isPlay).map(({ id }) => id) };
}
