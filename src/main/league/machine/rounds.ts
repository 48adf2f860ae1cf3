import type { Steps } from "../../../shared/steps.ts";
import { likeness } from "../../../shared/text.ts";
import { type TieBreak, usualTieBreaks } from "../../../shared/tie-breaks.ts";
import { gauntlet, roundsOfGauntlet } from "../formats/gauntlet.ts";
import { firstKnockoutRound, nextKnockoutRound, roundsOfKnockout } from "../formats/knockout.ts";
import type { Pairing } from "../formats/pairing.ts";
import { roundRobin, roundsOfCycle } from "../formats/round-robin.ts";
import { roundsOfSwiss, type SwissPlayer, swissRound } from "../formats/swiss.ts";
import { levelToMeet } from "../measure/measuring.ts";
import { AT_ONCE, type MatchResult, partsOf, type Scoring, scoreOf } from "../standings/record.ts";
import { crosstable, type Standing, standingsOf } from "../standings/standings.ts";
import { drawsOf } from "./draws.ts";
import { entrantOf, type League, type LeagueSettings, type Match } from "./league.ts";
import { resultOf } from "./past.ts";

/** How many rounds a league of so many has; of one that measures, about how many. */
export function roundsOf({ format, rounds, measure, gamesPerMatch }: LeagueSettings, entrants: number): number {
  switch (format) {
    case "round-robin":
      return rounds ?? roundsOfCycle(entrants);
    case "double-round-robin":
      return rounds ?? 2 * roundsOfCycle(entrants);
    case "gauntlet":
      return rounds ?? roundsOfGauntlet(entrants);
    case "knockout":
      return roundsOfKnockout(entrants);
    case "swiss":
      return rounds ?? roundsOfSwiss(entrants);
    case "measure":
      return Math.ceil((measure?.games ?? 0) / gamesPerMatch);
  }
}

/** How many rounds a league that has begun has: those who join later do not add any. */
export const roundsIn = (league: League): number =>
  roundsOf(league.settings, league.seeds.filter((number) => !entrantOf(league, number)?.late).length);

/** How many games so many can play at the most, but for those by which a level match of a knockout goes on; without byes. */
export function gamesOf(settings: LeagueSettings, entrants: number): number {
  const { format, gamesPerMatch } = settings;
  const rounds = roundsOf(settings, entrants);
  const matches =
    format === "gauntlet" ? rounds : format === "knockout" ? entrants - 1 : rounds * Math.floor(entrants / 2);
  return matches * gamesPerMatch;
}

/** Why so many, at least two, cannot play the rounds that a league is to have, in words; null where they can. */
export function misfitOfRounds(settings: LeagueSettings, entrants: number): string | null {
  // By then everybody has met all others, and sat out once where they are odd.
  if (settings.format !== "swiss" || roundsOf(settings, entrants) <= entrants) return null;
  return `rounds: a Swiss league of ${entrants} has ${entrants} at most`;
}

/**
 * The pairings of the next round, by the entrants' numbers; null after the last, or where nobody is left. In pieces: a
 * Swiss round of hundreds takes a while.
 */
export function* nextPairings(league: League): Steps<readonly Pairing[] | null> {
  const { seeds, settings } = league;
  const round = league.round + 1;
  const present = seeds.filter((number) => entrantOf(league, number)?.status !== "out");
  // A measurement ends by its games: a round that nobody came to is none of them.
  const isLast = settings.format !== "measure" && league.round >= roundsIn(league);
  if (isLast || present.length === 0) return null;
  const place = new Map(seeds.map((number, index) => [number, index + 1]));
  const pairings = function* (): Steps<readonly Pairing[] | null> {
    switch (settings.format) {
      case "round-robin":
      case "double-round-robin":
        return roundRobin(seeds.length, round, roundsIn(league));
      case "gauntlet":
        return gauntlet(seeds.length, round);
      case "knockout":
        return round === 1 ? firstKnockoutRound(seeds.length) : nextKnockoutRound(winnersOf(league, place), round);
      case "swiss": {
        const players = yield* swissPlayers(league);
        const byes = askedByes(league, present);
        const absent = new Set(byes.map(({ number }) => number));
        const here = new Set(present.filter((number) => !absent.has(number)));
        const pairs = yield* swissRound(players.filter(({ number }) => here.has(seeds[number - 1] ?? 0)));
        // Who sits out for nothing has no match, as who has not come yet.
        const given = byes.flatMap(({ number, worth }): Pairing[] =>
          worth === "none" ? [] : [{ a: place.get(number) ?? 0, b: null, bye: worth === "full" ? "win" : "draw" }],
        );
        return [...pairs, ...given];
      }
      case "measure": {
        const level = levelToMeet(league);
        return level === null ? null : [{ a: seeds.length, b: level }];
      }
    }
  };
  const numberAt = (index: number): number => seeds[index - 1] ?? 0;
  return (
    (yield* pairings())?.map((pairing) => {
      const { a, b } = pairing;
      return { ...pairing, a: numberAt(a), b: b === null ? null : numberAt(b) };
    }) ?? null
  );
}

/** Who asked to sit out the next round, of those who are there. */
function askedByes({ settings, entrants, round }: League, present: readonly number[]) {
  const asked = new Map(
    settings.byes.filter((bye) => bye.round === round + 1).map(({ name, worth }) => [likeness(name), worth]),
  );
  if (asked.size === 0) return [];
  return present.flatMap((number) => {
    const worth = asked.get(likeness(entrants[number - 1]?.name ?? ""));
    return worth === undefined ? [] : [{ number, worth }];
  });
}

