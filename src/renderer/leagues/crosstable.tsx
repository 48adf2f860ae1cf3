import { pointsText } from "../../shared/league-words.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { gameAddress } from "../app/address.ts";

import { tieBreakColumns } from "./columns.ts";
import { FiguresTable, RankAndName, RankAndNameHeads, ShortHead } from "./figures-table.tsx";
import { resultMarks } from "./league-words.ts";
import { Part } from "./part.tsx";
import { crossed, type Meeting } from "./progress-table.tsx";
import * as strings from "./strings.ts";
import "./tables.css";

/** Most entrants in a table of all against all, beyond which nobody could read it. */
const MOST = 64;

/** The results of each against each, ordered by rank. */
export function Crosstable({ league }: { league: LeagueDetail }) {
  const { standings } = league;
  if (standings.length > MOST) return null;
  // A large league's page has only the last rounds; the results of each against each are fetched apart, without the
  // games.
  const isWhole = (league.rounds[0]?.round ?? 1) === 1;
  const cell = crossed(league);
  const deciding = tieBreakColumns(league.settings);
  return (
    <Part id="crosstable" title={strings.crosstable}>
      <FiguresTable label={strings.crosstable} class="crosstable sticky">
        <thead>
          <tr>
            <RankAndNameHeads />
            {standings.map(({ number, rank, name }) => (
              <ShortHead key={number} title={name} class="figures">
                {rank}
              </ShortHead>
            ))}
            {[{ head: strings.pts, title: strings.points }, ...deciding].map(({ head, title }) => (
              <ShortHead key={head} title={title} class="figures">
                {head}
              </ShortHead>
            ))}
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
              <td class="figures points">{pointsText(row.points)}</td>
              {deciding.map(({ head, text }) => (
                <td key={head} class="figures">
                  {text(row)}
                </td>
              ))}
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
      {meetings.map(({ result, round, game }, index) =>
        game === null ? (
          <span key={index} class={`mark ${result}`} title={strings.roundNotPlayed(round)}>
            {resultMarks[result]}
          </span>
        ) : (
          <a
            key={index}
            class={`mark ${result}`}
            href={gameAddress.path({ id: game })}
            title={strings.round(round)}
            aria-label={strings.againstInRound(result, opponent, round)}
          >
            {resultMarks[result]}
          </a>
        ),
      )}
    </>
  );
}
