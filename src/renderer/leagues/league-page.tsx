import { useEffect, useMemo } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { terminationTitle } from "../../shared/figure-facts.ts";
import { findFormat, formatTitle } from "../../shared/formats/register.ts";
import { orderText, placedText, settingFacts } from "../../shared/league-facts.ts";
import { byLotText, levelText, pointsText, repeatsText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatch } from "../../shared/leagues.ts";
import { entrantAddress, leaguesAddress, ratingsAddress } from "../app/address.ts";
import { MissingPage, useTitle } from "../app/lazy.tsx";
import { momentText } from "../ui/format.ts";
import { WayBack } from "../ui/way-back.tsx";
import { WhenNear } from "../ui/when-near.tsx";
import { Bracket, RoundPanel } from "./bracket.tsx";
import { inPoints, isOver } from "./client.ts";
import { Crosstable, ProgressTable } from "./crosstable.tsx";
import { Standings } from "./figures-table.tsx";
import { Field, LeagueHead } from "./league-head.tsx";
import { openLeague } from "./league-model.ts";
import { Exports, MeasurePanel, Outlets, PairPanel, ReviewPanel } from "./panels.tsx";
import { Bars, Part } from "./part.tsx";
import { plotHeight, RatingPlot } from "./rating-plot.tsx";
import * as strings from "./strings.ts";
import "./league-page.css";

/** The page of one league, while it is played and afterwards. */
export function LeaguePage({ id }: { id: string }) {
  const model = useMemo(() => openLeague(id), [id]);
  useEffect(() => model.close, [model]);
  const league = model.detail.value;
  useTitle(league ? league.name : `League ${id}`);
  if (!league)
    return (
      <MissingPage title={`League ${id}`} text={model.missing.value ?? "Fetching the league…"}>
        <a href={leaguesAddress.path({})}>All leagues</a>
      </MissingPage>
    );
  const isUnderWay = league.round > 0;
  const format = findFormat(league.format);
  const Meetings = meetingTables[format?.display ?? "crosstable"];
  const standings = <Standings league={league} />;
  return (
    <div class="page league stack" data-league={league.league_id} data-status={league.status}>
      <WayBack href={leaguesAddress.path({})}>Leagues</WayBack>
      <LeagueHead model={model} league={league} />
      {isOver(league) && league.champion !== null && <Champion league={league} />}
      {/* A screen reader hears of events, a round at a time. */}
      <p class="visually-hidden" role="status">
        {newsOf(league)}
      </p>
      <div class="league-columns grid gap-4">
        {/* Matches under way stand before the tables. */}
        {isUnderWay && !isOver(league) && <Now league={league} />}
        <div class="league-tables stack shrinks">
          {league.measure && <MeasurePanel id={league.league_id} measure={league.measure} over={isOver(league)} />}
          {!isUnderWay && <Field model={model} league={league} />}
          {/* Those that one is measured against are no rivals, and in a cup one goes on or is out. */}
          {isUnderWay && !league.measure && (
            <>
              {!format?.eliminates && standings}
              {league.pair && <PairPanel pair={league.pair} />}
              <Meetings league={league} />
              {format?.eliminates && standings}
              <Remarks league={league} />
              <Ratings league={league} />
            </>
          )}
        </div>
        {isUnderWay && isOver(league) && <Now league={league} />}
        <div class="league-rest stack shrinks">
          {/* It comes and goes: the tables do not move for it. */}
          {isUnderWay && <Field model={model} league={league} />}
          <ReviewPanel model={model} league={league} />
          <Terminations league={league} />
          <Facts league={league} />
          {isUnderWay && <Exports league={league} />}
          <Outlets league={league} />
        </div>
      </div>
    </div>
  );
}

/** Warns that games repeat each other, or will, and tells for whom a lot was drawn and of another order by ratings. */
const Remarks = ({ league: { repeats = 0, warning, standings, format } }: { league: LeagueDetail }) => (
  <>
    {standings.flatMap((row) => {
      const byLot = byLotText(row);
      return byLot === null ? [] : [<p key={row.number} class="quiet">{`${row.name}: ${byLot}.`}</p>];
    })}
    {[orderText(standings, findFormat(format) ?? {}), warning, repeatsText(repeats)].map(
      (text) => text && <p class="quiet">{text}</p>,
    )}
  </>
);

const Now = ({ league }: { league: LeagueDetail }) => (
  <div class="league-now stack shrinks">
    <RoundPanel league={league} />
  </div>
);

/** The results by meetings, by the usual form of a league's format. */
const meetingTables = { crosstable: Crosstable, bracket: Bracket, progress: ProgressTable };