/** Whom each is not to meet in the next round, by its place among the seeds from 0. */
function keptApart({ settings, seeds, entrants, round }: League): readonly ReadonlySet<number>[] {
  const kept = seeds.map(() => new Set<number>());
  const places = new Map(seeds.map((number, index) => [likeness(entrants[number - 1]?.name ?? ""), index + 1]));
  for (const { names, from, to } of settings.apart) {
    if (round + 1 < from || (to !== null && round + 1 > to)) continue;
    const those = names.flatMap((name) => places.get(likeness(name)) ?? []);
    for (const one of those) for (const other of those) if (one !== other) kept[one - 1]?.add(other);
  }
  return kept;
}

/** Who came through the last round of a knockout, in the order of the bracket. */
const winnersOf = ({ current }: League, place: ReadonlyMap<number, number>): readonly number[] =>
  current.map(({ a, b, result }) => place.get(result?.winner === "b" ? (b ?? a) : a) ?? 0);

const scoringOf = ({ format, points }: LeagueSettings): Scoring => ({
  points,
  predetermined: format !== "swiss" && format !== "knockout",
  byeWins: format === "swiss",
});

/** The tie-breaks of a league. */
export const tieBreaksOf = ({ format, tieBreaks }: LeagueSettings): readonly TieBreak[] =>
  tieBreaks.length > 0 ? tieBreaks : usualTieBreaks(format);

/** The matches that are over as standings count them: entrants by their place among the seeds, from 1. */
function* resultsOf(league: League): Steps<readonly MatchResult[]> {
  const { seeds, past, current } = league;
  const place = new Map(seeds.map((number, index) => [number, index + 1]));
  const placeOf = (number: number): number => place.get(number) ?? 0;
  // Mostly everybody who came was there at the start, and the numbers are the places.
  const isSame = seeds.every((number, index) => number === index + 1);
  const all: MatchResult[] = [];
  for (const results of [...past.map((round) => round.results), current.flatMap(resultOf)]) {
    for (const result of results) {
      const { a, b } = result;
      all.push(isSame ? result : { ...result, a: placeOf(a), b: b === null ? null : placeOf(b) });
    }
    yield;
  }
  return [...all, ...missedBy(league)];
}

/** The byes of those who joined later, for rounds that they missed. Those that are worth nothing are no results. */
const missedBy = (league: League): readonly MatchResult[] =>
  league.seeds.flatMap((number, index) => {
    const { rounds = 0, worth } = entrantOf(league, number)?.late ?? {};
    const missed = worth === "half" ? Math.min(rounds, league.round) : 0;
    const bye = { a: index + 1, b: null, winner: null, played: false, bye: "draw" } as const;
    return Array.from({ length: missed }, (_, before) => ({ ...bye, round: before + 1 }));
  });

function* swissPlayers(league: League): Steps<readonly SwissPlayer[]> {
  const results = yield* resultsOf(league);
  const parts = yield* partsOf(league.seeds.length, league.round, results, scoringOf(league.settings));
  const met = league.seeds.map((): { opponents: Set<number>; missed: Set<number>; sides: boolean[] } => ({
    ...{ opponents: new Set(), missed: new Set(), sides: [] },
  }));
  for (const [index, { a, b, played }] of results.entries()) {
    if (index % AT_ONCE === 0) yield;
    if (b === null) continue;
    const how = played ? "opponents" : "missed";
    met[a - 1]?.[how].add(b);
    met[b - 1]?.[how].add(a);
    if (!played) continue;
    met[a - 1]?.sides.push(true);
    met[b - 1]?.sides.push(false);
  }
  const apart = keptApart(league);
  return met.map(({ opponents, missed, sides }, index): SwissPlayer => {
    const own = parts.get(index + 1) ?? [];
    return {
      ...{ number: index + 1, points: scoreOf(own), opponents, missed, sides, apart: apart[index] ?? new Set() },
      byes: own.filter(
        (part) => (part.kind === "bye" && !part.requested) || (part.kind === "forfeit" && part.result === "win"),
      ).length,
    };
  });
}

/** Tables are asked for again and again, and made of thousands of matches. */
const tables = new WeakMap<League, readonly Standing[]>();

/** The table as it stands, entrants by their numbers, in pieces. Before the start it is empty. */
export function* leagueStandings(league: League): Steps<readonly Standing[]> {
  const known = tables.get(league) ?? (yield* computedStandings(league));
  tables.set(league, known);
  return known;
}

function* computedStandings(league: League): Steps<readonly Standing[]> {
  const open = league.current.filter(({ status }) => status !== "reported");
  const waiting = open.flatMap(({ a, b }) => [a, b ?? a]).map((number) => league.seeds.indexOf(number) + 1);
  const rows = yield* standingsOf({
    entrants: league.seeds.length,
    rounds: league.round,
    results: yield* resultsOf(league),
    waiting: new Set(waiting),
    scoring: scoringOf(league.settings),
    lots: league.lots,
    tieBreaks: tieBreaksOf(league.settings),
    ratings: league.seeds.map((number) => league.ratings[number - 1] ?? null),
    knockout: league.settings.format === "knockout",
  });
  return rows.map((row) => ({ ...row, number: league.seeds[row.number - 1] ?? 0 }));
}

/** What each had from each, a letter a match, oldest first; rows and columns by rank. In pieces. */
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

/** Which of two goes through where a knockout match stays level; the same each time it is asked. */
export const lotFor = ({ settings }: League, { number }: Match): "a" | "b" =>
  drawsOf(settings, `tie ${number}`, Math.imul(number, 7919))() < 0.5 ? "a" : "b";
