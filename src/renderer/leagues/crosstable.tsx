import { pointsColumn, tieBreakColumns } from "../../shared/league-columns.ts";
import { pointsText } from "../../shared/league-words.ts";
import { type LeagueDetail, type LeagueMatch, MOST_CROSSED } from "../../shared/leagues.ts";
import { gameAddress } from "../app/address.ts";
import { WhenNear } from "../ui/when-near.tsx";
import { resultMarks } from "./client.ts";
import { Cells, FiguresTable, Heads, RankAndName, RankAndNameHeads, ShortHead, tableHeight } from "./figures-table.tsx";
import { gameOf } from "./league-model.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";
import "./tables.css";

/** The results of each against each, ordered by rank. */
export function Crosstable({ league }: { league: LeagueDetail }) {
  const { standings } = league;
  if (standings.length > MOST_CROSSED) return null;
  // A large league's page has only the last rounds; the results of each against each are fetched apart, without the
  // games.
  const isWhole = (league.rounds[0]?.round ?? 1) === 1;
  const cell = meetingsBetween(league);
  const deciding = [pointsColumn, ...tieBreakColumns(league)].map((each) => ({
    ...each,
    shown: "always" as const,
  }));
  return (
    <Part id="crosstable" title={strings.crosstable}>
      <FiguresTable label={strings.crosstable} class="crosstable sticky">
        <thead>
          <tr>
            <RankAndNameHeads />
            {standings.map(({ number, rank, name }) => (
              <ShortHead key={number} head={rank} title={name} class="figures" />
            ))}
            <Heads columns={deciding} />
          </tr>
        </thead>
        <tbody>
          {standings.map((row, at) => (
            <tr key={row.number}>
              <RankAndName rank={row.rank} name={row.name} />
              {standings.map((other, against) =>
                other.number === row.number ? (
                  <td key={other.number} class="self" />
                ) : (
                  <td key={other.number} class="met figures">
                    {isWhole ? (
                      <Meetings meetings={cell(row.name, other.name)} opponent={other.name} />
                    ) : (
                      <Sum results={resultsIn(league.crosstable[at]?.[against])} />
                    )}
                  </td>
                ),
              )}
              <Cells columns={deciding} row={row} />
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </Part>
  );
}

/** Beyond this many meetings of two entrants, their sum is shown. */
const MOST_MEETINGS = 8;

const letters: Readonly<Record<string, Meeting["result"]>> = { W: "won", D: "drawn", L: "lost" };
const resultsIn = (cell = ""): readonly Meeting["result"][] => [...cell].flatMap((letter) => letters[letter] ?? []);

function Sum({ results }: { results: readonly Meeting["result"][] }) {
  if (results.length === 0) return null;
  const count = (of: Meeting["result"]) => results.filter((result) => result === of).length;
  return (
    <span class="sum" title={strings.wonDrawnLost(count("won"), count("drawn"), count("lost"))}>
      +{count("won")} ={count("drawn")} −{count("lost")}
    </span>
  );
}

function Meetings({ meetings, opponent }: { meetings: readonly Meeting[]; opponent: string }) {
  if (meetings.length > MOST_MEETINGS) return <Sum results={meetings.map(({ result }) => result)} />;
  return (
    <>
      {meetings.map(({ result, round, game, score }, index) => (
        <Mark
          key={index}
          result={result}
          game={game}
          score={score}
          title={game === null ? strings.roundNotPlayed(round) : strings.round(round)}
          label={strings.againstInRound(result, opponent, round)}
        />
      ))}
    </>
  );
}

type MarkProps = Pick<RoundResult, "result" | "game"> & { title: string; label: string; score?: string | null };

/** A result, or the score of a match of several games, which leads to its game where one was played. */
function Mark({ result, game, title, label, score = null }: MarkProps) {
  const attributes = { class: `mark ${result}`, title, children: score ?? marks[result] };
  return game === null ? (
    <span {...attributes} />
  ) : (
    <a {...attributes} href={gameAddress.path({ id: game })} aria-label={label} />
  );
}

/** An entrant's result in a round. */
interface RoundResult {
  readonly result: MatchResult | "bye" | "playing";
  /** Null for a bye. */
  readonly opponent: string | null;
  /** The game that the match is opened by; null where nothing was played. */
  readonly game: string | null;
}

/** Each entrant's results round by round, by name. */
export function progress({ rounds, field }: Pick<LeagueDetail, "rounds" | "field">): readonly {
  readonly round: number;
  readonly own: ReadonlyMap<string, RoundResult>;
}[] {
  return rounds.map(({ round, matches }) => {
    const own = new Map<string, RoundResult>();
    for (const { name, late } of field)
      if (late?.worth === "half" && round <= late.rounds) own.set(name, { result: "bye", opponent: null, game: null });
    for (const match of matches)
      for (const name of [match.a, match.b]) if (name !== null) own.set(name, playedBy(name, match));
    return { round, own };
  });
}

function playedBy(name: string, match: LeagueMatch): RoundResult {
  const { a, b, status } = match;
  const base = { opponent: a === name ? b : a, game: gameOf(match) ?? null };
  if (b === null) return { ...base, result: "bye" };
  return { ...base, result: status === "reported" ? resultFor(name, match) : "playing" };
}

type MatchResult = "won" | "drawn" | "lost";

/**
 * The result of a finished match for one of its two entrants. Where neither came, or both left the first game, both
 * have lost.
 */
function resultFor(name: string, { winner, score: [a, b] }: LeagueMatch): MatchResult {
  if (winner !== null) return winner === name ? "won" : "lost";
  return a + b === 0 ? "lost" : "drawn";
}

/** One entrant's result in one match against another. */
interface Meeting {
  readonly result: MatchResult;
  readonly round: number;
  /** The game that the match is opened by; null where none was played. */
  readonly game: string | null;
  /** Its own points of the games, where there were several; else null. */
  readonly score: string | null;
}

/** The meetings of two entrants, oldest first, by both names. */
export function meetingsBetween({
  rounds,
}: Pick<LeagueDetail, "rounds">): (one: string, other: string) => readonly Meeting[] {
  const pairOf = (one: string, other: string) => JSON.stringify([one, other]);
  const all = rounds.flatMap(({ round, matches }) =>
    matches.flatMap((match) => {
      const { a, b, status, games, score } = match;
      if (b === null || status !== "reported") return [];
      const meeting = (name: string, own: number) => ({
        round,
        game: gameOf(match) ?? null,
        result: resultFor(name, match),
        score: games.length > 1 ? pointsText(own) : null,
      });
      return [
        { pair: pairOf(a, b), meeting: meeting(a, score[0]) },
        { pair: pairOf(b, a), meeting: meeting(b, score[1]) },
      ];
    }),
  );
  const meetings = Map.groupBy(all, ({ pair }) => pair);
  return (one, other) => (meetings.get(pairOf(one, other)) ?? []).map(({ meeting }) => meeting);
}

const marks: Readonly<Record<RoundResult["result"], string>> = { ...resultMarks, bye: "–", playing: "…" };

/** For pairings by score: each entrant's result round by round, and the rank of its opponent. */
export function ProgressTable({ league }: { league: LeagueDetail }) {
  // Of a large league the page has the last rounds alone.
  const [{ round: first } = { round: 1 }] = league.rounds;
  const button = first > 1 && (
    <span class="quiet small">
      {strings.rounds} {first} {strings.toRound(league.round)}
    </span>
  );
  return (
    <Part id="progress" title={strings.roundByRound} aside={button}>
      {/* Of hundreds it is most of the page, below all that moves. */}
      <WhenNear height={tableHeight(league.standings.length)}>{() => <Table league={league} />}</WhenNear>
    </Part>
  );
}

function Table({ league }: { league: LeagueDetail }) {
  const { standings } = league;
  const ranks = new Map(standings.map(({ name, rank }) => [name, rank]));
  const byRound = progress(league);
  return (
    <FiguresTable label={strings.roundByRound} class="crosstable sticky">
      <thead>
        <tr>
          <RankAndNameHeads />
          {byRound.map(({ round }) => (
            <ShortHead key={round} head={round} title={strings.round(round)} class="figures" />
          ))}
        </tr>
      </thead>
      <tbody>
        {standings.map(({ number, rank, name }) => (
          <tr key={number}>
            <RankAndName rank={rank} name={name} />
            {byRound.map(({ round, own }) => (
              <td key={round} class="figures">
                <Cell roundResult={own.get(name)} ranks={ranks} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FiguresTable>
  );
}

function Cell({
  roundResult: played,
  ranks,
}: {
  roundResult: RoundResult | undefined;
  ranks: ReadonlyMap<string, number>;
}) {
  if (!played) return null;
  const { result, opponent, game } = played;
  const against = opponent === null ? null : ranks.get(opponent);
  return (
    <span class="progress-cell">
      <Mark
        result={result}
        game={game}
        title={game === null ? result : (opponent ?? "")}
        label={strings.againstResult(result, opponent ?? "")}
      />
      <span class="against text-xs quiet">{against}</span>
    </span>
  );
}
