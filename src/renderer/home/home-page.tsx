import { useEffect, useRef } from "preact/hooks";
import { whoPlays } from "../../games/kibitz.ts";
import type { GameCard as Game } from "../../shared/api.ts";
import { amount } from "../../shared/text.ts";
import { gamesAddress, leagueAddress, leaguesAddress } from "../app/address.ts";
import { useTitle } from "../app/lazy.tsx";
import { counts } from "../dashboard/counts.ts";
import { isYours } from "../dashboard/filters.ts";
import { GameCards } from "../dashboard/game-card.tsx";
import { LoadingPage, SetAsideNotice } from "../dashboard/list-notices.tsx";
import { chooseFilter } from "../dashboard/shown-games.ts";
import { useConnected, Ways } from "./ways.tsx";
import "./home-page.css";
import type { LeagueSummary } from "../../shared/leagues.ts";
import { isOpen, isOver } from "../leagues/client.ts";
import { leagueList } from "../leagues/league-list.ts";
import { LeagueBar, LeagueState } from "../leagues/part.tsx";
import { lastGames, leagueBoards, unfinishedGames, watchLastGames } from "./games.ts";

/** The page on which a person begins and to which they come back: running games, ways to begin, the last games. */
export function HomePage() {
  useTitle(null);
  useEffect(watchLastGames, []);
  useConnected();
  const leagues = useLeagues();

  if (counts.value === null || leagues === null) return <LoadingPage title="Home" />;
  const { live, open, finished } = counts.value;
  if (live + open + finished + leagues.length === 0) return <Welcome />;
  const games = unfinishedGames.value;
  // The newest with a running game of others.
  const league = leagues.find((each) => boardsOf(each).length > 0);
  const room = league ? 2 : 3;
  return (
    <div class="page home stack">
      <h1 class="visually-hidden" tabIndex={-1}>
        Home
      </h1>
      <SetAsideNotice />
      <div class="home-now row">
        {games.length > 0 && (
          <GoingOn games={games.slice(0, room)} all={games.length} alone={games.length === 1 && !league} />
        )}
        {league && <LeagueNow league={league} />}
        <section class="home-begin column shrinks" aria-labelledby="begin">
          <h2 id="begin">Begin</h2>
          <Ways />
          <OtherLeagues leagues={leagues} current={league} />
        </section>
      </div>
      {lastGames.value.length > 0 && <LastGames total={finished} />}
    </div>
  );
}

const Welcome = () => (
  <div class="page welcome">
    <SetAsideNotice />
    <h1 tabIndex={-1}>Welcome to Kibitz</h1>
    <p class="lead">{`Kibitz is where ${whoPlays}. How would you like to begin?`}</p>
    <Ways newcomer />
  </div>
);

function GoingOn({ games, all, alone }: { games: readonly Game[]; all: number; alone: boolean }) {
  const [first] = games;
  return (
    <section class="home-games shrinks" data-cards={games.length} data-alone={alone} aria-labelledby="going-on">
      <div class="home-head anchor spread gap-3 quiet small">
        <h2 id="going-on">{first && isYours(first) ? "Continue" : "Live"}</h2>
        {all > 2 && (
          <a
            class={all > games.length ? undefined : "home-all"}
            href={gamesAddress.path({ query: "" })}
            onClick={() => chooseFilter("live")}
          >
            {`All ${all} games`}
          </a>
        )}
      </div>
      <GameCards class="home-cards grid above-2" ids={games.map(({ game_id }) => game_id)} />
    </section>
  );
}

const LastGames = ({ total }: { total: number }) => (
  <section class="home-last" aria-labelledby="last-games">
    <div class="home-head anchor spread gap-3 quiet small">
      <h2 id="last-games">Last games</h2>
      <a href={gamesAddress.path({ query: "" })} onClick={() => chooseFilter("finished")}>
        {total === 1 ? "All finished games" : `All ${total} finished games`}
      </a>
    </div>
    <GameCards class="home-cards grid above-2" ids={lastGames.value} />
  </section>
);

/** Leagues beside the one whose board is shown. */
const MOST_LEAGUES = 3;

/** The unfinished leagues; null before the host's answer, and none where it fails. */
function useLeagues(): readonly LeagueSummary[] | null {
  const { leagues, failure } = leagueList();
  return leagues.value?.filter((league) => !isOver(league)) ?? (failure.value === null ? null : []);
}

/** The running games of a league, but for the person's own, which stand beside them. */
const boardsOf = ({ league_id }: LeagueSummary): readonly Game[] =>
  (leagueBoards.value.get(league_id) ?? []).filter((game) => !isYours(game));

/** A running league with one of its boards, until that game ends. */
function LeagueNow({ league }: { league: LeagueSummary }) {
  const [first, ...others] = boardsOf(league).map(({ game_id }) => game_id);
  const choice = useRef<string | undefined>(undefined);
  if (choice.current === undefined || !others.includes(choice.current)) choice.current = first;
  const board = choice.current;
  return (
    <section class="home-games shrinks home-league" aria-labelledby="league-now">
      <div class="home-head anchor spread gap-3 quiet small">
        <h2 id="league-now" class="one-line">
          <a href={leagueAddress.path({ id: league.league_id })}>
            <bdi>{league.name}</bdi>
          </a>
        </h2>
        <span class="figures">{`Round ${league.round} of ${league.rounds_total}`}</span>
        <LeagueBar league={league} />
      </div>
      <GameCards class="home-cards grid above-2" ids={board === undefined ? [] : [board]} />
    </section>
  );
}

/** The other unfinished leagues, a line each. */
function OtherLeagues({ leagues, current }: { leagues: readonly LeagueSummary[]; current: LeagueSummary | undefined }) {
  const others = leagues.filter((each) => each !== current);
  return (
    <ul class="home-leagues above-2 row small" aria-label={current ? "Other leagues" : "Leagues"}>
      {others.slice(0, MOST_LEAGUES).map((league) => (
        <li key={league.league_id} class="line shrinks">
          <a class="one-line" href={leagueAddress.path({ id: league.league_id })}>
            <bdi>{league.name}</bdi>
          </a>
          <span class="quiet figures">
            {isOpen(league) ? amount(league.entrants, "entrant") : `Round ${league.round} of ${league.rounds_total}`}
          </span>
          <LeagueState status={league.status} />
        </li>
      ))}
      {others.length > MOST_LEAGUES && (
        <li class="line">
          <a href={leaguesAddress.path({})}>{`${others.length - MOST_LEAGUES} more`}</a>
        </li>
      )}
    </ul>
  );
}
