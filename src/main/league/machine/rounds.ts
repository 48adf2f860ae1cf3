import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Before, Pairing, PairingPlayer } from "../../../shared/formats/format.ts";
import { formatOf } from "../../../shared/formats/register.ts";
import type { Steps } from "../../../shared/steps.ts";
import { likeness } from "../../../shared/text.ts";
import { inPiecesOnceFor } from "../../base/once-for.ts";
import { levelToMeet } from "../measure/measuring.ts";
import { AT_ONCE, type MatchResult, partsOf, type Scoring, scoreOf } from "../standings/record.ts";
import { crosstable, type Standing, standingsOf } from "../standings/standings.ts";
import { entrantOf, type League, type LeagueSettings, type Match, type PastRound } from "./league.ts";
import { randomFor } from "./random.ts";

/** The settings that the number of rounds and games follows from. */
export type LeagueLength = Pick<LeagueSettings, "format" | "games_per_match" | "measure" | "rounds">;

/** The number of rounds of a league of so many; in a measurement about how many. */
export const roundsOf = (settings: LeagueLength, entrants: number): number =>
  settings.measure
    ? Math.ceil(settings.measure.games / settings.games_per_match)
    : (settings.rounds ?? formatOf(settings).rounds(entrants));

/** The number of rounds of a started league: late entrants do not add any. */
export const roundsIn = (league: League): number =>
  roundsOf(league.settings, league.seeds.filter((number) => !entrantOf(league, number)?.late).length);

/** The most games that so many can play, without the extra games of level matches and without byes. */
export const gamesOf = (settings: LeagueLength, entrants: number): number =>
  formatOf(settings).matches(entrants, roundsOf(settings, entrants)) * settings.games_per_match;

/** The reason why so many, at least two, cannot play the league's rounds, in words; null where they can. */
export function misfitOfRounds(settings: LeagueLength, entrants: number): string | null {
  const { mostRounds, title } = formatOf(settings);
  const most = mostRounds?.(entrants) ?? Number.POSITIVE_INFINITY;
  return roundsOf(settings, entrants) <= most ? null : `rounds: a ${title} league of ${entrants} has ${most} at most`;
}

/**
 * The pairings of the next round, by the entrants' numbers; null after the last, or where nobody is left. Yields in
 * between: a Swiss round of hundreds takes a while.
 */
export function* nextPairings(league: League): Steps<readonly Pairing[] | null> {
  const { seeds, settings } = league;
  const present = seeds.filter((number) => entrantOf(league, number)?.status !== "out");
  // A measurement ends by its games, and a round that nobody came to has none.
  const isLast = settings.measure === null && league.round >= roundsIn(league);
  if (isLast || present.length === 0) return null;
  const place = new Map(seeds.map((number, index) => [number, index + 1]));
  const byes = askedByes(league, present);
  const absent = new Set(byes.map(({ number }) => number));
  const attendees = new Set(present.filter((number) => !absent.has(number)));
  const before: Before = {
    entrants: seeds.length,
    round: league.round + 1,
    rounds: roundsIn(league),
    winners: () => league.current.map(({ a, b, result }) => place.get(result?.winner === "b" ? (b ?? a) : a) ?? 0),
    *players() {
      return (yield* playersIn(league)).filter(({ number }) => attendees.has(seeds[number - 1] ?? 0));
    },
    level: () => levelToMeet(league),
  };
  const pairings = yield* formatOf(settings).next(before);
  if (!pairings) return null;
  const numberAt = (index: number): number => seeds[index - 1] ?? 0;
  const paired = pairings.map(({ a, b }): Pairing => ({ a: numberAt(a), b: b === null ? null : numberAt(b) }));
  // An entrant with a requested bye without points has no match, like one that has not shown up yet.
  const fixedByes = byes.flatMap(({ number, worth }): Pairing[] =>
    worth === "none" ? [] : [{ a: number, b: null, bye: worth === "full" ? "win" : "draw" }],
  );
  return [...paired, ...fixedByes];
}

