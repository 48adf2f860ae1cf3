import { formatOf } from "../../../shared/formats/register.ts";
import type { LeagueEvent } from "../../../shared/league-events.ts";
import { accept, invalid, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { likeness, lookAlike, lookAlikeText, quote, reservedName, reservedText } from "../../../shared/text.ts";
import { commitmentTo } from "../../base/keyed-random.ts";
import type { MatchResult } from "../standings/record.ts";
import { advance, begunIfAccepted, pause } from "./advance.ts";
import {
  awaitedEntrants,
  callsServers,
  type Entrant,
  entrantOf,
  entrantOn,
  type GameResult,
  isIn,
  isOver,
  isSetAside,
  type League,
  type LeagueOpening,
  type LeagueSettings,
  type LeagueStep,
  type Match,
  MOST_CRASHED_HOSTS,
  newLeague,
  newMatch,
  type Order,
  openGame,
  openGames,
  placeOf,
  presentIn,
  sideOf,
  whyOut,
} from "./league.ts";
import { addReferee, andThen, forfeitMatch, recordMatch, reportGame, takeBack, withMatch } from "./matches.ts";
import { randomFor, shuffle } from "./random.ts";
import { misfitOfRounds, pastRounds, roundsIn } from "./rounds.ts";

/** An entrant to be; `identity` is its key in the rating list. */
export type NewEntrant = Pick<Entrant, "kind" | "name" | "settings" | "identity" | "profile"> & {
  /** Whether it is named before it comes. */
  readonly reserved?: boolean;
  /** The reason why it cannot play yet: it is suspended until it answers. */
  readonly absence?: string | null;
  /** The hash of the connection over which it joins, where it has one. */
  readonly connection?: string | null;
  /** Its rating, where it joins after the start and a tie-break needs it; null for one not on the rating list. */
  readonly rating?: number | null;
};

/** The limits on what models may cost and use; absent for those that stay. */
type Budget = { readonly [Limit in "max_cost" | "max_tokens"]?: number | undefined };

/** Everything that a league is created from. */
export interface NewLeague {
  readonly name: string;
  readonly settings: LeagueSettings;
  readonly entrants: readonly NewEntrant[];
  readonly openings: readonly LeagueOpening[];
  /** Results of matches played before, elsewhere; entrants by their place in the list, from 1. */
  readonly past: readonly MatchResult[];
}

/** A new league. Refuses what `join` refuses. Yields in between. */
export function* createLeague(
  id: string,
  { name, settings, entrants, openings, past: results }: NewLeague,
  now: number,
): Steps<Result<LeagueStep>> {
  const round = Math.max(0, ...results.map((result) => result.round));
  const before = results.map(matchPlayed);
  const league: League = {
    ...newLeague({ id, name, settings, createdAt: now }),
    openings,
    round,
    past: yield* pastRounds(before, 0, round),
    current: before.filter((match) => match.round === round),
  };
  const event: LeagueEvent = {
    type: "leagueCreated",
    name,
    game: settings.game,
    seed: settings.seed,
    commitment: commitmentTo(settings.seed, settings.secret),
    ...(round > 0 ? { played: round } : {}),
  };
  let step: Result<LeagueStep> = accept({ league, events: [event], commands: [] });
  for (const entrant of entrants) {
    if (!step.ok) return step;
    step = join(step.value, { entrant });
    yield;
  }
  return step;
}

/** A match from a record made elsewhere. */
function matchPlayed({ round, a, b, winner, played, bye, bothLost }: MatchResult, index: number): Match {
  const score = bothLost ? [0, 0] : winner === null ? [0.5, 0.5] : winner === "a" ? [1, 0] : [0, 1];
  const [one = 0, other = 0] = played ? score : [];
  return {
    ...newMatch({ number: index + 1, round, a, b }),
    status: "reported",
    accepted: [true, true],
    result: {
      winner,
      score: [one, other],
      played,
      termination: b === null ? "bye" : played ? "normal" : "forfeit",
      ...(bye ? { bye } : {}),
    },
  };
}

/**
 * Decides a command: the next state, its events, and the orders to carry out once those are stored. Pure: the same
 * league, command and moment lead to the same step. A step without events is no change. Refuses with `LEAGUE_CLOSED`
 * what comes too late, and with `INVALID_ARGUMENT` what cannot be done. Yields in between, since pairing a large league
 * takes a while. Nothing of the step is true before all of it is stored, on the version that it was decided on.
 * @param early whether those who left forfeit their matches before their games have ended, as in older logs
 */
export function* decide(league: League, command: LeagueCommand, now: number, early = false): Steps<Result<LeagueStep>> {
  if (isOver(league) && !afterEnd.has(command.type)) return closedRefusal(`League ${league.id} is ${league.status}`);
  const step = applyCommand({ league, events: [], commands: [] }, command, now);
  return step.ok ? accept(yield* advance(step.value, now, early)) : step;
}

/** The commands for a league that is over. */
const afterEnd: ReadonlySet<LeagueCommand["type"]> = new Set(["report", "tick", "rename", "delete", "restore"]);

/** The fields by which a command names an entrant. */
interface OfEntrant {
  readonly entrant: number;
}

/** Decides each command alone, before the league goes on from there. */
const commandHandlers = {
  join,
  /** An agent that was named before it came has come. */
  claim,
  /** An entrant does not answer: it is suspended until it does. */
  suspend,
  leave,
  /** The person gives the place of an agent that lost its token a new one. */
  reissue,
  /** The person removes an entrant: before the start, or later one that others wait for. */
  takeOut,
  start,
  /** An entrant showed up: it comes back, and accepts an invitation where there is one. */
  answer,
  /** A game is over. The second report changes nothing. */
  report: (from: LeagueStep, { game, result }: { readonly game: string; readonly result: GameResult }) => {
    // A game that is broken off because its league was cancelled counts for nobody.
    const open = isOver(from.league) ? null : openGame(from.league, game);
    return accept(open ? reportGame(from, open.match, game, result) : from);
  },
  /** A referee elsewhere registers. */
  enlist: addReferee,
  /** A referee elsewhere has finished a match, and its games were replayed here. */
  record: recordMatch,
  /** A match is taken back from the referee elsewhere that has it. */
  takeBack,
  /** Time has passed: invitations may have lapsed. */
  tick: (from: LeagueStep, _: unknown, now: number) => accept(lapseInvitations(from, now)),
  pause: (from: LeagueStep) => accept(pause(from)),
  /** The person has the matches under way finished, and the league paused after them. */
  finish: (from: LeagueStep) => accept(finishMatches(from)),
  /** An entrant cannot play (null for no one in particular): the league pauses for the person. */
  hold: holdLeague,
  /** It waits so many milliseconds for what an entrant needs: moves have their whole time from then on. */
  wait: (from: LeagueStep, { entrant, reason, ms }: OfEntrant & { reason: string; ms: number }, now: number) => {
    const waiting = { ...from.league, heldUntil: Math.max(from.league.heldUntil, Math.ceil(now + ms)) };
    return accept(andThen(from, waiting, [{ type: "leagueWaited", entrant, reason, ms: Math.ceil(ms) }]));
  },
  /** The person resumes it, under another budget where they name one. */
  resume: (from: LeagueStep, { budget = {} }: { readonly budget?: Budget }, now: number) =>
    accept(resume(from, budget, now)),
  cancel: (from: LeagueStep, _: unknown, now: number) => accept(cancel(from, now)),
  rename: (from: LeagueStep, { name }: { readonly name: string }) =>
    accept(
      name === from.league.name ? from : andThen(from, { ...from.league, name }, [{ type: "leagueRenamed", name }]),
    ),
  /** The person takes a league that is over from all lists. */
  delete: (from: LeagueStep, _: unknown, now: number) => remove(from, now),
  /** The person brings it back. */
  restore: (from: LeagueStep) => {
    const { league } = from;
    const isThere = league.deletedAt === null;
    return accept(isThere ? from : andThen(from, { ...league, deletedAt: null }, [{ type: "leagueRestored" }]));
  },
  /** A host begins to direct it. After too many that did not close it is set aside. */
  undertake: (from: LeagueStep) => accept(countAttempt(from)),
  /** The host that directs it has run it for a while (1), or closes (0). */
  settle: (from: LeagueStep, { hosts }: { readonly hosts: 0 | 1 }) =>
    accept(hosts < from.league.undertaken && !isSetAside(from.league) ? withAttempts(from, hosts) : from),
};

type Decisions = typeof commandHandlers;
type FieldsOf<Decision> = Decision extends (from: LeagueStep, fields: infer Fields, now: number) => unknown
  ? Fields
  : never;
type Commands = { readonly [Type in keyof Decisions]: { readonly type: Type } & FieldsOf<Decisions[Type]> };
/** A command to a league, with the fields that it is decided by. */
export type LeagueCommand = Commands[keyof Commands];

const byType: {
  readonly [Type in keyof Commands]: (from: LeagueStep, command: Commands[Type], now: number) => Result<LeagueStep>;
} = commandHandlers;
const applyCommand = <Type extends keyof Commands>(
  from: LeagueStep,
  command: Commands[Type] & { readonly type: Type },
  now: number,
): Result<LeagueStep> => byType[command.type](from, command, now);

const closedRefusal = (message: string): Refusal => refuse("LEAGUE_CLOSED", message);
const unknownEntrant = ({ id }: League): Refusal =>
  refuse("ENTRANT_REQUIRED", `There is no such entrant in league ${id}`);
const noEntrant = ({ id }: League, number: number): Refusal => invalid(`League ${id} has no entrant ${number}`);
/** The answer to an entrant that the person has removed. */
export const takenOut = ({ id }: League, { name }: Entrant): Refusal =>
  closedRefusal(`The person has taken ${quote(name)} out of league ${id}`);
const isOpen = ({ status }: League): boolean => status === "registration_open" || status === "ready";

const withEntrant = (league: League, entrant: Entrant): League => ({
  ...league,
  entrants: league.entrants.map((each) => (each.number === entrant.number ? entrant : each)),
});

/** The entrants of a table: who is there, and who left and played before, elsewhere, as those games stand. */
function fieldOf({ entrants, past, current }: League, among = entrants): readonly Entrant[] {
  // Reading what was played takes a while, and matters only for those who have left.
  const haveLeft = among.some(({ status }) => status === "out");
  const results = haveLeft ? [...past.map(({ results }) => results), current] : [];
  const before = new Set(results.flatMap((results) => results.flatMap(({ a, b }) => [a, b])));
  return among.filter(({ number, status }) => status !== "out" || before.has(number));
}

/** Ready as soon as two are there. */
const readyStatus = (league: League): "registration_open" | "ready" =>
  presentIn(league).length >= 2 ? "ready" : "registration_open";

export const isFull = (league: League): boolean => presentIn(league).length >= league.settings.max_entrants;

function join(step: LeagueStep, { entrant }: { readonly entrant: NewEntrant }): Result<LeagueStep> {
  const { league } = step;
  const late = isOpen(league) ? accept(null) : lateEntry(league);
  if (!late.ok) return late;
  if (isFull(league)) {
    const names = presentIn(league).flatMap(({ reserved, name }) => (reserved ? [quote(name)] : []));
    const awaited =
      names.length === 0 ? "" : `. It waits for ${names.join(", ")}: if that is you, join with exactly this name`;
    return {
      ...closedRefusal(`League full: league ${league.id} has its ${league.settings.max_entrants} entrants${awaited}`),
      reason: "league-full",
    };
  }
  const ownName = reservedName(entrant.name, entrant.kind);
  if (ownName !== null) return invalid(reservedText(entrant.name, ownName));
  const isAlike = lookAlike(entrant.name);
  const alike = league.entrants.filter(({ name }) => isAlike(name));
  const [sameName] = fieldOf(league, alike);
  if (sameName)
    return {
      ...invalid(
        `There is an entrant ${quote(sameName.name)} in league ${league.id} already${lookAlikeText(entrant.name, sameName.name)}. Choose another name`,
      ),
      reason: "name-taken",
    };
  const number = league.entrants.length + 1;
  const { kind, name, settings, identity, profile, reserved = false, absence = null, connection = null } = entrant;
  const there = late.value ? "active" : "registered";
  const status = absence === null ? there : "suspended";
  const own = { number, kind, name, settings, identity, ...(profile ? { profile } : {}) };
  const state = {
    status,
    misses: 0,
    reserved,
    connection,
    generation: 1,
    ...(late.value ? { late: late.value } : {}),
  } as const;
  const next: League = { ...league, entrants: [...league.entrants, { ...own, ...state }] };
  const events: LeagueEvent[] = [{ type: "entrantJoined", entrant: number, kind, name }];
  if (absence !== null) events.push({ type: "entrantSuspended", entrant: number, misses: 0, reason: absence });
  const field = late.value ? withLate(next, entrant.rating ?? null) : { ...next, status: readyStatus(next) };
  return accept(andThen(step, field, events));
}

/** The rounds that a late entrant missed, and their worth. Refuses with `LEAGUE_CLOSED` one that is not let in. */
function lateEntry(league: League): Result<NonNullable<Entrant["late"]>> {
  const { id, status, settings, round } = league;
  const { late_entries: late } = settings;
  const entryRefusal = (why = "") => closedRefusal(`League ${id} is ${status} and takes no more entrants${why}`);
  if (status !== "running") return entryRefusal();
  if (!formatOf(settings).byScore) return entryRefusal(": its schedule was settled at the start");
  if (!late) return entryRefusal(": it was set up without late entries");
  if (round > late.rounds)
    return entryRefusal(`: one could join until round ${late.rounds}, and this is round ${round}`);
  if (round >= roundsIn(league)) return entryRefusal(": this is its last round");
  return accept({ rounds: round, worth: late.worth });
}

/** Adds a late entrant as the last of the seeds and lots, which stay as they were drawn. */
function withLate(league: League, rating: number | null): League {
  const { entrants, seeds, lots, ratings, undertaken } = league;
  return {
    ...league,
    seeds: [...seeds, entrants.length],
    lots: [...lots, lots.length + 1],
    ratings:
      ratings.length === 0 ? ratings : [...entrants.slice(0, -1).map((_, index) => ratings[index] ?? null), rating],
    undertaken: callsServers(league) ? Math.max(1, undertaken) : undertaken,
  };
}

/** Whether somebody can join, or come to a reserved place. */
export const takesEntrants = (league: League): boolean => isOpen(league) || (lateEntry(league).ok && !isFull(league));

function claim(
  step: LeagueStep,
  { entrant: number, identity, connection }: OfEntrant & Pick<Entrant, "identity" | "connection">,
): Result<LeagueStep> {
  const { league } = step;
  const entrant = entrantOf(league, number);
  if (!entrant?.reserved) return unknownEntrant(league);
  if (entrant.status === "out") return closedRefusal(`${quote(entrant.name)} is out of league ${league.id}`);
  const { kind, name } = entrant;
  const there = withEntrant(league, { ...entrant, identity, connection, reserved: false });
  return accept(andThen(step, there, [{ type: "entrantJoined", entrant: number, kind, name }]));
}

function suspend(step: LeagueStep, { entrant: number, reason }: OfEntrant & { reason: string }): Result<LeagueStep> {
  const entrant = entrantOf(step.league, number);
  if (!entrant || entrant.status === "out" || entrant.status === "suspended") return accept(step);
  const event: LeagueEvent = { type: "entrantSuspended", entrant: number, misses: entrant.misses, reason };
  return accept(andThen(step, withEntrant(step.league, { ...entrant, status: "suspended" }), [event]));
}

function leave(step: LeagueStep, { entrant: number }: OfEntrant): Result<LeagueStep> {
  const { league } = step;
  const entrant = entrantOf(league, number);
  if (!entrant) return unknownEntrant(league);
  if (entrant.status === "out") return accept(step);
  const next = withEntrant(league, { ...entrant, status: "out" });
  const open = isOpen(league) ? { ...next, status: readyStatus(next) } : next;
  return accept(andThen(step, open, [{ type: "entrantLeft", entrant: number }]));
}

/** Ends the token of an agent's place, and the connection it is held over. Refuses a place that needs no token. */
function reissue(step: LeagueStep, { entrant: number }: OfEntrant): Result<LeagueStep> {
  const { league } = step;
  const entrant = entrantOf(league, number);
  if (!entrant) return noEntrant(league, number);
  if (!holdsToken(entrant))
    return invalid(
      `${quote(entrant.name)} needs no token in league ${league.id}: only an agent that has come, and is not out, can get a new one`,
    );
  const place = { ...entrant, generation: entrant.generation + 1, connection: null };
  return accept(andThen(step, withEntrant(league, place), [{ type: "placeReissued", entrant: number }]));
}

/** Whether somebody proves by a token that it is this entrant, and may be given a new one. */
export const holdsToken = ({ kind, status, reserved }: Entrant): boolean =>
  kind === "agent" && status !== "out" && !reserved;

/** The reason why the person cannot remove an entrant. */
export function whyItStays(league: League, { number }: Entrant): Refusal | null {
  const { measure, sprt, misses } = league.settings;
  if (league.startedAt !== null)
    return awaitedEntrants(league).has(number)
      ? null
      : closedRefusal(
          `League ${league.id} has begun, and only an entrant that it waits for can be taken out of it. Who does not come forfeits its matches, and is out after ${misses} in a row. What else you can do is to cancel the league`,
        );
  // The levels have the first places, by which their strengths are stored.
  if (measure && number <= measure.levels.length)
    return invalid(
      "A measurement needs all whom it measures against, the computer's levels above all: none of them can be taken out",
    );
  const [first] = presentIn(league);
  if (sprt && first?.number === number)
    return invalid(
      `The sequential test asks how much stronger ${quote(first.name)} is than the other: without it that would be asked of the other. Cancel the league, and set up one of the two who are to play`,
    );
  return null;
}

function takeOut(step: LeagueStep, { entrant: number }: OfEntrant): Result<LeagueStep> {
  const { league } = step;
  const entrant = entrantOf(league, number);
  if (!entrant) return noEntrant(league, number);
  const stays = whyItStays(league, entrant);
  if (stays) return stays;
  if (entrant.status === "out") return accept(step);
  const next = withEntrant(league, { ...entrant, status: "out", takenOut: true });
  if (league.startedAt !== null) return accept(andThen(step, next, [{ type: "entrantTakenOut", entrant: number }]));
  const ready = readyStatus(next);
  const now = league.status === "paused" ? { pausedFrom: ready } : { status: ready };
  return accept(andThen(step, { ...next, ...now }, [{ type: "entrantTakenOut", entrant: number }]));
}

/** The setting that names somebody who is no entrant, in words; null where there is none. */
export function strangerIn(
  { byes, forbidden_pairs }: LeagueSettings,
  entrants: readonly Pick<Entrant, "name">[],
): string | null {
  const names = new Set(entrants.map(({ name }) => likeness(name)));
  const references = [
    ...byes.map(({ name }) => ({ field: "byes", name })),
    ...forbidden_pairs.flatMap(({ names }) => names.map((name) => ({ field: "forbidden_pairs", name }))),
  ];
  const stranger = references.find(({ name }) => !names.has(likeness(name)));
  return stranger ? `${stranger.field}: no entrant is called ${quote(stranger.name)}` : null;
}

/** @param ratings the rating of each entrant, by number from 1; absent where no tie-break needs it */
function start(step: LeagueStep, { ratings = [] }: Partial<Pick<League, "ratings">>, now: number): Result<LeagueStep> {
  const { league } = step;
  if (!isOpen(league)) return closedRefusal(`League ${league.id} has been started already`);
  const present = presentIn(league);
  if (present.length < 2)
    return invalid(`A league needs two entrants at least, and league ${league.id} has ${present.length}`);
  if (league.settings.measure && present.length <= league.settings.measure.levels.length)
    return invalid(`The player to be measured has not joined league ${league.id} yet`);
  if (league.settings.sprt && present.length !== 2)
    return invalid(`A sequential test (sprt) is between two entrants, and league ${league.id} has ${present.length}`);
  const seeds = fieldOf(league);
  const beyond = misfitOfRounds(league.settings, seeds.length);
  if (beyond !== null) return invalid(`${beyond}, and league ${league.id} is set up for more. Let others join first`);
  const stranger = strangerIn(league.settings, seeds);
  if (stranger !== null) return invalid(`${stranger} in league ${league.id}`);
  const lots = shuffle(
    seeds.map((_, index) => index + 1),
    randomFor(league.settings, "lots"),
  );
  const running: League = {
    ...league,
    status: "running",
    undertaken: callsServers(league) ? 1 : 0,
    startedAt: now,
    seeds: seeds.map(({ number }) => number),
    lots,
    ratings,
    entrants: league.entrants.map((each) => (each.status === "registered" ? { ...each, status: "active" } : each)),
  };
  return accept(andThen(step, running, [{ type: "leagueStarted", lots }]));
}

/** The answer to whoever shows a token of an entrant's place that has a newer one. */
export const placeReissued = ({ id }: League): Refusal =>
  refuse(
    "ENTRANT_REQUIRED",
    `A person gave this place in league ${id} a new entrant_token, and this one ended. Go on only if you were given the new one`,
  );

function answer(
  step: LeagueStep,
  fields: OfEntrant & {
    /** The hash of its connection; null for none of its own, absent where that does not matter. */
    readonly connection?: string | null;
    /** The number of the token that it holds; absent where none is shown. */
    readonly generation?: number;
  },
): Result<LeagueStep> {
  const { league } = step;
  const { entrant: number, connection: over, generation } = fields;
  const entrant = entrantOf(league, number);
  if (!entrant) return unknownEntrant(league);
  if (entrant.takenOut) return takenOut(league, entrant);
  if (generation !== undefined && generation !== entrant.generation) return placeReissued(league);
  if (entrant.status === "out")
    return closedRefusal(`${quote(entrant.name)} is out of league ${league.id}: ${whyOut(league, number)}`);
  const connection = over === undefined ? entrant.connection : over;
  // An entrant that plays and comes over another connection than before has come back.
  const isNew = entrant.connection !== null && connection !== entrant.connection;
  const isPlaying = () => league.current.some((match) => match.status === "playing" && isIn(match, number));
  const comeback: Entrant | null =
    entrant.status === "suspended"
      ? { ...entrant, connection, status: "active", misses: 0 }
      : isNew && isPlaying()
        ? { ...entrant, connection }
        : null;
  const back = comeback
    ? andThen(step, withEntrant(league, comeback), [{ type: "entrantReturned", entrant: number }])
    : step;
  const match = league.current.find((match) => match.status === "invited" && isIn(match, number));
  const place = match ? placeOf(sideOf(match, number)) : 0;
  if (league.status !== "running" || !match || match.accepted[place]) return accept(back);
  const [a, b] = match.accepted;
  const acceptance: Match = { ...match, accepted: [a || place === 0, b || place === 1] };
  const event: LeagueEvent = { type: "invitationAccepted", match: match.number, entrant: number };
  const there =
    connection === entrant.connection
      ? back.league
      : withEntrant(back.league, { ...(comeback ?? entrant), connection });
  return accept(begunIfAccepted(andThen(back, withMatch(there, acceptance), [event]), acceptance));
}

/** Ends expired invitations: an entrant that did not come forfeits the match, and is out after too many. */
function lapseInvitations(step: LeagueStep, now: number): LeagueStep {
  if (step.league.status !== "running") return step;
  const { invite_seconds, misses } = step.league.settings;
  return step.league.current.reduce((at, match) => {
    if (match.status !== "invited" || (match.invitedAt ?? now) + 1_000 * invite_seconds > now) return at;
    const missing = (["a", "b"] as const).filter((_, place) => !match.accepted[place]);
    const next = missing.reduce((so, side) => {
      const entrant = entrantOn(so.league, match, side);
      if (!entrant) return so;
      const count = entrant.misses + 1;
      const out = count >= misses;
      const next: Entrant = { ...entrant, misses: count, status: out ? "out" : "suspended" };
      const event: LeagueEvent = out
        ? { type: "entrantLeft", entrant: entrant.number }
        : { type: "entrantSuspended", entrant: entrant.number, misses: count };
      return andThen(so, withEntrant(so.league, next), [event]);
    }, at);
    return forfeitMatch(next, match, missing);
  }, step);
}

/** Withdraws invitations, since a match that has not begun begins after the pause. */
function finishMatches(step: LeagueStep): LeagueStep {
  const { league } = step;
  if (league.status !== "running") return pause(step);
  if (league.finishing) return step;
  const current = league.current.map(
    (match): Match =>
      match.status === "invited" ? { ...match, status: "assigned", invitedAt: null, accepted: [false, false] } : match,
  );
  return andThen(step, { ...league, current, finishing: true }, [{ type: "finishRequested" }]);
}

function holdLeague(
  step: LeagueStep,
  { entrant: number, reason }: { readonly entrant: number | null; readonly reason: string },
): Result<LeagueStep> {
  const { league } = step;
  const entrant = number === null ? null : entrantOf(league, number);
  if (number !== null && !entrant) return unknownEntrant(league);
  // The first entrant that cannot play is reported; the next one shows when the league is resumed.
  if (league.held !== null) return accept(step);
  const cause = entrant
    ? `${quote(entrant.name)} cannot play: ${reason}. Put that right and resume the league, or cancel it`
    : reason;
  const pausedFrom = league.status === "paused" ? league.pausedFrom : "running";
  return accept(
    andThen(step, { ...league, status: "paused", pausedFrom, held: cause }, [{ type: "leagueHeld", reason: cause }]),
  );
}

/** A new budget takes effect between a pause and its end, which are decided again alike from the log of a bundle. */
function resume(from: LeagueStep, budget: Budget, now: number): LeagueStep {
  const step = (budget.max_cost ?? budget.max_tokens) === undefined ? from : pause(from);
  const { league } = step;
  if (league.status === "running" && league.finishing)
    return andThen(step, { ...league, finishing: undefined }, [{ type: "leagueResumed" }]);
  if (league.status !== "paused" || league.pausedFrom === null) return step;
  const attempts = league.pausedFrom === "running" && callsServers(league) ? 1 : 0;
  const on: League = {
    ...reinvite(league, now),
    status: league.pausedFrom,
    pausedFrom: null,
    undertaken: attempts,
    ...(league.held === null ? { finishing: undefined } : { held: null, heldUntil: now }),
    settings: {
      ...league.settings,
      max_cost: budget.max_cost ?? league.settings.max_cost,
      max_tokens: budget.max_tokens ?? league.settings.max_tokens,
    },
  };
  return andThen(step, on, [{ type: "leagueResumed" }]);
}

function countAttempt(step: LeagueStep): LeagueStep {
  const { league } = step;
  const { status, pausedFrom, undertaken } = league;
  const isPlayed = status === "running" || pausedFrom === "running";
  if (!isPlayed || !callsServers(league) || isSetAside(league)) return step;
  if (undertaken < MOST_CRASHED_HOSTS) return withAttempts(step, undertaken + 1);
  const aside: League = { ...league, status: "paused", pausedFrom: "running", undertaken: undertaken + 1 };
  return andThen(step, aside, [{ type: "leagueSetAside" }]);
}

const withAttempts = (step: LeagueStep, hosts: number): LeagueStep =>
  andThen(step, { ...step.league, undertaken: hosts }, [{ type: "leagueUndertaken", hosts }]);

function cancel(step: LeagueStep, now: number): LeagueStep {
  const commands = openGames(step.league).map(({ game }): Order => ({ type: "endGame", id: game.id, loser: null }));
  const over: League = { ...step.league, status: "cancelled", pausedFrom: null, held: null, finishedAt: now };
  return andThen(step, over, [{ type: "leagueCancelled" }], commands);
}

/** Takes a league from all lists. Its games stay, and count for ratings as before. Refuses one that is not over. */
function remove(step: LeagueStep, now: number): Result<LeagueStep> {
  const { league } = step;
  if (!isOver(league)) return invalid(`League ${league.id} is still going on. Cancel it before you delete it`);
  if (league.deletedAt !== null) return accept(step);
  return accept(andThen(step, { ...league, deletedAt: now }, [{ type: "leagueDeleted" }]));
}

/** Most milliseconds by which the clocks of hosts differ: a later time was stored before a clock was put back. */
const SKEW_MS = 1_000;

/**
 * A league after a standstill: invitations that nobody could answer meanwhile have their whole time again. To be called
 * before anything else is decided; no step where there are none.
 * @param stoodStillUntil the end of the last outage of all hosts, in milliseconds since 1970
 */
export function afterStandstill(league: League, stoodStillUntil: number, now: number): LeagueStep {
  const hasExpired = ({ status, invitedAt }: Match) =>
    status === "invited" && invitedAt !== null && (invitedAt < stoodStillUntil || invitedAt > now + SKEW_MS);
  const from: LeagueStep = { league, events: [], commands: [] };
  return isOver(league) || !league.current.some(hasExpired)
    ? from
    : andThen(from, reinvite(league, now, hasExpired), [{ type: "hostResumed" }]);
}

const reinvite = (
  league: League,
  now: number,
  which = ({ status }: Match): boolean => status === "invited",
): League => ({
  ...league,
  current: league.current.map((match) => (which(match) ? { ...match, invitedAt: now } : match)),
});
