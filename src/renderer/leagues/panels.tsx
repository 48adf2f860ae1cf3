import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { eloText, pointsText, ratingText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMeasure, LeaguePair, ReviewState } from "../../shared/leagues.ts";
import { amount } from "../../shared/text.ts";
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
          label="Score against each level"
          rows={levelsPlayed.map(({ name, elo, games: count, won, drawn }) => ({
            name: (
              <span class="figures">
                {name} <span class="quiet">{String(elo).replace("-", "−")}</span>
              </span>
            ),
            percent: (100 * (won + drawn / 2)) / count,
            figure: `${pointsText(won + drawn / 2)} of ${count}`,
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
    <Part id="exports" title="Export">
      <p>
        <a
          href={gamesAddress.path({ query: "" })}
          onClick={() => showLeagueGames({ id: league.league_id, name: league.name })}
        >
          All games of this league
        </a>
      </p>
      <div class="button-row">
        {[...(records ? [strings.gamesAs(records.name, records.ending)] : []), ...strings.leagueFiles].map(
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
          label="JSON"
          size="small"
          title="Everything, for programs"
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
    <Part id="outlets" title="Watching from elsewhere">
      <p class="quiet small">
        {isWatched
          ? "Anyone who has the addresses can watch the league. New addresses replace them."
          : "Two addresses let others watch: a broadcast reads the games from one, the other shows the board. Nothing can be changed there."}
      </p>
      <div class="button-row">
        <CopyButton
          label="Copy new addresses"
          size="small"
          text={make}
          note="Addresses of the games and of the board copied. They are not shown again."
        />
        {isWatched && (
          <Button label="End the addresses" size="small" onClick={() => void act(requests.dismissSpectators(id))} />
        )}
      </div>
      {webhook && <p class="small above-2">{`Its events are sent to ${webhook.url}.`}</p>}
      {webhook?.failure && (
        <Problem
          text={`That address has accepted none since ${momentText(webhook.failure.since)}: ${webhook.failure.reason}. Kibitz ${webhook.given_up ? "has given up" : "keeps trying"}.`}
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
      label={stopping.value ? "Stops after this game" : "Stop"}
      size="small"
      disabled={stopping.value}
      onClick={() => assign(stopping, true)}
    />
  ) : (
    remaining > 0 && <Button label={`Review ${amount(remaining, "game")}`} size="small" onClick={() => void run()} />
  );
  return (
    <Part id="review" title="Review" aside={button}>
      <p class="quiet small" role="status">
        {strings.reviewedGames({ games, reviewed })}
      </p>
      <progress class="review-progress" value={reviewed} max={games} aria-label="Games reviewed" hidden={!under} />
      <Problem text={problem} />
    </Part>
  );
}

const pairPoints = ["0", "½", "1", "1½", "2"];

/** For two entrants: the results of their pairs of games, and the progress of the test. */
export function PairPanel({ pair }: { pair: LeaguePair }) {
  const { first } = pair;
  const most = Math.max(1, ...pair.counts);
  return (
    <Part id="pair" title="Who is stronger" note={`after ${amount(pair.pairs, "pair")}`}>
      <p class="below-3">
        <bdi>{first}</bdi> <strong class="figures">{`${eloText(pair, 0)} Elo`}</strong>, stronger with a probability of{" "}
        <span class="figures">{(100 * pair.superiority).toFixed(1)}%</span>
      </p>
      <Bars
        label="Pairs by points of the first"
        rows={pair.counts.map((count, index) => ({
          name: <span class="figures">{`${pairPoints[index]} of 2`}</span>,
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
        LLR <strong>{llr.toFixed(2).replace("-", "−")}</strong>{" "}
        <span class="quiet">
          {decision === null
            ? `decided at ${lower.toFixed(2).replace("-", "−")} or ${upper.toFixed(2)}`
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
