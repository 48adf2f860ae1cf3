import type { LeaguePair } from "../../shared/leagues.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

const outcomes = ["0", "½", "1", "1½", "2"];

/** For two entrants: the results of their pairs of games, and the progress of the test. */
export function PairPanel({ pair }: { pair: LeaguePair }) {
  const { first } = pair;
  const most = Math.max(1, ...pair.counts);
  return (
    <Part id="pair" title={strings.whoIsStronger} note={strings.afterPair(pair.pairs)}>
      <p class="pair-words">
        <bdi>{first}</bdi>{" "}
        <strong class="figures">
          {pair.elo === null
            ? strings.hasWonOrLostEvery
            : strings.elo(
                pair.elo < 0 ? "−" : "+",
                Math.abs(Math.round(pair.elo)),
                pair.interval === null ? "∞" : Math.round(pair.interval),
              )}
        </strong>
        {strings.strongerWithLikelihoodOf} <span class="figures">{(100 * pair.superiority).toFixed(1)} %</span>
      </p>
      <ul class="bars small stack" aria-label={strings.pairsByPointsOfFirst}>
        {pair.counts.map((count, index) => (
          <li key={index} class="bar">
            <span class="figures">
              {outcomes[index]} {strings.of2}
            </span>
            <span class="bar-track" aria-hidden="true">
              <i style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span class="figures">{count}</span>
          </li>
        ))}
      </ul>
      {pair.sprt && <Test test={pair.sprt} />}
    </Part>
  );
}

function Test({ test: { llr, lower, upper, decision } }: { test: NonNullable<LeaguePair["sprt"]> }) {
  const place = Math.min(100, Math.max(0, (100 * (llr - lower)) / (upper - lower)));
  return (
    <div class="sprt">
      <p class="figures">
        {strings.llr} <strong>{llr.toFixed(2).replace("-", "−")}</strong>{" "}
        <span class="quiet">
          {decision === null
            ? strings.decidedAtOr(lower.toFixed(2).replace("-", "−"), upper.toFixed(2))
            : decision === "elo1"
              ? "passed"
              : "failed"}
        </span>
      </p>
      <span class="sprt-track" aria-hidden="true">
        <i style={{ left: `${place}%` }} />
      </span>
    </div>
  );
}
