import { terminationTitle } from "../../shared/league-words.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

/** The numbers of games by their kind of end. */
export function Terminations({ league }: { league: LeagueDetail }) {
  const counts = new Map<string, number>();
  // Each game counts in the rows of both of its players, so the sum is halved.
  for (const { terminations } of league.standings)
    for (const [name, count] of Object.entries(terminations)) counts.set(name, (counts.get(name) ?? 0) + count / 2);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return (
    <Part id="endings" title={strings.endingsHeading}>
      <ul class="bars">
        {sorted.map(([name, count]) => (
          <li key={name} class="bar">
            <span>{terminationTitle(name)}</span>
            <span class="bar-track" aria-hidden="true">
              <i style={{ width: `${(100 * count) / total}%` }} />
            </span>
            <span class="figures">
              {Math.round(count)} <span class="quiet">{Math.round((100 * count) / total)} %</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
