import { useEffect, useMemo } from "preact/hooks";
import { marginText, pointsText, ratingText, terminationTitle } from "../../shared/league-words.ts";
import type { LeagueEntrantDetail, LeagueEntrantGame, LeagueStanding } from "../../shared/leagues.ts";
import { seatTitle } from "../../shared/terms.ts";
import { counted } from "../../shared/text.ts";
import { pathOf } from "../app/route.ts";
import { useTitle } from "../app/use-title.ts";
import { momentText } from "../ui/format.ts";
import { HeadsInWords } from "../ui/heads-in-words.tsx";
import { WayBack } from "../ui/way-back.tsx";
import { getEntrant } from "./client.ts";
import { EntrantIcon } from "./entrant-icon.tsx";
import { Calls, Troubles } from "./entrant-troubles.tsx";
import { ShortHead, WonDrawnLost, wonDrawnLost } from "./figures-table.tsx";
import { keepTold } from "./keep-told.ts";
import { dollars, kindTitle, resultMarks, timeText } from "./league-words.ts";
import "./entrant-page.css";
import "./league-page.css";
import "./tables.css";

const follow = (id: string, number: number) =>
  keepTold(
    () => getEntrant(id, number),
    ({ league_id, standings, field, matches }, told: LeagueEntrantDetail | null) => {
      const name = told?.entrant.name;
      const isItself = (row: { readonly number: number }) => row.number === number;
      const plays = matches.some(({ a, b }) => a === name || b === name);
      return league_id === id && (plays || standings.some(isItself) || field.some(isItself));
    },
    (news) => news.league_id === id && news.number === number,
  );

