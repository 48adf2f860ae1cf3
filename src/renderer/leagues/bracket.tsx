import { useState } from "preact/hooks";
import { noteText } from "../../shared/figure-facts.ts";
import { levelText, pointsText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueMatch } from "../../shared/leagues.ts";
import { gameAddress } from "../app/address.ts";
import { knownGame, knownRevision } from "../dashboard/counts.ts";
import { GameCards } from "../dashboard/game-card.tsx";
import { Button, PathIcon } from "../ui/button.tsx";
import { useAnswerTo } from "../ui/hooks.ts";
import { getRound, isOver } from "./client.ts";
import { Part } from "./part.tsx";
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
    <Part id="bracket" title={strings.bracket}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="bracket" aria-label={strings.bracketScrolling} tabIndex={0}>
        {columns.map(({ round, matches, places }) => (
          <div key={round} class="bracket-round stack gap-2">
            <h3 class="text-xs weight-medium quiet">
              {places === 1 ? strings.final : places === 2 ? strings.semiFinals : strings.round(round)}
            </h3>
            <ol class="grow stack">
              {Array.from({ length: places }, (_, place) => (
                <li key={place}>
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
  if (!match) return <p class="tie to-come">{strings.toCome}</p>;
  const { a, b, winner, score, status, games } = match;
  const level = levelText(match);
  const isUnderWay = status === "playing" || status === "reported";
  const [game] = games;
  return (
    <p class="tie" data-status={status}>
      {[a, b].map((name, index) =>
        name === null ? (
          <span key={index} class="tie-side line shrinks small">
            {strings.bye}
          </span>
        ) : (
          <span
            key={index}
            class={`tie-side line shrinks small${status === "reported" && (winner === name || b === null) ? " winner" : ""}`}
          >
            <bdi class="one-line" title={name}>
              {name}
            </bdi>
            {b !== null && isUnderWay && <span class="figures">{pointsText(score[index] ?? 0)}</span>}
          </span>
        ),
      )}
      {level !== null && <span class="tie-level text-xs quiet">{strings.level(level)}</span>}
      {game !== undefined && (
        <a class="tie-link" href={gameAddress.path({ id: games.at(-1) ?? game })}>
          <span class="visually-hidden">
            {strings.against(a)} {b}
          </span>
        </a>
      )}
    </p>
  );
}

const steps = [
  [-1, strings.previousRound, "M10 3.5L5.5 8l4.5 4.5"],
  [1, strings.nextRound, "M6 3.5L10.5 8 6 12.5"],
] as const;

/** One round: its running boards, and the results of its matches. The newest, until the person chooses another. */
export function RoundView({ league }: { league: LeagueDetail }) {
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
      {steps.map(([by, label, path]) => (
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
    <Part id="round" title={strings.round(round)} note={strings.ofRoundsTotal(league.rounds_total)} aside={buttons}>
      {early.missing !== null && <p role="status">{early.missing}</p>}
      {!isOver(league) && <MatchBoards matches={matches} />}
      <ol class="matches stack">
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
  if (early?.round !== round) return { matches: [], missing: strings.fetchingRound };
  const { answer } = early;
  return answer.ok ? { matches: answer.value.matches, missing: null } : { matches: [], missing: answer.message };
}

function MatchLine({ match }: { match: LeagueMatch }) {
  const { a, b, winner, score, status, games } = match;
  if (b === null)
    return (
      <li class="match bye">
        <bdi class="match-name right">{a}</bdi>
        <span class="match-score">{strings.bye}</span>
        <span class="match-name" />
      </li>
    );
  const isUnderWay = status === "playing" || status === "reported";
  const odd = noteText(match);
  const [first] = games;
  const text = isUnderWay
    ? `${pointsText(score[0])} – ${pointsText(score[1])}`
    : status === "invited"
      ? "invited"
      : strings.toCome;
  return (
    <li class="match" data-status={status}>
      <bdi class={`match-name right${winner === a ? " winner" : ""}`}>{a}</bdi>
      <span class="match-score figures weight-medium">
        {first === undefined ? (
          text
        ) : (
          <a href={gameAddress.path({ id: games.at(-1) ?? first })} aria-label={`${a} ${text} ${b}`}>
            {text}
          </a>
        )}
      </span>
      <bdi class={`match-name other${winner === b ? " winner" : ""}`}>{b}</bdi>
      {(odd !== null || games.length > 1) && (
        <span class="match-note text-xs quiet">
          {odd}
          {odd !== null && games.length > 1 && " · "}
          {games.length > 1 &&
            games.map((id, index) => (
              <a key={id} href={gameAddress.path({ id })} aria-label={strings.gameAgainst(index + 1, a, b)}>
                {index + 1}
              </a>
            ))}
        </span>
      )}
    </li>
  );
}

/** Most boards that are shown. */
const MOST = 12;

/** The live boards of the running matches. */
function MatchBoards({ matches }: { matches: readonly LeagueMatch[] }) {
  const playing = matches.flatMap(({ status, games }) => (status === "playing" ? games.slice(-1) : []));
  // A game's first event may come after the league's.
  const games = playing.filter((id) => knownGame(id));
  if (games.length < playing.length) void knownRevision.value;
  if (games.length === 0) return null;
  const remaining = playing.length - MOST;
  return (
    <>
      <GameCards class="match-boards gap-3" aria-label={strings.liveBoards} ids={games.slice(0, MOST)} />
      {remaining > 0 && <p class="quiet small">{strings.andMoreAtSameTime(remaining)}</p>}
    </>
  );
}
