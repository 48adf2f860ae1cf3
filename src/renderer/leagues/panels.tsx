import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { eloText, pointsText, ratingText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMeasure, LeaguePair, ReviewState } from "../../shared/leagues.ts";
import { type Answer, valueOrNull } from "../api/request.ts";
import { entrantAddress, gamesAddress } from "../app/address.ts";
import { showLeagueGames } from "../dashboard/shown-games.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/field.tsx";
import { momentText } from "../ui/format.ts";
import { assign, useAnswerTo, useShown } from "../ui/hooks.ts";
import { saveAnswer, saveFile } from "../ui/save-file.ts";
import { tellNotice, valueOrToast } from "../ui/toasts.tsx";
import { getLeague } from "./client.ts";
import type { LeagueModel } from "./league-model.ts";
import { Bars, Part } from "./part.tsx";
import * as requests from "./requests.ts";
import * as strings from "./strings.ts";

/** The strength of the measured entrant, and its score against each that it met, the strongest first. */
export function MeasurePanel({ id, measure, over }: { id: string; measure: LeagueMeasure; over: boolean }) {
  const { entrant, number, rating, levels } = measure;
  const title = (
    <a href={entrantAddress.path({ id, number })}>
      <bdi>{entrant}</bdi>
    </a>
  );
  const levelsPlayed = levels.filter((level) => level.games > 0).toReversed();
  return (
    <Part id="measure" title={title}>
      <p class="measured weight-strong figures">{ratingText(rating)}</p>
      <p class="quiet small">{strings.ratingBy(measure, over)}</p>
      {levelsPlayed.length > 0 && (
        <Bars
          label={strings.scoreAgainstEachLevel}
          rows={levelsPlayed.map(({ name, elo, games: count, won, drawn }) => ({
            name: (
              <span class="figures">
                {name} <span class="quiet">{String(elo).replace("-", "−")}</span>
              </span>
            ),
            percent: (100 * (won + drawn / 2)) / count,
            figure: strings.ofWon(pointsText(won + drawn / 2), count),
          }))}
        />
      )}
    </Part>
  );
}

export function Exports({ league }: { league: LeagueDetail }) {
  const name = `kibitz-league-${league.league_id}`;
  const records = findPage(league.game)?.records;
  return (
    <Part id="exports" title={strings.exportLabel}>
      <p>
        <a
          href={gamesAddress.path({ query: "" })}
          onClick={() => showLeagueGames({ id: league.league_id, name: league.name })}
        >
          {strings.allItsGamesInHistory}
        </a>
      </p>
      <div class="button-row">
        {[...(records ? [strings.gamesAs(records.name, records.ending)] : []), ...strings.files].map(
          ({ file, ending, title, hint }) => (
            <Button
              label={title}
              key={file}
              size="small"
              title={hint}
              onClick={() => void saveAnswer(name + ending, requests.getLeagueFile(league.league_id, file))}
            />
          ),
        )}
        <Button
          label={strings.json}
          size="small"
          title={strings.allThatThere}
          onClick={() => saveFile(`${name}.json`, `${JSON.stringify(league, null, 2)}\n`)}
        />
      </div>
    </Part>
  );
}

