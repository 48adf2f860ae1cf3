import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GamePage } from "../../games/page.ts";
import { findPage, pages } from "../../games/pages.ts";
import { formatTitle } from "../../shared/formats/register.ts";
import { type Column, ratingColumns } from "../../shared/league-columns.ts";
import { spreadText } from "../../shared/league-facts.ts";
import { firstMoveText, repeatsText, scaleText } from "../../shared/league-words.ts";
import type { LeagueSummary, RatedPlayer, RatingListReport } from "../../shared/leagues.ts";
import { amount } from "../../shared/text.ts";
import { leagueAddress, leaguesAddress, ratingsAddress } from "../app/address.ts";
import { UnknownPage, useTitle } from "../app/lazy.tsx";
import { navigate } from "../app/route.ts";
import { GameField } from "../new-game/option-fields.tsx";
import { Button, ButtonLink, PlusIcon } from "../ui/button.tsx";
import { DeletedDialog } from "../ui/deleted-dialog.tsx";
import { dateText } from "../ui/format.ts";
import { WayBack } from "../ui/way-back.tsx";
import { commandLeague, isOpen, isOver, listLeagues } from "./client.ts";
import { Cells, Guide, Heads, RankedTable } from "./figures-table.tsx";
import { leagueList } from "./league-list.ts";
import { isMeasurement, keepLastAnswer, statusOf } from "./league-model.ts";
import { Entrant, LeagueBar, LeagueState } from "./part.tsx";
import { RatingPlot } from "./rating-plot.tsx";
import { getRatings } from "./requests.ts";
import { SetUpDialog } from "./set-up/set-up-dialog.tsx";
import * as strings from "./strings.ts";
import "./league-page.css";
import "./leagues-page.css";
import "./tables.css";

/** All leagues: running, open to join, and finished. */
export function LeaguesPage() {
  useTitle("Leagues");
  const model = leagueList();
  const [settingUp, setSettingUp] = useState(false);
  const [isListOpen, setDeleted] = useState(false);
  const leagues = useSteadyOrder(model.leagues.value);
  const empty = leagues !== null && leagues.length === 0;
  return (
    <div class="page leagues top stack">
      <div class="leagues-head gap-2-4 middle spread whole row">
        <h1 tabIndex={-1}>Leagues</h1>
        <span class="button-row">
          <Button label="Deleted…" kind="quiet" onClick={() => setDeleted(true)} />
          <ButtonLink label="Rating list" href={ratingsAddress.path({ game: null })} />
          {!empty && (
            <Button kind="primary" onClick={() => setSettingUp(true)}>
              <PlusIcon />
              New league
            </Button>
          )}
        </span>
      </div>
      {model.failure.value !== null && <p role="alert">{model.failure.value}</p>}
      {empty && (
        <div class="no-leagues stack shrinks">
          <p class="lead">
            A league plays assistants, strategies and the computer’s levels against each other, as often as it takes to
            know who is stronger: a schedule that is fair to all, a table with tie-breaks, ratings with their intervals.
          </p>
          <p class="button-row">
            <Button kind="primary" onClick={() => setSettingUp(true)}>
              <PlusIcon />
              Set up the first league
            </Button>
          </p>
          <p class="quiet small">
            From a terminal: <code>kibitz league --players 4</code>
          </p>
        </div>
      )}
      {leagues && leagues.length > 0 && (
        <ul class="clips whole surface">
          {leagues.map((league) => (
            <LeagueLine key={league.league_id} league={league} />
          ))}
        </ul>
      )}
      {model.hasMore.value && <Button label="Older leagues" onClick={model.more} />}
      {isListOpen && <DeletedLeagues onClose={() => setDeleted(false)} />}
      {settingUp && <SetUpDialog onClose={() => setSettingUp(false)} />}
    </div>
  );
}

/** The leagues in the order in which the page found them; those that come later stand at the end, so that no line moves. */
function useSteadyOrder(leagues: readonly LeagueSummary[] | null): readonly LeagueSummary[] | null {
  const order = useRef<ReadonlySet<string>>(new Set());
  const byId = new Map(leagues?.map((league) => [league.league_id, league]));
  order.current = new Set([...order.current, ...byId.keys()]);
  return leagues && [...order.current].flatMap((id) => byId.get(id) ?? []);
}

