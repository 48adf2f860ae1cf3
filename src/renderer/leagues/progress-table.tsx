import type { LeagueDetail } from "../../shared/leagues.ts";
import { gameAddress } from "../game/address.ts";

import { WhenNear } from "../ui/when-near.tsx";
import { FiguresTable, RankAndName, RankAndNameHeads, ShortHead, tableHeight } from "./figures-table.tsx";
import { resultMarks } from "./league-words.ts";
import { Part } from "./part.tsx";
import { type Played, progress } from "./progress.ts";
import * as strings from "./strings.ts";
import "./tables.css";

const marks: Readonly<Record<Played["result"], string>> = { ...resultMarks, bye: "–", playing: "…" };

/** For pairings by score: each entrant's result round by round, and the rank of its opponent. */
export function ProgressTable({ league }: { league: LeagueDetail }) {
  // Of a large league the page has the last rounds alone.
  const [{ round: first } = { round: 1 }] = league.rounds;
  const shown = first > 1 && (
    <span class="quiet small">
      {strings.rounds} {first} {strings.toRound(league.round)}
    </span>
  );
  return (
    <Part id="progress" title={strings.roundByRound} aside={shown}>
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
            <ShortHead key={round} title={strings.round(round)} class="figures">
              {round}
            </ShortHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {standings.map(({ number, rank, name }) => (
          <tr key={number}>
            <RankAndName rank={rank} name={name} />
            {byRound.map(({ round, own }) => (
              <td key={round} class="figures">
                <Cell played={own.get(name)} ranks={ranks} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FiguresTable>
  );
}

function Cell({ played, ranks }: { played: Played | undefined; ranks: ReadonlyMap<string, number> }) {
  if (!played) return null;
  const { result, opponent, game } = played;
  const against = opponent === null ? null : ranks.get(opponent);
  return (
    <span class="progress-cell">
      {game === null ? (
        <span class={`mark ${result}`} title={result}>
          {marks[result]}
        </span>
      ) : (
        <a
          class={`mark ${result}`}
          href={gameAddress.path({ id: game })}
          title={opponent ?? ""}
          aria-label={strings.againstResult(result, opponent ?? "")}
        >
          {marks[result]}
        </a>
      )}
      <span class="against">{against}</span>
    </span>
  );
}
