import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { GameCard, HistoryGame } from "../../shared/api.ts";
import { getHistory } from "../api/client.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { byAge, knownCards, learnAnswer, moment } from "../dashboard/counts.ts";
import { isYours, isYourTurn } from "../dashboard/filters.ts";

/** How many are shown. */
const COUNT = 6;

const lastGameIds = signal<readonly string[]>([]);
/** The games that ended last, newest first: the person's own, and others where these are few. */
export const lastGames: ReadonlySignal<readonly string[]> = lastGameIds;

let isWatched = false;
/** Whether the list may be out of date. */
let isStale = true;

const readHistory = (mine: "true" | "false") => getHistory({ mine, limit: COUNT });

const { ask: settle } = untilAnswered(async () => {
  while (isWatched && isStale) {
    isStale = false;
    const askedAt = moment();
    const [mine, all] = await Promise.all([readHistory("true"), readHistory("false")]);
    if (!mine.ok || !all.ok) {
      isStale = true;
      return false;
    }
    batch(() => {
      const games = newestGames(mine.value.games, all.value.games);
      for (const game of games) learnAnswer(game, askedAt);
      lastGameIds.value = games.map(({ game_id }) => game_id);
    });
  }
  return true;
});

/** As many of the person's own games as there is room for, then others, in the order in which they ended. */
function newestGames(mine: readonly HistoryGame[], all: readonly HistoryGame[]): readonly HistoryGame[] {
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

const rankOf = (game: GameCard): number => (isYourTurn(game) ? (game.clock ? 0 : 1) : isYours(game) ? 2 : 3);

/**
 * The unfinished games that the person at the page may go on with: those in which it is their turn, with a clock first,
 * then their others, then others outside of leagues.
 */
export const unfinishedGames = computed((): readonly GameCard[] => {
  return knownCards.value
    .filter((game) => game.status !== "finished" && !game.deleted && (game.league_id === null || isYours(game)))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || byAge(one.game_id, other.game_id));
});

/** The running games of leagues, by league, the longest running first. */
export const leagueBoards = computed((): ReadonlyMap<string, readonly GameCard[]> => {
  const playing = knownCards.value
    .filter(({ league_id, status }) => league_id !== null && status === "live")
    .toSorted((one, other) => byAge(other.game_id, one.game_id));
  return Map.groupBy(playing, ({ league_id }) => league_id ?? "");
});
