import { useEffect, useMemo } from "preact/hooks";
import { figureFacts } from "../../shared/figure-facts.ts";
import { gamesColumns } from "../../shared/league-columns.ts";
import { pointsText, ratingText } from "../../shared/league-words.ts";
import type {
  LeagueEntrantDetail,
  LeagueEntrantGame,
  LeagueStanding,
  LeagueTrouble,
  PlayerCall,
} from "../../shared/leagues.ts";
import { seatTitle } from "../../shared/terms.ts";
import { amount } from "../../shared/text.ts";
import { gameAddress, leagueAddress, leaguesAddress } from "../app/address.ts";
import { MissingPage, useTitle } from "../app/lazy.tsx";
import { momentText, timeText } from "../ui/format.ts";
import { KindIcon, kindTitle } from "../ui/player-icon.tsx";
import { WayBack } from "../ui/way-back.tsx";
import { resultMarks } from "./client.ts";
import { Cells, Guide, Heads } from "./figures-table.tsx";
import { NewToken } from "./league-head.tsx";
import { keepLastAnswer } from "./league-model.ts";
import { Part } from "./part.tsx";
import { getEntrant } from "./requests.ts";
import "./entrant-page.css";
import "./league-page.css";
import "./tables.css";

const followEntrant = (id: string, number: number) =>
  keepLastAnswer(
    () => getEntrant(id, number),
    ({ league_id, standings, field, matches }, detail: LeagueEntrantDetail | null) => {
      const name = detail?.entrant.name;
      const isItself = (row: { readonly number: number }) => row.number === number;
      const plays = matches.some(({ a, b }) => a === name || b === name);
      return league_id === id && (plays || standings.some(isItself) || field.some(isItself));
    },
    (news) => news.league_id === id && news.number === number,
  );

/** The page of one entrant of a league: its record, figures, openings and games. */
export function EntrantPage({ id, number }: { id: string; number: number }) {
  const model = useMemo(() => followEntrant(id, number), [id, number]);
  useEffect(() => model.close, [model]);
  const detail = model.value.value;
  useTitle(detail ? `${detail.entrant.name} · ${detail.league}` : "Entrant");
  const back = leagueAddress.path({ id });
  const missing = model.missing.value;
  if (!detail)
    return (
      <MissingPage title={`Entrant ${number}`} text={missing?.message ?? "Fetching the entrant…"}>
        {missing?.code === "LEAGUE_NOT_FOUND" ? (
          <a href={leaguesAddress.path({})}>All leagues</a>
        ) : (
          <a href={back}>The league</a>
        )}
      </MissingPage>
    );
  const { entrant, standing, games, league, troubles, calls, status_told } = detail;
  return (
    <div class="page entrant-page stack">
      <WayBack href={back}>
        <bdi>{league}</bdi>
      </WayBack>
      <header class="entrant-head">
        <h1 tabIndex={-1} class="entrant line shrinks">
          <KindIcon kind={entrant.kind} />
          <bdi>{entrant.name}</bdi>
        </h1>
        <p class="quiet">{[kindTitle(entrant.kind), entrant.plays, entrant.state].filter(Boolean).join(" · ")}</p>
        {entrant.capabilities !== null && (
          <p class="quiet">
            In its own words: <code>{entrant.capabilities}</code>
          </p>
        )}
        {status_told !== null && (
          <p class="quiet small" data-part="status">
            {`Its own status, ${momentText(status_told.at)}:`} <code>{status_told.text}</code>
          </p>
        )}
        {entrant.can_reissue && <NewToken key={number} league={id} number={number} name={entrant.name} />}
      </header>
      {standing && <Record standing={standing} />}
      {games.length === 0 ? (
        <p class="quiet">No games yet.</p>
      ) : (
        <div class="entrant-tables grid gap-4">
          <div class="entrant-side stack shrinks">
            <Tallies title="Against" head="Opponent" rows={tallyGames(games, ({ opponent }) => opponent)} />
            <Openings games={games} />
          </div>
          <Games games={games} />
        </div>
      )}
      <Troubles troubles={troubles} />
      <Calls calls={calls} />
    </div>
  );
}

/** Characters of a figure from which on it has the room of two. */
const LONG_TEXT = 24;

