import { pointsColumn, tieBreakColumns } from "../../shared/league-columns.ts";
import { pointsText } from "../../shared/league-words.ts";
import { type LeagueDetail, type LeagueMatch, MOST_CROSSED } from "../../shared/leagues.ts";
import { gameAddress } from "../app/address.ts";
import { WhenNear } from "../ui/when-near.tsx";
import { resultMarks } from "./client.ts";
import { Cells, Heads, RankedTable, ShortHead, tableHeight } from "./figures-table.tsx";
import { gameOf } from "./league-model.ts";
import { Part } from "./part.tsx";
import "./tables.css";

/** The results of each against each, ordered by rank. */
export function Crosstable({ league }: { league: LeagueDetail }) {
  const { standings } = league;
  if (standings.length > MOST_CROSSED) return null;
  // A large league's page has only the last rounds; the results of each against each are fetched apart, without the
  // games.
  const isWhole = (league.rounds[0]?.round ?? 1) === 1;
  const cell = meetingsBetween(league);
  const deciding = [pointsColumn, ...tieBreakColumns(league)];
  return (
    <Part id="crosstable" title="Crosstable">
      <RankedTable
        label="Crosstable"
        class="crosstable sticky"
        rows={standings}
        heads={
          <>
            {standings.map(({ number, rank, name }) => (
              <ShortHead key={number} head={rank} title={name} class="figures" />
            ))}
            <Heads columns={deciding} />
          </>
        }
        cells={(row, at) => (
          <>
            {standings.map(({ number, name }, against) => (
              <td key={number} class={number === row.number ? "self sunken" : "met figures"}>
                {number === row.number ? null : isWhole ? (
                  <Meetings meetings={cell(row.name, name)} opponent={name} />
                ) : (
                  <Sum results={resultsIn(league.crosstable[at]?.[against])} />
                )}
              </td>
            ))}
            <Cells columns={deciding} row={row} />
          </>
        )}
      />
    </Part>
  );
}

/** Beyond this many meetings of two entrants, their sum is shown. */
const MOST_MEETINGS = 8;

const outcomes: Readonly<Record<string, RoundPart["result"]>> = { W: "won", D: "drawn", L: "lost" };
const resultsIn = (cell = ""): readonly RoundPart["result"][] => [...cell].flatMap((letter) => outcomes[letter] ?? []);

function Sum({ results }: { results: readonly RoundPart["result"][] }) {
  if (results.length === 0) return null;
  const count = (of: RoundPart["result"]) => results.filter((result) => result === of).length;
  return (
    <span title={`${count("won")} won, ${count("drawn")} drawn, ${count("lost")} lost`}>
      +{count("won")} ={count("drawn")} −{count("lost")}
    </span>
  );
}

const Meetings = ({ meetings, opponent }: { meetings: readonly RoundPart[]; opponent: string }) =>
  meetings.length > MOST_MEETINGS ? (
    <Sum results={meetings.map(({ result }) => result)} />
  ) : (
    meetings.map((part, index) => (
      <Mark
        key={index}
        {...part}
        title={part.game === null ? `Round ${part.round}, not played` : `Round ${part.round}`}
        label={`${part.result} against ${opponent} in round ${part.round}`}
      />
    ))
  );

type MarkProps = Pick<RoundPart, "result" | "game" | "score"> & { title: string; label: string };

/** A result, or the score of a match of several games, which leads to its game where one was played. */
function Mark({ result, game, title, label, score }: MarkProps) {
  const attributes = { class: `mark ${result}`, title, children: score ?? cellMarks[result] };
  return game === null ? (
    <span {...attributes} />
  ) : (
    <a {...attributes} href={gameAddress.path({ id: game })} aria-label={label} />
  );
}

/** One entrant's part in a round. */
interface RoundPart {
  readonly round: number;
  readonly result: "won" | "drawn" | "lost" | "bye" | "playing";
  /** Null for a bye. */
  readonly opponent: string | null;
  /** The game that the match is opened by; null where nothing was played. */
  readonly game: string | null;
  /** Its own points of the games of a finished match of several; else null. */
  readonly score: string | null;
}

