import { useRef } from "preact/hooks";
import type { LeagueSummary } from "../../shared/leagues.ts";
import { GameCard } from "../dashboard/game-card.tsx";
import { leagueAddress, leaguesAddress } from "../leagues/addresses.ts";
import { leagueList } from "../leagues/league-list.ts";
import { LeagueBar, LeagueState } from "../leagues/league-state.tsx";
import { isOpen, isOver } from "../leagues/league-words.ts";
import * as strings from "./strings.ts";
import { leagueBoards } from "./unfinished.ts";

/** Leagues beside the one whose board is shown. */
const MOST = 3;

/** The unfinished leagues; null before the host's answer, and none where it fails. */
export function useLeagues(): readonly LeagueSummary[] | null {
  const { leagues, failure } = leagueList();
  return leagues.value?.filter((league) => !isOver(league)) ?? (failure.value === null ? null : []);
}

interface Shown {
  readonly league: LeagueSummary;
  /** Its running games. */
  readonly boards: readonly string[];
}

/** The league whose board is shown: the newest with a running game. */
export function shownLeague(leagues: readonly LeagueSummary[]): Shown | null {
  const league = leagues.find(({ league_id }) => leagueBoards.value.has(league_id));
  return league
    ? { league, boards: (leagueBoards.value.get(league.league_id) ?? []).map(({ game_id }) => game_id) }
    : null;
}

/** A running league with one of its boards, until that game ends. */
export function LeagueNow({ league, boards: [first, ...others] }: Shown) {
  const chosen = useRef<string | undefined>(undefined);
  if (chosen.current === undefined || !others.includes(chosen.current)) chosen.current = first;
  const board = chosen.current;
  return (
    <section class="home-games home-league" data-cards={1} aria-labelledby="league-now">
      <div class="home-head">
        <h2 id="league-now" class="one-line">
          <a href={leagueAddress.path({ id: league.league_id })}>
            <bdi>{league.name}</bdi>
          </a>
        </h2>
        <span class="figures">{strings.roundOf(league.round, league.rounds_total)}</span>
        <LeagueBar league={league} />
      </div>
      <ul class="home-cards">{board !== undefined && <GameCard key={board} id={board} />}</ul>
    </section>
  );
}

/** The other unfinished leagues, a line each. */
export function OtherLeagues({ leagues, shown }: { leagues: readonly LeagueSummary[]; shown: Shown | null }) {
  const others = leagues.filter((each) => each !== shown?.league);
  if (others.length === 0) return null;
  return (
    <ul class="home-leagues" aria-label={shown ? strings.otherLeagues : strings.leagues}>
      {others.slice(0, MOST).map((league) => (
        <li key={league.league_id}>
          <a class="one-line" href={leagueAddress.path({ id: league.league_id })}>
            <bdi>{league.name}</bdi>
          </a>
          <span class="quiet figures">
            {isOpen(league) ? strings.entrant(league.entrants) : strings.roundOf(league.round, league.rounds_total)}
          </span>
          <LeagueState status={league.status} />
        </li>
      ))}
      {others.length > MOST && (
        <li>
          <a href={leaguesAddress.path({})}>{strings.more(others.length - MOST)}</a>
        </li>
      )}
    </ul>
  );
}
