import { ratingText, scaleName } from "../../shared/league-words.ts";
import type { LeagueMeasure } from "../../shared/leagues.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

/** The strength of the measured entrant, and the games that it rests on. */
export function MeasurePanel({ measure, over }: { measure: LeagueMeasure; over: boolean }) {
  const { entrant, rating, games, games_most, within, enough, levels } = measure;
  const met = levels.filter((level) => level.games > 0);
  const title = (
    <>
      <bdi>{entrant}</bdi> <span class="figures">{ratingText(rating)}</span>
    </>
  );
  return (
    <Part id="measure" title={title}>
      <p class="quiet small">
        {strings.afterGameOfAtMost(
          games,
          games_most,
          scaleName,
          enough
            ? strings.intervalIsNarrower(within)
            : over
              ? strings.endedBeforeIntervalWasNarrower(within)
              : strings.goesOnUntilInterval(within),
        )}
      </p>
      {met.length > 0 && (
        <ul class="bars" aria-label={strings.scoreAgainstEachLevel}>
          {met.map(({ name, elo, games: count, won, drawn }) => (
            <li key={name} class="bar">
              <span class="figures">
                {name} <span class="quiet">{elo}</span>
              </span>
              <span class="bar-track" aria-hidden="true">
                <i style={{ width: `${(100 * (won + drawn / 2)) / count}%` }} />
              </span>
              <span class="figures">{strings.ofWon(won + drawn / 2, count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
