import { useEffect, useMemo } from "preact/hooks";
import type { GameCard, GameDetail } from "../../shared/api.ts";
import { pointsText } from "../../shared/league-words.ts";
import type { LeagueChange, LeagueMatchDetail } from "../../shared/leagues.ts";
import { getMatch } from "../leagues/client.ts";
import { keepLastAnswer } from "../leagues/league-model.ts";
import * as strings from "./strings.ts";

/** Follows the match of a game; null for a game outside leagues, and until it is known. */
export function useLeagueMatch({ game_id, league_id, league_match }: GameCard): LeagueMatchDetail | null {
  const follow = () => {
    if (league_id === null || league_match === null) return null;
    const isAbout = ({ league_id: id, matches }: LeagueChange) =>
      id === league_id && matches.some(({ games }) => games.includes(game_id));
    return keepLastAnswer(() => getMatch(league_id, league_match), isAbout);
  };
  const model = useMemo(follow, [game_id, league_id, league_match]);
  useEffect(() => model?.close, [model]);
  return model?.value.value ?? null;
}

/** The game after this one in its match; null where there is none. */
export const nextGameIn = ({ games }: LeagueMatchDetail, { game_id }: GameCard): string | null =>
  games[games.findIndex((each) => each.game_id === game_id) + 1]?.game_id ?? null;

/** The place of the game in its league, the score of the match, and its outcome once the last game is over. */
export function MatchStand({ game, match }: { game: GameDetail; match: LeagueMatchDetail }) {
  const { round, games, games_planned, players, score, status, winner, league } = match;
  const at = games.findIndex((each) => each.game_id === game.game_id) + 1;
  const several = Math.max(games_planned, games.length);
  const isLast = status === "reported" && game.status === "finished" && at === games.length;
  const [seat, ...others] = game.person_seats;
  const own = players.find(({ name }) => seat && others.length === 0 && name === game.players[seat]?.name);
  // From the side of the person, or of the winner.
  const side = own ?? players.find(({ name }) => name === winner);
  const points = (side && side === players[1] ? score.toReversed() : score).map(pointsText).join("–");
  const place = own && (own.out === undefined ? strings.yourPlace(own.rank, own.of) : `You are out of ${league}.`);
  return (
    <p class="quiet small figures" data-part="match">
      {[
        `Round ${round}`,
        ...(several > 1 ? [`game ${at} of ${several}`] : []),
        ...(several > 1 && !isLast ? [points] : []),
      ].join(", ")}
      {isLast && <strong> · {[strings.matchOutcome(own ? own.name : null, winner, points), place].join(" ")}</strong>}
    </p>
  );
}