/** One entrant of a league: its record, its figures, its openings, its games. */
export function EntrantPage({ id, number }: { id: string; number: number }) {
  const model = useMemo(() => follow(id, number), [id, number]);
  useEffect(() => model.close, [model]);
  const detail = model.told.value;
  useTitle(detail ? `${detail.entrant.name} · ${detail.league}` : "Entrant");
  const back = pathOf({ page: "league", id });
  const missing = model.missing.value;
  if (!detail)
    return (
      <div class="page reading">
        <h1 tabIndex={-1}>Entrant {number}</h1>
        <p role="status">{missing?.message ?? "Fetching the entrant…"}</p>
        <p>
          {missing?.code === "LEAGUE_NOT_FOUND" ? (
            <a href={pathOf({ page: "leagues" })}>All leagues</a>
          ) : (
            <a href={back}>The league</a>
          )}
        </p>
      </div>
    );
  const { entrant, standing, games, league, troubles, calls, status_told } = detail;
  return (
    <div class="page entrant-page" data-entrant={number}>
      <WayBack href={back}>
        <bdi>{league}</bdi>
      </WayBack>
      <header class="entrant-head">
        <h1 tabIndex={-1} class="entrant">
          <EntrantIcon kind={entrant.kind} />
          <bdi>{entrant.name}</bdi>
        </h1>
        <p class="quiet">{[kindTitle(entrant.kind), entrant.plays, entrant.state].filter(Boolean).join(" · ")}</p>
        {entrant.capabilities !== null && (
          <p class="quiet">
            It says of itself: <code>{entrant.capabilities}</code>
          </p>
        )}
        {status_told !== null && (
          <p class="quiet small own-status" data-part="status">
            Its own status, {momentText(status_told.at)}: <code>{status_told.text}</code>
          </p>
        )}
      </header>
      {standing && <Record standing={standing} />}
      {games.length === 0 ? (
        <p class="quiet">No game was played yet.</p>
      ) : (
        <div class="entrant-tables">
          <div class="entrant-side">
            <Opponents games={games} />
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

function Record({ standing }: { standing: LeagueStanding }) {
  const { rank, points, won, drawn, lost, rating, score_percent } = standing;
  const { median_move_ms, p95_move_ms, illegal_per_1000, errors_per_1000, tokens_per_move, cost_per_game, margins } =
    standing;
  const counts: readonly (readonly [string, number])[] = [
    ["Errors in 1,000", errors_per_1000],
    ["Asked again", standing.retries],
    ["By chance instead", standing.fallbacks],
    ["Did not come", standing.forfeits],
  ];
  const facts: readonly (readonly [string, string])[] = [
    ["Rank", String(rank)],
    ["Points", pointsText(points)],
    ["Won – drawn – lost", `${won} – ${drawn} – ${lost}`],
    ["Score", score_percent === null ? "–" : `${score_percent.toFixed(1)} %`],
    ["Rating", ratingText(rating)],
    ["Time for a move", timeText(median_move_ms)],
    ["95 of 100 within", timeText(p95_move_ms)],
    ["Illegal in 1,000 attempts", marginText(illegal_per_1000, margins.illegal_per_1000)],
    ["Illegal for 1,000 played", marginText(standing.illegal_per_1000_played, margins.illegal_per_1000_played)],
    ...qualityFacts(standing),
    ...counts.filter(([, count]) => count > 0).map(([name, count]) => [name, String(count)] as const),
    ...(tokens_per_move
      ? [
          [
            "Tokens a move",
            [
              `${wholeText(tokens_per_move.input, margins.input_tokens_per_move)} in`,
              `${wholeText(tokens_per_move.output, margins.output_tokens_per_move)} out`,
              `${wholeText(tokens_per_move.reasoning, margins.reasoning_tokens_per_move)} of it thought`,
            ].join(", "),
          ] as const,
        ]
      : []),
    ...(cost_per_game === null
      ? []
      : [
          [
            "Cost a game",
            `${dollars(cost_per_game)}${margins.cost_per_game === null ? "" : ` ± ${dollars(margins.cost_per_game)}`}`,
          ] as const,
        ]),
    ...Object.entries(standing.terminations)
      .filter(([name]) => name !== "normal")
      .map(([name, count]) => [terminationTitle(name), String(count)] as const),
  ];
  return (
    <dl class="record">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="figures">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const wholeText = (value: number, margin: number | null): string =>
  marginText(Math.round(value), margin === null ? null : Math.round(margin));

/** How well it played, where some of its games were reviewed. */
function qualityFacts({ quality }: LeagueStanding): readonly (readonly [string, string])[] {
  if (!quality) return [];
  const { games, accuracy, accuracy_margin, blunders, mistakes, inaccuracies } = quality;
  const { average_centipawn_loss: loss, average_centipawn_loss_margin: lossMargin } = quality;
  return [
    [
      "Accuracy",
      accuracy === null ? "–" : `${marginText(accuracy, accuracy_margin, 100)} in ${counted(games, "game")}`,
    ],
    ["Centipawns lost a move", loss === null ? "–" : marginText(loss, lossMargin)],
    ["Blunders", String(blunders)],
    ["Mistakes", String(mistakes)],
    ["Inaccuracies", String(inaccuracies)],
  ];
}

interface Tally {
  readonly name: string;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** Games by something that they have, the most frequent first. */
function tally(games: readonly LeagueEntrantGame[], by: (game: LeagueEntrantGame) => string | null): readonly Tally[] {
  const over = games.filter(({ result }) => result !== null);
  return [...Map.groupBy(over, by)]
    .flatMap(([name, own]) => {
      const count = (result: LeagueEntrantGame["result"]) => own.filter((game) => game.result === result).length;
      if (name === null) return [];
      return [{ name, games: own.length, won: count("won"), drawn: count("drawn"), lost: count("lost") }];
    })
    .toSorted((one, other) => other.games - one.games || one.name.localeCompare(other.name));
}

const Opponents = ({ games }: { games: readonly LeagueEntrantGame[] }) => (
  <Tallies title="Against" head="Opponent" rows={tally(games, ({ opponent }) => opponent)} />
);

const Openings = ({ games }: { games: readonly LeagueEntrantGame[] }) => (
  <Tallies
    title="Openings"
    head="Opening"
    rows={tally(games, ({ opening, seat }) => opening && `${seatTitle(seat)}: ${opening.code} ${opening.name}`)}
  />
);

const gamesInWords = "Games";
const scoreInWords = "Score in per cent";

function Tallies({ title, head, rows }: { title: string; head: string; rows: readonly Tally[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="league-part" aria-label={title}>
      <div class="part-head">
        <h2>{title}</h2>
      </div>
      <table class="figures-table">
        <thead>
          <tr>
            <th scope="col" class="name">
              {head}
            </th>
            <ShortHead title={gamesInWords}>G</ShortHead>
            <WonDrawnLost />
            <ShortHead title={scoreInWords}>%</ShortHead>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, games, won, drawn, lost }) => (
            <tr key={name}>
              <th scope="row" class="name">
                <bdi>{name}</bdi>
              </th>
              <td class="figures">{games}</td>
              <td class="figures">{won}</td>
              <td class="figures">{drawn}</td>
              <td class="figures">{lost}</td>
              <td class="figures">{Math.round((100 * (won + drawn / 2)) / games)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <HeadsInWords heads={[["G", gamesInWords], ...wonDrawnLost, ["%", scoreInWords]]} />
    </section>
  );
}

function Games({ games }: { games: readonly LeagueEntrantGame[] }) {
  return (
    <section class="league-part" aria-labelledby="games">
      <div class="part-head">
        <h2 id="games">
          Games<span class="quiet figures"> {games.length}</span>
        </h2>
      </div>
      <ol class="entrant-games">
        {games.map(({ game_id, round, opponent, seat, result, reason, opening, moves }) => (
          <li key={game_id} class="entrant-game">
            <span class={`mark ${result ?? "playing"}`}>
              {result === null ? "…" : resultMarks[result]}
              <span class="visually-hidden">{result ?? "being played"}</span>
            </span>
            <a class="one-line" href={pathOf({ page: "game", id: game_id })}>
              <bdi>{opponent}</bdi>
            </a>
            <span class="quiet game-facts one-line">
              {[
                `Round ${round}`,
                seatTitle(seat),
                // A word in a line of words.
                reason?.toLowerCase() ?? null,
                result === null ? null : counted(moves, "move"),
                opening && `${opening.code} ${opening.name}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