/** Makes and ends the addresses for spectators elsewhere, which are told this once, and says how the webhook does. */
export function Outlets({ league: { league_id: id, version } }: { league: LeagueDetail }) {
  const [acts, setActs] = useState(0);
  const outlets = useAnswerTo(() => valueOrNull(requests.getOutlets(id)), [version, acts]);
  const act = async <Value,>(request: Promise<Answer<Value>>) => {
    const value = await valueOrToast(request);
    setActs((count) => count + 1);
    return value;
  };
  const make = async () => {
    const addresses = await act(requests.admitSpectators(id));
    return addresses && `${addresses.pgn}\n${addresses.board}`;
  };
  const { has_spectators: isWatched = false, webhook = null } = outlets ?? {};
  return (
    <Part id="outlets" title={strings.watchingFromElsewhere}>
      <p class="quiet small">{strings.watchingMeans(isWatched)}</p>
      <div class="button-row">
        <CopyButton label={strings.copyNewAddresses} size="small" text={make} note={strings.addressesCopied} />
        {isWatched && (
          <Button label={strings.endAddresses} size="small" onClick={() => void act(requests.dismissSpectators(id))} />
        )}
      </div>
      {webhook && <p class="small above-2">{strings.eventsGoTo(webhook.url)}</p>}
      {webhook?.failure && (
        <Problem
          text={strings.webhookFails(webhook.failure.reason, momentText(webhook.failure.since), webhook.given_up)}
        />
      )}
    </Part>
  );
}

/** The number of reviewed games, and the button that has an engine review the others, one by one. */
export function ReviewPanel({ model, league }: { model: LeagueModel; league: LeagueDetail }) {
  const [under, setUnder] = useState<ReviewState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stopping = useSignal(false);
  const isShown = useShown();
  if (!league.review || league.review.games === 0) return null;
  const { games, reviewed } = under ?? league.review;
  const remaining = games - reviewed;

  const run = async () => {
    stopping.value = false;
    setProblem(null);
    setUnder(league.review);
    while (isShown.current && !stopping.peek()) {
      const answer = await requests.reviewLeague(league.league_id);
      if (!answer.ok) {
        setProblem(answer.message);
        break;
      }
      tellNotice(answer.value.notice);
      setUnder(answer.value);
      setProblem(await model.take(getLeague(league.league_id)));
      if (answer.value.reviewed >= answer.value.games) break;
    }
    setUnder(null);
  };
  const button = under ? (
    <Button
      label={stopping.value ? strings.stopsAfterThisGame : strings.stop}
      size="small"
      disabled={stopping.value}
      onClick={() => assign(stopping, true)}
    />
  ) : (
    remaining > 0 && <Button label={strings.reviewGame(remaining)} size="small" onClick={() => void run()} />
  );
  return (
    <Part id="review" title={strings.reviewLabel} aside={button}>
      <p class="quiet small" role="status">
        {strings.reviewedGames({ games, reviewed })}
      </p>
      <progress
        class="review-progress"
        value={reviewed}
        max={games}
        aria-label={strings.gamesReviewed}
        hidden={!under}
      />
      <Problem text={problem} />
    </Part>
  );
}

const outcomes = ["0", "½", "1", "1½", "2"];

/** For two entrants: the results of their pairs of games, and the progress of the test. */
export function PairPanel({ pair }: { pair: LeaguePair }) {
  const { first } = pair;
  const most = Math.max(1, ...pair.counts);
  return (
    <Part id="pair" title={strings.whoIsStronger} note={strings.afterPair(pair.pairs)}>
      <p class="below-3">
        <bdi>{first}</bdi> <strong class="figures">{strings.elo(eloText(pair, 0))}</strong>
        {strings.strongerWithLikelihoodOf} <span class="figures">{(100 * pair.superiority).toFixed(1)}%</span>
      </p>
      <Bars
        label={strings.pairsByPointsOfFirst}
        rows={pair.counts.map((count, index) => ({
          name: <span class="figures">{`${outcomes[index]} ${strings.of2}`}</span>,
          percent: (100 * count) / most,
          figure: count,
        }))}
      />
      {pair.sprt && <Test test={pair.sprt} />}
    </Part>
  );
}

function Test({ test: { llr, lower, upper, decision } }: { test: NonNullable<LeaguePair["sprt"]> }) {
  const place = Math.min(100, Math.max(0, (100 * (llr - lower)) / (upper - lower)));
  return (
    <div class="sprt above-3">
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
      <span class="sprt-track anchor" aria-hidden="true">
        <i style={{ left: `${place}%` }} />
      </span>
    </div>
  );
}
