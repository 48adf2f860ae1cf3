import { useState } from "preact/hooks";
import * as strings from "./strings.ts";
import "./league-page.css";
import "./leagues-page.css";
import { findPage } from "../../games/pages.ts";
import { formatTitle } from "../../shared/formats/register.ts";
import type { LeagueSummary } from "../../shared/leagues.ts";
import { leagueAddress, ratingsAddress } from "../app/address.ts";
import { useTitle } from "../app/use-title.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { DeletedDialog } from "../ui/deleted-dialog.tsx";
import { dateText } from "../ui/format.ts";
import { PlusIcon } from "../ui/icons.tsx";
import { commandLeague, listLeagues } from "./client.ts";
import { leagueList } from "./league-list.ts";
import { isOpen, isOver } from "./league-words.ts";
import { LeagueBar, LeagueState } from "./part.tsx";
import { SetUpDialog } from "./set-up/set-up-dialog.tsx";

/** All leagues: running, open to join, and finished. */
export function LeaguesPage() {
  useTitle(strings.leagues);
  const model = leagueList();
  const [settingUp, setSettingUp] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const leagues = model.leagues.value;
  const empty = leagues !== null && leagues.length === 0;
  return (
    <div class="page leagues">
      <div class="leagues-head">
        <h1 tabIndex={-1}>{strings.leagues}</h1>
        <span class="button-row">
          <ButtonLink href={ratingsAddress.path({ game: null })}>{strings.ratingList}</ButtonLink>
          {!empty && (
            <Button kind="primary" onClick={() => setSettingUp(true)}>
              <PlusIcon />
              {strings.newLeague}
            </Button>
          )}
        </span>
      </div>
      {model.failure.value !== null && <p role="alert">{model.failure.value}</p>}
      {empty && <NoLeagues onSetUp={() => setSettingUp(true)} />}
      {leagues && leagues.length > 0 && (
        <ul class="league-list">
          {leagues.map((league) => (
            <LeagueLine key={league.league_id} league={league} />
          ))}
        </ul>
      )}
      <p class="button-row">
        {model.hasMore.value && <Button onClick={model.more}>{strings.olderLeagues}</Button>}
        {leagues !== null && (
          <Button kind="quiet" size="small" onClick={() => setDeleted(true)}>
            {strings.deletedLabel}
          </Button>
        )}
      </p>
      {deleted && <DeletedLeagues onClose={() => setDeleted(false)} />}
      {settingUp && <SetUpDialog onClose={() => setSettingUp(false)} />}
    </div>
  );
}

function LeagueLine({ league }: { league: LeagueSummary }) {
  const { league_id, name, game, format, entrants, round, rounds_total, champion, status } = league;
  return (
    <li class="league-line" data-status={status}>
      <div class="line-words">
        <a class="line-link" href={leagueAddress.path({ id: league_id })}>
          <bdi>{name}</bdi>
        </a>
        <p class="quiet">{strings.entrantTitle(findPage(game)?.title ?? game, formatTitle(format), entrants)}</p>
      </div>
      <div class="line-progress">
        {champion !== null && (
          <p class="one-line">
            <span class="quiet">{strings.wonBy}</span> <bdi>{champion}</bdi>
          </p>
        )}
        {!isOver(league) && !isOpen(league) && (
          <>
            <p class="figures">
              {strings.round(round)} <span class="quiet">{strings.ofRoundsTotal(rounds_total)}</span>
            </p>
            <LeagueBar league={league} />
          </>
        )}
      </div>
      <LeagueState status={status} />
      <time class="line-date quiet figures" dateTime={league.created_at}>
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
    title={strings.deletedLeagues}
    none={strings.noLeagueIsDeleted}
    read={(cursor) => listLeagues({ status: "deleted", limit: PAGE, ...cursor })}
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
    restoreLabel={strings.restoreLeague}
    onClose={onClose}
  />
);

/** An introduction to leagues, where there is none. */
function NoLeagues({ onSetUp }: { onSetUp: () => void }) {
  return (
    <div class="no-leagues">
      <p class="lead">{strings.leaguePlaysAgentsStrategies}</p>
      <p class="button-row">
        <Button kind="primary" onClick={onSetUp}>
          <PlusIcon />
          {strings.setUpFirstLeague}
        </Button>
      </p>
      <p class="quiet small">
        {strings.fromTerminal} <code>{"kibitz league --players 4"}</code>
      </p>
    </div>
  );
}
