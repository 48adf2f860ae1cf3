import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { HistoryGame } from "../../shared/api.ts";
import { getHistory } from "../api/client.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { learnAnswer, moment } from "../dashboard/counts.ts";

/** How many are shown. */
const COUNT = 6;

const ids = signal<readonly string[]>([]);
/** The games that ended last, newest first: the person's own, and others where these are few. */
export const lastGames: ReadonlySignal<readonly string[]> = ids;

let isWatched = false;
/** Whether the list may be out of date. */
let isStale = true;

const read = (mine: "true" | "false") => getHistory({ mine, limit: COUNT });

const { ask: settle } = untilAnswered(async () => {
  while (isWatched && isStale) {
    isStale = false;
    const asked = moment();
    const [mine, all] = await Promise.all([read("true"), read("false")]);
    if (!mine.ok || !all.ok) {
      isStale = true;
      return false;
    }
    batch(() => {
      const games = newest(mine.value.games, all.value.games);
      for (const game of games) learnAnswer(game, asked);
      ids.value = games.map(({ game_id }) => game_id);
    });
  }
  return true;
});

/** As many of the person's own games as there is room for, then others, in the order in which they ended. */
function newest(mine: readonly HistoryGame[], all: readonly HistoryGame[]): readonly HistoryGame[] {
  const own = new Set(mine.map(({ game_id }) => game_id));
  const others = all.filter(({ game_id }) => !own.has(game_id));
  return [...mine, ...others]
    .slice(0, COUNT)
    .toSorted((one, other) => other.finished_at.localeCompare(one.finished_at));
}

/** A game ended, was deleted or restored. */
export function lastGamesChanged(): void {
  isStale = true;
  settle();
}

/** Keeps the list up to date while it is shown. Returns a function that stops it. */
export function watchLastGames(): () => void {
  isWatched = true;
  settle();
  return () => {
    isWatched = false;
  };
}