/** Entrants present that asked to sit out the next round. */
function askedByes({ settings, entrants, round }: League, present: readonly number[]) {
  const byWorth = new Map(
    settings.byes.filter((bye) => bye.round === round + 1).map(({ name, worth }) => [likeness(name), worth]),
  );
  if (byWorth.size === 0) return [];
  return present.flatMap((number) => {
    const worth = byWorth.get(likeness(entrants[number - 1]?.name ?? ""));
    return worth === undefined ? [] : [{ number, worth }];
  });
}

/** Everybody's place among the seeds, from 1, by the {@link likeness} of the name. */
export const placesByName = ({ seeds, entrants }: League): ReadonlyMap<string, number> =>
  new Map(seeds.map((number, index) => [likeness(entrants[number - 1]?.name ?? ""), index + 1]));

/** The opponents that each is not to meet in the next round, by places among the seeds from 0. */
function keptApart(league: League): readonly ReadonlySet<number>[] {
  const { settings, seeds, round } = league;
  const apart = seeds.map(() => new Set<number>());
  const places = placesByName(league);
  for (const { names, from_round, to_round } of settings.forbidden_pairs) {
    if (round + 1 < from_round || (to_round !== null && round + 1 > to_round)) continue;
    const those = names.flatMap((name) => places.get(likeness(name)) ?? []);
    for (const one of those) for (const other of those) if (one !== other) apart[one - 1]?.add(other);
  }
  return apart;
}

function scoringOf(settings: LeagueSettings): Scoring {
  const { eliminates = false, byScore = false } = formatOf(settings);
  return { points: settings.points, predetermined: !eliminates && !byScore, byeWins: byScore };
}

/** The finished matches as standings count them: entrants by their places among the seeds, from 1. */
function* resultsOf(league: League): Steps<readonly MatchResult[]> {
  const { seeds, past, current } = league;
  const place = new Map(seeds.map((number, index) => [number, index + 1]));
  const seedPlaceOf = (number: number): number => place.get(number) ?? 0;
  // Usually every entrant was there at the start, and the numbers are the places.
  const isSame = seeds.every((number, index) => number === index + 1);
  const all: MatchResult[] = [];
  for (const results of [...past.map((round) => round.results), current.flatMap(resultOf)]) {
    for (const result of results) {
      const { a, b } = result;
      all.push(isSame ? result : { ...result, a: seedPlaceOf(a), b: b === null ? null : seedPlaceOf(b) });
    }
    yield;
  }
  return [...all, ...missedBy(league)];
}

/** The byes of late entrants for rounds that they missed. Byes without points are no results. */
const missedBy = (league: League): readonly MatchResult[] =>
  league.seeds.flatMap((number, index) => {
    const { rounds = 0, worth } = entrantOf(league, number)?.late ?? {};
    const byeRounds = worth === "half" ? Math.min(rounds, league.round) : 0;
    const bye = { a: index + 1, b: null, winner: null, played: false, bye: "draw" } as const;
    return Array.from({ length: byeRounds }, (_, before) => ({ ...bye, round: before + 1 }));
  });

function* playersIn(league: League): Steps<readonly PairingPlayer[]> {
  const results = yield* resultsOf(league);
  const parts = yield* partsOf(league.seeds.length, league.round, results, scoringOf(league.settings));
  const histories = league.seeds.map((): { opponents: Set<number>; noShows: Set<number>; sides: boolean[] } => ({
    opponents: new Set(),
    noShows: new Set(),
    sides: [],
  }));
  for (const [index, { a, b, played }] of results.entries()) {
    if (index % AT_ONCE === 0) yield;
    if (b === null) continue;
    const how = played ? "opponents" : "noShows";
    histories[a - 1]?.[how].add(b);
    histories[b - 1]?.[how].add(a);
    if (!played) continue;
    histories[a - 1]?.sides.push(true);
    histories[b - 1]?.sides.push(false);
  }
  const apart = keptApart(league);
  return histories.map((others, index): PairingPlayer => {
    const own = parts.get(index + 1) ?? [];
    return {
      ...others,
      number: index + 1,
      points: scoreOf(own),
      apart: apart[index] ?? new Set(),
      byes: own.filter(
        (part) => (part.kind === "bye" && !part.requested) || (part.kind === "forfeit" && part.result === "win"),
      ).length,
    };
  });
}

