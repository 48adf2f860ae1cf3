import { computed } from "@preact/signals";
import type { GameCard } from "../../shared/api.ts";
import { byAge, knownGames, knownRevision } from "../dashboard/counts.ts";
import { isYours, isYourTurn } from "../dashboard/filters.ts";

const rank = (game: GameCard): number => (isYourTurn(game) ? (game.clock ? 0 : 1) : isYours(game) ? 2 : 3);

/**
 * The unfinished games that the person at the page may go on with: those in which it is their turn, with a clock first,
 * then their others, then others outside of leagues.
 */
export const unfinishedGames = computed((): readonly GameCard[] => {
  void knownRevision.value;
  return [...knownGames()]
    .map((known) => known.peek().game)
    .filter((game) => game.status !== "finished" && !game.deleted && (game.league_id === null || isYours(game)))
    .toSorted((one, other) => rank(one) - rank(other) || byAge(one.game_id, other.game_id));
});

/** The running games of leagues, by league, the longest running first. */
export const leagueBoards = computed((): ReadonlyMap<string, readonly GameCard[]> => {
  void knownRevision.value;
  const playing = [...knownGames()]
    .map((known) => known.peek().game)
    .filter(({ league_id, status }) => league_id !== null && status === "live")
    .toSorted((one, other) => byAge(other.game_id, one.game_id));
  return Map.groupBy(playing, ({ league_id }) => league_id ?? "");
});
