import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../shared/api.ts";
import { onConnected, onLeagueNews } from "../api/live.ts";
import { getMatch } from "../leagues/client.ts";

/** The match of a league that a game belongs to. */
export interface LeagueMatchOfGame {
  readonly league: string;
  /** The next game of the match; null while there is none. */
  readonly next: string | null;
}

/** Follows the match of a game; null for a game outside leagues, and until it is known. */
export function useLeagueMatch({ game_id, league_id, league_match }: GameCard): LeagueMatchOfGame | null {
  const [match, setMatch] = useState<LeagueMatchOfGame | null>(null);
  useEffect(() => {
    setMatch(null);
    if (league_id === null || league_match === null) return;
    let wanted = true;
    const next = (games: readonly string[]): string | null => games[games.indexOf(game_id) + 1] ?? null;
    const ask = async () => {
      const found = await getMatch(league_id, league_match);
      if (!wanted || !found.ok) return;
      const { league, games } = found.value;
      setMatch({ league, next: next(games.map((game) => game.game_id)) });
    };
    const endConnected = onConnected(() => void ask());
    const endNews = onLeagueNews((news) => {
      const games = news.league_id === league_id && news.matches.find((each) => each.games.includes(game_id))?.games;
      if (games) setMatch({ league: news.name, next: next(games) });
    });
    return () => {
      wanted = false;
      endConnected();
      endNews();
    };
  }, [game_id, league_id, league_match]);
  return match;
}