/** The first three, once the league is over. */
function Champion({ league: { standings, format, rounds } }: { league: LeagueDetail }) {
  const hasFinal = findFormat(format)?.eliminates === true;
  const final = hasFinal ? rounds.at(-1)?.matches[0] : undefined;
  return (
    <ol class="podium grid gap-3" aria-label="The first three">
      {standings.slice(0, 3).map(({ rank, number, name, ...row }) => (
        <li key={number} class="surface grid" data-rank={rank}>
          <span class="podium-rank weight-strong figures quiet">{rank}</span>
          <bdi class="podium-name text-l weight-strong">{name}</bdi>
          <span class="quiet figures">
            {rank === 1 && (hasFinal ? "Champion" : `Champion · `)}
            {rank === 2 && hasFinal && "Finalist"}
            {!hasFinal && [inPoints(row.points), placedText(row)].filter((text) => text !== null).join(", ")}
            {rank === 1 && final && final.b !== null && `, final ${finalText(final)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The result of the final from its winner's side: `2–1`, `½–½, Armageddon: Black drew`. */
function finalText(final: LeagueMatch): string {
  const [one, other] = final.score;
  const [own, against] = final.winner === final.a ? [one, other] : [other, one];
  const level = levelText(final);
  return `${pointsText(own)}–${pointsText(against)}${level === null ? "" : `, ${level}`}`;
}

function Ratings({ league }: { league: LeagueDetail }) {
  if (league.standings.every(({ rating }) => rating.elo === null)) return null;
  const list = (
    <a class="small" href={ratingsAddress.path({ game: league.game })}>
      Rating list
    </a>
  );
  return (
    <Part id="ratings" title="Ratings" aside={list}>
      <p class="quiet small">
        Over all rated games, with 95% intervals: where two overlap, it is not clear yet who is stronger.{" "}
        {league.caution}
      </p>
      <WhenNear height={plotHeight(league.standings.length)}>
        {() => (
          <RatingPlot
            rows={league.standings.map(({ number, name, kind, rating }) => ({
              key: String(number),
              name,
              kind,
              rating,
              href: entrantAddress.path({ id: league.league_id, number }),
            }))}
          />
        )}
      </WhenNear>
    </Part>
  );
}

function newsOf({ status, champion, standings, rounds_over, outcome, format }: LeagueDetail): string {
  const [leader] = standings;
  if (status === "cancelled") return "The league was cancelled.";
  if (status === "complete") return `${strings.leagueIsOver(champion)}${outcome === undefined ? "" : ` ${outcome}.`}`;
  if (rounds_over === 0 || !leader) return "";
  if (findFormat(format)?.eliminates)
    return `Round ${rounds_over} is over: ${standings.filter(({ out }) => out === undefined).length} are still in.`;
  return outcome === undefined
    ? `Round ${rounds_over} is over. ${leader.name} leads with ${inPoints(leader.points)}.`
    : `Round ${rounds_over} is over. ${outcome}.`;
}

/** The league's settings, in the terms of a request for a league. */
function Facts({ league }: { league: LeagueDetail }) {
  const { referees = [], field, secret, started_at, finished_at } = league;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Game", findPage(league.game)?.title ?? league.game],
    ["Format", formatTitle(league.format)],
    ...settingFacts(league.measure ? { ...league.settings, unlimited: true } : league.settings),
    ["Seed", String(league.seed)],
    [secret === null ? "SHA-256 of seed and secret" : "Secret", secret ?? league.commitment],
    ["Set up", momentText(league.created_at)],
    ["Started", started_at && momentText(started_at)],
    ["Finished", finished_at && momentText(finished_at)],
    ["In league.v1", field.some(({ state }) => state !== undefined) ? league.state : null],
    ["Referees", referees.map(({ name, state }) => `${name}: ${state}`).join(" · ") || null],
  ];
  return (
    <Part id="settings" title="Settings">
      <dl class="facts grid small">
        {facts.map(
          ([name, text]) =>
            text !== null && (
              <div key={name} class="fact grid gap-3">
                <dt class="quiet">{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </Part>
  );
}

/** The numbers of games by how they ended: those by the rules by the game's own reasons. */
function Terminations({ league }: { league: LeagueDetail }) {
  const { normal: _, ...others } = league.endings;
  const unusual = Object.entries(others).map(([name, count]) => [terminationTitle(name), count] as const);
  const counts = [...Object.entries(league.reasons), ...unusual];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const rows = counts.toSorted(([, one], [, other]) => other - one);
  return (
    <Part id="endings" title="How games ended">
      <Bars
        rows={rows.map(([name, count]) => ({
          name: <span>{name}</span>,
          percent: (100 * count) / total,
          figure: [count, " ", <span class="quiet">{Math.round((100 * count) / total)}%</span>],
        }))}
      />
    </Part>
  );
}