function LeagueLine({ league }: { league: LeagueSummary }) {
  const { league_id, name, game, format, entrants, round, rounds_total, champion, outcome, status } = league;
  const facts = [
    findPage(game)?.title ?? game,
    formatTitle(format),
    ...(isMeasurement(league) ? [] : [amount(entrants, "entrant")]),
  ];
  return (
    <li class="league-line anchor grid gap-2-4 middle hoverable" data-status={status}>
      <div class="shrinks">
        <a class="line-link text-l weight-strong covering" href={leagueAddress.path({ id: league_id })}>
          <bdi>{name}</bdi>
        </a>
        <p class="quiet">{facts.join(" · ")}</p>
      </div>
      <div class="line-progress stack gap-1 shrinks">
        {champion !== null && (
          <p class="one-line">
            <span class="quiet">won by</span> <bdi>{champion}</bdi>
          </p>
        )}
        {outcome !== undefined && <p class="figures">{outcome}</p>}
        {!isOver(league) && !isOpen(league) && (
          <>
            {!isMeasurement(league) && (
              <p class="figures">
                {`Round ${round}`} <span class="quiet">{`of ${rounds_total}`}</span>
              </p>
            )}
            <LeagueBar league={league} />
          </>
        )}
      </div>
      <LeagueState status={statusOf(league)} />
      <time class="line-date right quiet figures small" dateTime={league.created_at}>
        {dateText(league.created_at)}
      </time>
    </li>
  );
}

/** Leagues in one page of the list of deleted ones. */
const PAGE = 50;

/** The deleted leagues, newest first. */
const DeletedLeagues = ({ onClose }: { onClose(): void }) => (
  <DeletedDialog
    title="Deleted leagues"
    none="No deleted leagues."
    readPage={(cursor) => listLeagues({ status: "deleted", limit: PAGE, ...cursor })}
    itemsOf={({ leagues, next_cursor }) => ({
      items: leagues.map(({ league_id: id, name, created_at }) => ({
        id,
        line: (
          <>
            <a href={leagueAddress.path({ id })} onClick={onClose}>
              <bdi>{name}</bdi>
            </a>
            <span class="quiet small">{dateText(created_at)}</span>
          </>
        ),
      })),
      next: next_cursor,
    })}
    restore={(id) => commandLeague(id, "restore")}
    restoreLabel={(id) => `Restore league ${id}`}
    onClose={onClose}
  />
);

const followLeagues = (game: string) =>
  keepLastAnswer(
    () => getRatings(game),
    (news) => news.game === game && news.matches.some(({ status }) => status === "reported"),
  );

/** The rating list over all rated games of a kind, in leagues or not. */
export function RatingsPage({ game: gameKind }: { game: string | null }) {
  const game = gameKind === null ? pages[0] : findPage(gameKind);
  return game ? <Ratings game={game} /> : <UnknownPage />;
}

function Ratings({ game }: { game: GamePage }) {
  const model = useMemo(() => followLeagues(game.kind), [game.kind]);
  useEffect(() => model.close, [model]);
  useTitle(`Rating list, ${game.title}`);
  const list = model.value.value;
  return (
    <div class="page ratings-page stack">
      <WayBack href={leaguesAddress.path({})}>Leagues</WayBack>
      <div class="leagues-head gap-2-4 middle spread whole row">
        <h1 tabIndex={-1}>Rating list</h1>
        <GameField hideLegend value={game.kind} onChange={(kind) => navigate(ratingsAddress.path({ game: kind }))} />
      </div>
      {list === null && <p role="status">{model.missing.value?.message ?? "Fetching the list…"}</p>}
      {list !== null && list.entries.length === 0 && (
        <p class="quiet">
          There are no rated games yet. League games count: <a href={leaguesAddress.path({})}>set one up</a>.
        </p>
      )}
      {list !== null && list.entries.length > 0 && <List list={list} />}
    </div>
  );
}

const playerColumns: readonly Column<RatedPlayer>[] = [
  ...ratingColumns,
  {
    head: "Last played",
    title: "Last played",
    visibility: "usually",
    text: ({ last_played_at: at }) => (at === null ? "–" : dateText(at)),
  },
];

function List({ list }: { list: RatingListReport }) {
  const { entries, games, scale, first_move } = list;
  const rated = entries.filter(({ rating }) => rating.elo !== null);
  return (
    <>
      <p class="quiet list-words">
        {strings.gameEachWithSameWeight(games, scale === "levels" ? scaleText : "The mean of all is 1500.")}
        {first_move !== null && ` Moving first is worth ${firstMoveText(list)}.`} {spreadText(list)}{" "}
        {repeatsText(list.repeats)} {list.caution}
      </p>
      {rated.length > 0 && (
        <section class="league-part surface" aria-label="Ratings with their intervals">
          <RatingPlot rows={rated.map(({ identity, name, kind, rating }) => ({ key: identity, name, kind, rating }))} />
        </section>
      )}
      <section class="league-part surface" aria-label="Records">
        <RankedTable
          label="Records"
          ranks="Place"
          rows={entries}
          heads={<Heads columns={playerColumns} />}
          rank={({ rating }, at) => (rating.elo === null ? null : at + 1)}
          name={({ kind, name }) => <Entrant kind={kind} name={name} />}
          cells={(row) => <Cells columns={playerColumns} row={row} />}
        />
        <Guide columns={playerColumns} />
      </section>
    </>
  );
}