/**
 * The current table, entrants by their numbers. Empty before the start. Yields in between, and is kept: tables are
 * requested again and again, and computed from thousands of matches.
 */
export const leagueStandings = inPiecesOnceFor(function* (league: League): Steps<readonly Standing[]> {
  const open = league.current.filter(({ status }) => status !== "reported");
  const waiting = open.flatMap(({ a, b }) => [a, b ?? a]).map((number) => league.seeds.indexOf(number) + 1);
  const rows = yield* standingsOf({
    entrants: league.seeds.length,
    rounds: league.round,
    results: yield* resultsOf(league),
    waiting: new Set(waiting),
    scoring: scoringOf(league.settings),
    lots: league.lots,
    tieBreaks: league.settings.tie_breaks,
    ratings: league.seeds.map((number) => league.ratings[number - 1] ?? null),
    eliminates: formatOf(league.settings).eliminates ?? false,
    byShare: formatOf(league.settings).challenges ?? false,
  });
  return rows.map((row) => ({ ...row, number: league.seeds[row.number - 1] ?? 0 }));
});

/** The results of each against each, one letter a match, oldest first; rows and columns by rank. Yields in between. */
export function* leagueCrosstable(league: League): Steps<readonly (readonly string[])[]> {
  const cell = yield* crosstable(yield* resultsOf(league));
  const place = new Map(league.seeds.map((number, index) => [number, index + 1]));
  const places = (yield* leagueStandings(league)).map(({ number }) => place.get(number) ?? 0);
  const letters = { win: "W", draw: "D", loss: "L" } as const;
  const rows: (readonly string[])[] = [];
  for (const one of places) {
    rows.push(
      places.map((other) =>
        cell(one, other)
          .map((result) => letters[result])
          .join(""),
      ),
    );
    yield;
  }
  return rows;
}

/** The one of two that goes through when a match that needs a winner stays level; always the same one. */
export const lotFor = ({ settings }: League, { number }: Match): "a" | "b" =>
  randomFor(settings, `tie ${number}`)() < 0.5 ? "a" : "b";

/** Compresses a round whose matches are all over. */
export function pastRound(matches: readonly Match[]): PastRound {
  // Copied, since the result lies in a larger piece of memory.
  const bytes = new Uint8Array(deflateRawSync(JSON.stringify(matches), { level: 1 }));
  // Kept uncompressed as long as somebody uses them.
  let cache = new WeakRef(matches);
  return {
    results: matches.flatMap(resultOf),
    matchCount: matches.filter(({ b }) => b !== null).length,
    matches: () => {
      const matches = cache.deref();
      if (matches) return matches;
      const parsedMatches: readonly Match[] = JSON.parse(inflateRawSync(bytes).toString());
      cache = new WeakRef(parsedMatches);
      return parsedMatches;
    },
  };
}

/** The rounds between two, by number; one in which everybody sat out has no matches. Yields in between. */
export function* pastRounds(matches: readonly Match[], after: number, before: number): Steps<readonly PastRound[]> {
  const rounds: PastRound[] = [];
  const byNumber = Map.groupBy(matches, ({ round }) => round);
  for (let round = after + 1; round < before; round += 1) {
    rounds.push(pastRound(byNumber.get(round) ?? []));
    yield;
  }
  return rounds;
}

/** A match as standings count it; none while it goes on. */
export function resultOf({ round, a, b, result }: Match): readonly MatchResult[] {
  if (!result) return [];
  const { winner, played, bye, score } = result;
  // In a game that was played one side has won, or each has half of it, unless both have lost it.
  const bothLost = b !== null && played && winner === null && score[0] + score[1] === 0;
  return [
    {
      round,
      a,
      b,
      winner,
      played,
      ...(b === null ? {} : { games: score }),
      ...(bye === undefined ? {} : { bye }),
      ...(bothLost ? { bothLost } : {}),
    },
  ];
}