/** Each entrant's part in a match, by name. Where neither came, or both left the first game, both have lost it. */
const partsIn = (match: LeagueMatch, round: number): readonly (readonly [string, RoundPart])[] =>
  [match.a, match.b].flatMap((name, side) => {
    const { status, winner, score, games } = match;
    if (name === null) return [];
    const isOver = status === "reported";
    const level = score[0] + score[1] === 0 ? "lost" : "drawn";
    const result = !isOver ? "playing" : winner === null ? level : winner === name ? "won" : "lost";
    const part: RoundPart = {
      round,
      result: match.b === null ? "bye" : result,
      opponent: side === 0 ? match.b : match.a,
      game: gameOf(match) ?? null,
      score: isOver && games.length > 1 ? pointsText(score[side] ?? 0) : null,
    };
    return [[name, part] as const];
  });

/** Each entrant's results round by round, by name. */
export const resultsByRound = ({ rounds, field }: Pick<LeagueDetail, "rounds" | "field">) =>
  rounds.map(({ round, matches }) => {
    const isBye = ({ late }: LeagueDetail["field"][number]) => late?.worth === "half" && round <= late.rounds;
    const bye: RoundPart = { round, result: "bye", opponent: null, game: null, score: null };
    const byes = field.filter(isBye).map(({ name }) => [name, bye] as const);
    return { round, own: new Map([...byes, ...matches.flatMap((match) => partsIn(match, round))]) };
  });

/** The finished meetings of two entrants, oldest first, by both names. */
export function meetingsBetween({ rounds }: Pick<LeagueDetail, "rounds">) {
  const pairOf = (one: string, other: string | null) => JSON.stringify([one, other]);
  const parts = rounds.flatMap(({ round, matches }) =>
    matches.flatMap((match) => (match.status === "reported" ? partsIn(match, round) : [])),
  );
  const meetings = Map.groupBy(parts, ([name, { opponent }]) => pairOf(name, opponent));
  return (one: string, other: string) => (meetings.get(pairOf(one, other)) ?? []).map(([, part]) => part);
}

const cellMarks: Readonly<Record<RoundPart["result"], string>> = { ...resultMarks, bye: "–", playing: "…" };

/** For pairings by score: each entrant's result round by round, and the rank of its opponent. */
export function ProgressTable({ league }: { league: LeagueDetail }) {
  // Of a large league the page has the last rounds alone.
  const [{ round: first } = { round: 1 }] = league.rounds;
  const button = first > 1 && (
    <span class="quiet small">
      Rounds {first} {`to ${league.round}`}
    </span>
  );
  return (
    <Part id="progress" title="Round by round" aside={button}>
      {/* Of hundreds it is most of the page, below all that moves. */}
      <WhenNear height={tableHeight(league.standings.length)}>{() => <Table league={league} />}</WhenNear>
    </Part>
  );
}

function Table({ league }: { league: LeagueDetail }) {
  const { standings } = league;
  const ranks = new Map(standings.map(({ name, rank }) => [name, rank]));
  const byRound = resultsByRound(league);
  return (
    <RankedTable
      label="Round by round"
      class="crosstable sticky"
      rows={standings}
      heads={byRound.map(({ round }) => (
        <ShortHead key={round} head={round} title={`Round ${round}`} class="figures" />
      ))}
      cells={({ name }) =>
        byRound.map(({ round, own }) => (
          <td key={round} class="figures">
            <Cell part={own.get(name)} ranks={ranks} />
          </td>
        ))
      }
    />
  );
}

function Cell({ part, ranks }: { part: RoundPart | undefined; ranks: ReadonlyMap<string, number> }) {
  if (!part) return null;
  const { result, opponent, game } = part;
  return (
    <span class="progress-cell middle">
      <Mark
        {...part}
        score={null}
        title={game === null ? result : (opponent ?? "")}
        label={`${result} against ${opponent ?? ""}`}
      />
      <span class="against text-xs quiet">{opponent === null ? null : ranks.get(opponent)}</span>
    </span>
  );
}
