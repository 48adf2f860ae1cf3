import type { Pairing } from "../../../shared/formats/format.ts";
import { formatOf } from "../../../shared/formats/register.ts";
import type { LeagueEvent } from "../../../shared/league-events.ts";
import type { Steps } from "../../../shared/steps.ts";
import * as machine from "./league.ts";
import { andThen, endMatch, forfeitMatch, freeRefereeFor, handOver, nextGame, sidesOut, withMatch } from "./matches.ts";
import { isAllByLot, isTestDecided } from "./rated-games.ts";
import { leagueStandings, nextPairings, pastRound } from "./rounds.ts";

/** Events of a step after which no further round is paired in it. */
const ENOUGH = 200;

/**
 * Everything that a running league does by itself, until it waits for somebody, or as much as fits into one step: where
 * hundreds of rounds are forfeited one after another, the next tick goes on. Yields in between; nothing is true before
 * all of it is. `early`: as {@link forfeitMatch} has it.
 */
export function* advance(step: machine.LeagueStep, now: number, early = false): Steps<machine.LeagueStep> {
  let at = step;
  while (at.league.status === "running") {
    at = forfeitAbsent(at, early);
    if (at.league.current.some(({ status }) => status !== "reported")) return goOn(at, now);
    if (at.events.length > ENOUGH) return at;
    const pairings = isTestDecided(at.league) ? null : yield* nextPairings(at.league);
    if (!pairings) return yield* complete(at, now);
    if (at.league.finishing) return pause(at, true);
    at = pairRound(at, pairings);
  }
  return at;
}

function pairRound(step: machine.LeagueStep, pairings: readonly Pairing[]): machine.LeagueStep {
  const { league } = step;
  const round = league.round + 1;
  const paired = league.past.reduce((sum, { results }) => sum + results.length, league.current.length);
  const current = pairings.map(({ a, b }, index) => machine.newMatch({ number: paired + index + 1, round, a, b }));
  const event: LeagueEvent = { type: "roundPaired", round, pairings: pairings.map(({ a, b }) => [a, b] as const) };
  const past = league.round === 0 ? [] : [...league.past, pastRound(league.current)];
  const next = andThen(step, { ...league, round, past, current }, [event]);
  // A bye takes no time.
  return current.reduce((at, match, index) => {
    if (match.b !== null) return at;
    const bye = pairings[index]?.bye;
    return endMatch(at, match, null, { termination: "bye", played: false, ...(bye ? { bye } : {}) });
  }, next);
}

/** Those who left forfeit their matches, once the games under way have ended, which is ordered. */
export function forfeitAbsent(step: machine.LeagueStep, early = false): machine.LeagueStep {
  if (step.league.entrants.every(({ status }) => status !== "out")) return step;
  return step.league.current.reduce((at, match) => {
    if (match.status === "reported" || match.b === null) return at;
    const missing = sidesOut(at.league, match);
    return missing.length === 0 ? at : forfeitMatch(at, match, missing, early);
  }, step);
}

/** Continues matches between games, and begins as many as may be played at once. */
function goOn(step: machine.LeagueStep, now: number): machine.LeagueStep {
  const between = step.league.current.filter(
    (match) =>
      match.status === "playing" && !machine.isAway(match) && match.games.every(({ result }) => result !== null),
  );
  const at = between.reduce(nextGame, step);
  const { concurrency } = at.league.settings;
  const under = at.league.current.filter(({ status }) => status === "invited" || status === "playing").length;
  if (at.league.finishing) return under === 0 ? pause(at, true) : at;
  const next = at.league.current
    .filter(({ status }) => status === "assigned")
    .slice(0, Math.max(0, concurrency - under));
  return next.reduce((so, match) => {
    const referee = freeRefereeFor(so.league, match);
    return referee ? handOver(so, match, referee, now) : invite(so, match, now);
  }, at);
}

/** Pauses a league that is not over, after its matches under way where `finishing` says so. */
export function pause(step: machine.LeagueStep, finishing?: true): machine.LeagueStep {
  const { status } = step.league;
  if (status === "paused" || status === "complete" || status === "cancelled") return step;
  const next: machine.League = { ...step.league, status: "paused", pausedFrom: status, finishing };
  return andThen(step, next, [{ type: "leaguePaused" }]);
}

function invite(step: machine.LeagueStep, match: machine.Match, now: number): machine.LeagueStep {
  const takes = (side: machine.Side) => {
    const entrant = machine.entrantOn(step.league, match, side);
    return entrant !== null && machine.isDriven(entrant);
  };
  const invitation: machine.Match = { ...match, status: "invited", invitedAt: now, accepted: [takes("a"), takes("b")] };
  const next = andThen(step, withMatch(step.league, invitation), [{ type: "matchInvited", match: match.number }]);
  return begunIfAccepted(next, invitation);
}

/** The first game, once both have accepted the invitation. */
export const begunIfAccepted = (step: machine.LeagueStep, match: machine.Match): machine.LeagueStep =>
  match.accepted.every(Boolean) ? nextGame(step, match) : step;

function* complete(step: machine.LeagueStep, now: number): Steps<machine.LeagueStep> {
  const champion = yield* championOf(step.league);
  return andThen(step, { ...step.league, status: "complete", champion, finishedAt: now }, [
    { type: "leagueCompleted", champion },
  ]);
}

/**
 * The first of the table. There is no champion in a measurement or a gauntlet, nor one by lot or byes alone who has gone and came to
 * no match, nor one whose games were all random.
 */
function* championOf(league: machine.League): Steps<number | null> {
  const first = (yield* leagueStandings(league))[0]?.number;
  const hasNone = league.settings.measure || formatOf(league.settings).challenges;
  if (hasNone || first === undefined || isAllByLot(league, first)) return null;
  const cameTo = (match: machine.Match) => {
    const { b, result } = match;
    if (!machine.isIn(match, first) || b === null || !result) return false;
    return result.played || (result.winner === machine.sideOf(match, first) && !result.bothGone);
  };
  const isThere = machine.entrantOf(league, first)?.status === "active";
  if (isThere || league.current.some(cameTo)) return first;
  for (const round of league.past) {
    if (round.matches().some(cameTo)) return first;
    yield;
  }
  return null;
}
