import { useComputed } from "@preact/signals";
import { useState } from "preact/hooks";
import { noteText } from "../../shared/figure-facts.ts";
import { anchorTitle } from "../../shared/league-facts.ts";
import { levelText, pointsText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatch } from "../../shared/leagues.ts";
import { gameAddress } from "../app/address.ts";
import { knownGame, knownRevision } from "../dashboard/counts.ts";
import { GameCard } from "../dashboard/game-card.tsx";
import { Button, PathIcon } from "../ui/button.tsx";
import { clockText, now } from "../ui/format.ts";
import { useAnswerTo } from "../ui/hooks.ts";
import { isOver } from "./client.ts";
import { gameOf } from "./league-model.ts";
import { Part } from "./part.tsx";
import { getRound } from "./requests.ts";
import * as strings from "./strings.ts";
import "./bracket.css";

/** A knockout as a tree: the winners of neighbours meet in the next column. */
export function Bracket({ league }: { league: LeagueDetail }) {
  const { rounds, rounds_total } = league;
  const first = rounds[0]?.matches.length ?? 0;
  const columns = Array.from({ length: rounds_total }, (_, index) => ({
    round: index + 1,
    matches: rounds[index]?.matches ?? [],
    places: Math.max(1, Math.round(first / 2 ** index)),
  }));
  return (
    <Part id="bracket" title="Bracket">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="bracket flex gap-5 scrolls-x" aria-label="Bracket, scrolling" tabIndex={0}>
        {columns.map(({ round, matches, places }) => (
          <div key={round} class="bracket-round stack gap-2">
            <h3 class="text-xs weight-medium quiet">
              {places === 1 ? "Final" : places === 2 ? "Semi-finals" : `Round ${round}`}
            </h3>
            <ol class="grow column">
              {Array.from({ length: places }, (_, place) => (
                <li key={place} class="anchor grid grow middle">
                  <Tie match={matches[place]} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </section>
    </Part>
  );
}

function Tie({ match }: { match: LeagueMatch | undefined }) {
  if (!match) return <p class="tie anchor grid rounded to-come middle small quiet">to come</p>;
  const { a, b, winner, score, status } = match;
  const level = levelText(match);
  const game = gameOf(match);
  return (
    <p class="tie anchor grid rounded" data-status={status}>
      {[a, b].map((name, index) =>
        name === null ? (
          <span key={index} class="tie-side pad-0 spread line shrinks small">
            bye
          </span>
        ) : (
          <span
            key={index}
            class={`tie-side pad-0 spread line shrinks small${status === "reported" && (winner === name || b === null) ? " winner" : ""}`}
          >
            <bdi class="one-line" title={name}>
              {name}
            </bdi>
            {b !== null && hasScore(match) && <span class="figures">{pointsText(score[index] ?? 0)}</span>}
          </span>
        ),
      )}
      {level !== null && <span class="tie-level text-xs quiet">{`level: ${level}`}</span>}
      {game !== undefined && (
        <a class="tie-link fills" href={gameAddress.path({ id: game })}>
          <span class="visually-hidden">
            {`${a} against`} {b}
          </span>
        </a>
      )}
    </p>
  );
}

/** Whether a match has a result so far: of a cancelled league, none where nothing was played. */
const hasScore = ({ status, games }: LeagueMatch): boolean =>
  status === "reported" || status === "playing" || (status !== "assigned" && games.length > 0);

/** `1 – ½`; null before the first game. */
const scoreIn = (match: LeagueMatch): string | null =>
  hasScore(match) ? match.score.map(pointsText).join(" – ") : null;

const roundSteps = [
  [-1, "Previous round", "M10 3.5L5.5 8l4.5 4.5"],
  [1, "Next round", "M6 3.5L10.5 8 6 12.5"],
] as const;

/** One round: its running boards, and the results of its matches. The newest, until the person chooses another. */
export function RoundPanel({ league }: { league: LeagueDetail }) {
  const [choice, setChosen] = useState<number | null>(null);
  const newest = league.rounds.at(-1)?.round ?? 0;
  const round = choice ?? newest;
  const own = league.rounds.find((each) => each.round === round)?.matches ?? null;
  const early = useEarlyRound(league, own === null ? round : 0);
  const matches = own ?? early.matches;
  if (newest === 0) return null;
  const go = (to: number) => setChosen(to >= newest ? null : Math.max(1, to));
  const buttons = newest > 1 && (
    <span class="button-row">
      {roundSteps.map(([by, label, path]) => (
        <Button
          key={by}
          size="small"
          kind="quiet"
          label={label}
          disabled={by < 0 ? round <= 1 : round >= newest}
          onClick={() => go(round + by)}
        >
          <PathIcon d={path} />
        </Button>
      ))}
    </span>
  );
  return (
    <Part
      id="round"
      title={`Round ${round}`}
      note={league.measure ? undefined : `of ${league.rounds_total}`}
      aside={buttons}
    >
      {early.missing !== null && <p role="status">{early.missing}</p>}
      {!isOver(league) && round === newest && (
        <MatchBoards matches={matches} places={Math.min(MOST_BOARDS, league.settings.concurrency)} />
      )}
      <ol class="matches scrolls column">
        {matches.map((match) => (
          <MatchLine key={match.match_id} match={match} />
        ))}
      </ol>
    </Part>
  );
}

/**
 * The matches of a round that the page does not have, since it has only the last ones of a large league. None for round
 * 0.
 */
function useEarlyRound({ league_id }: LeagueDetail, round: number) {
  const ask = async () => ({ round, answer: await getRound(league_id, round) });
  const early = useAnswerTo(() => (round > 0 ? ask() : null), [league_id, round]);
  if (round === 0) return { matches: [], missing: null };
  if (early?.round !== round) return { matches: [], missing: "Fetching the round…" };
  const { answer } = early;
  return answer.ok ? { matches: answer.value.matches, missing: null } : { matches: [], missing: answer.message };
}

function MatchLine({ match }: { match: LeagueMatch }) {
  const { a, b, winner, status, games, awaits = [], until } = match;
  if (b === null)
    return (
      <li class="match bye grid middle">
        <bdi class="match-name right">{a}</bdi>
        <span class="match-score pointable central unbroken grid">bye</span>
        <span class="match-name" />
      </li>
    );
  const odd = noteText(match);
  const game = gameOf(match);
  const text = scoreIn(match) ?? strings.matchStates[status];
  const markOf = (name: string) => (winner === name ? " winner" : awaits.includes(name) ? " absent" : "");
  return (
    <li class="match grid middle" data-status={status}>
      <bdi class={`match-name right${markOf(a)}`}>{anchorTitle(a)}</bdi>
      <span class="match-score pointable central unbroken grid figures weight-medium">
        {until !== undefined ? (
          <span title={strings.waitingFor(awaits)}>
            <span class="visually-hidden">{strings.waitingFor(awaits)} </span>
            <TimeLeft until={until} />
          </span>
        ) : game === undefined ? (
          text
        ) : (
          <a href={gameAddress.path({ id: game })} aria-label={`${a} ${text} ${b}`}>
            {text}
          </a>
        )}
      </span>
      <bdi class={`match-name other${markOf(b)}`}>{anchorTitle(b)}</bdi>
      {(odd !== null || games.length > 1) && (
        <span class="match-note across centred text-xs quiet">
          {odd}
          {odd !== null && games.length > 1 && " · "}
          {games.length > 1 &&
            games.map((id, index) => (
              <a key={id} href={gameAddress.path({ id })} aria-label={`Game ${index + 1}, ${a} against ${b}`}>
                {index + 1}
              </a>
            ))}
        </span>
      )}
    </li>
  );
}

/** The time left to come to a match; not announced each second. */
export function TimeLeft({ until }: { until: string }) {
  const text = useComputed(() => clockText(Math.max(0, Date.parse(until) - now.value)));
  return (
    <span class="figures" aria-live="off">
      {text} left
    </span>
  );
}

/** Most boards that are shown. */
const MOST_BOARDS = 12;

/**
 * The boards of a round, as many all the time as there are matches at once, so that nothing below them moves: the matches
 * that are played, then those that were the last to end, then those to come.
 */
function MatchBoards({ matches, places }: { matches: readonly LeagueMatch[]; places: number }) {
  const ofTwo = matches.filter(({ b }) => b !== null);
  const order = ({ status }: LeagueMatch) => ["playing", "paused", "invited", "reported"].indexOf(status) + 1 || 9;
  const first = ofTwo
    .toSorted(
      (one, other) =>
        order(one) - order(other) || (one.status === "reported" ? -1 : 1) * (ofTwo.indexOf(one) - ofTwo.indexOf(other)),
    )
    .slice(0, places);
  const shown = ofTwo.filter((match) => first.includes(match));
  // A game's first event may come after the league's.
  if (shown.some(({ games }) => games.some((id) => !knownGame(id)))) void knownRevision.value;
  if (shown.length === 0) return null;
  const remaining = ofTwo.filter(({ status }) => status === "playing").length - places;
  return (
    <>
      <ul class="match-boards grid below-3 gap-3" aria-label="Live boards">
        {shown.map((match) => {
          const id = match.games.findLast((game) => knownGame(game));
          return id === undefined ? (
            <li key={match.match_id} class="card clips anchor grid shrinks rounded surface quiet">
              <p class="player-line line small">{match.a}</p>
              <p class="card-board grid middle to-come central text-l">{scoreIn(match)}</p>
              <p class="player-line line small">{match.b}</p>
              <p class="card-foot pad-0 shrinks text-xs ruled line">{strings.matchStates[match.status]}</p>
            </li>
          ) : (
            <GameCard key={match.match_id} id={id} />
          );
        })}
      </ul>
      {remaining > 0 && <p class="quiet small">{`and ${remaining} more at the same time`}</p>}
    </>
  );
}