function Record({ standing }: { standing: LeagueStanding }) {
  const { rank, points, won, drawn, lost, rating, score_percent } = standing;
  const facts: readonly (readonly [string, string])[] = [
    ["Rank", String(rank)],
    ["Points", pointsText(points)],
    ["Won – drawn – lost", `${won} – ${drawn} – ${lost}`],
    ["Score", score_percent === null ? "–" : `${score_percent.toFixed(1)}%`],
    ["Rating", ratingText(rating)],
    ...figureFacts(standing),
  ];
  return (
    <dl class="record clips grid surface">
      {facts.map(([name, text]) => (
        <div key={name} class={text.length > LONG_TEXT ? "wide" : undefined}>
          <dt class="quiet text-xs">{name}</dt>
          <dd class="figures text-l weight-strong">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Groups games by one of their properties, the most frequent value first. */
function tallyGames(games: readonly LeagueEntrantGame[], by: (game: LeagueEntrantGame) => string | null) {
  const over = games.filter(({ result }) => result !== null);
  return [...Map.groupBy(over, by)]
    .flatMap(([name, own]) => {
      const count = (result: LeagueEntrantGame["result"]) => own.filter((game) => game.result === result).length;
      if (name === null) return [];
      return [{ name, games: own.length, won: count("won"), drawn: count("drawn"), lost: count("lost") }];
    })
    .toSorted((one, other) => other.games - one.games || one.name.localeCompare(other.name));
}

const Openings = ({ games }: { games: readonly LeagueEntrantGame[] }) => (
  <Tallies
    title="Openings"
    head="Opening"
    rows={tallyGames(games, ({ opening, seat }) => opening && `${seatTitle(seat)}: ${opening.code} ${opening.name}`)}
  />
);

function Tallies({ title, head, rows }: { title: string; head: string; rows: ReturnType<typeof tallyGames> }) {
  if (rows.length === 0) return null;
  return (
    <Part id={head.toLowerCase()} title={title}>
      <table class="figures-table whole">
        <thead>
          <tr>
            <th scope="col" class="name">
              {head}
            </th>
            <Heads columns={gamesColumns} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row" class="name">
                <bdi>{row.name}</bdi>
              </th>
              <Cells columns={gamesColumns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
      <Guide columns={gamesColumns} />
    </Part>
  );
}

const Games = ({ games }: { games: readonly LeagueEntrantGame[] }) => (
  <Part id="games" title="Games" note={games.length}>
    <ol>
      {games.map(({ game_id, round, opponent, seat, result, reason, opening, moves }) => (
        <li key={game_id} class="entrant-game grid middle">
          <span class={`mark ${result ?? "playing"}`}>
            {result === null ? "…" : resultMarks[result]}
            <span class="visually-hidden">{result ?? "being played"}</span>
          </span>
          <a class="one-line weight-medium" href={gameAddress.path({ id: game_id })}>
            <bdi>{opponent}</bdi>
          </a>
          <span class="quiet game-facts one-line small">
            {[
              `Round ${round}`,
              seatTitle(seat),
              // A word in a line of words.
              reason?.toLowerCase() ?? null,
              result === null ? null : amount(moves, "move"),
              opening && `${opening.code} ${opening.name}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </li>
      ))}
    </ol>
  </Part>
);

/** Forfeits, suspensions and games lost without a move, each with its reason. */
function Troubles({ troubles }: { troubles: readonly LeagueTrouble[] }) {
  if (troubles.length === 0) return null;
  return (
    <Part id="troubles" title="What went wrong">
      <ol class="entrant-log">
        {troubles.map(({ at, game_id, text }) => (
          <li key={`${at} ${text}`}>
            <Moment at={at} /> {game_id === null ? text : <a href={gameAddress.path({ id: game_id })}>{text}</a>}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The last calls to a server or a model, newest first; their questions and answers can be opened. */
function Calls({ calls }: { calls: readonly PlayerCall[] }) {
  if (calls.length === 0) return null;
  return (
    <Part id="calls" title="Last calls" note={calls.length}>
      <ol class="entrant-log">
        {calls.toReversed().map(({ at, tool, about, to, ms, failure, asked, answered }) => (
          <li key={`${at} ${about} ${tool} ${ms}`}>
            <details>
              <summary class="pointable">
                <Moment at={at} /> {`${tool} for ${about}, ${ms} ms: ${failure ?? "answered"}`}
              </summary>
              <dl class="call-texts pad-2 small">
                <dt class="quiet">To</dt>
                <dd>{to}</dd>
                <dt class="quiet">Asked</dt>
                <dd>{asked}</dd>
                <dt class="quiet">Answered</dt>
                <dd>{answered ?? "nothing"}</dd>
              </dl>
            </details>
          </li>
        ))}
      </ol>
    </Part>
  );
}

const Moment = ({ at }: { at: string }) => (
  <time class="quiet figures" dateTime={at}>
    {timeText(at)}
  </time>
);
