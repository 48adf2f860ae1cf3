import type { LeagueStanding, Results } from "../../../shared/leagues.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { TieBreak } from "../../../shared/tie-breaks.ts";
import { onceFor } from "../../base/once-for.ts";
import * as record from "./record.ts";

/** Everyone's rounds. */
type RoundParts = ReadonlyMap<number, readonly record.RoundPart[]>;

/**
 * The sum of the opponents' scores (FIDE Handbook C.07, 8.1), unplayed rounds as article 16 has them since March 2026: an
 * opponent's rounds after it was last there count as draws (16.3), and an own unplayed round as one against a dummy.
 */
export const buchholz = (parts: RoundParts, number: number, scoring: Scale): number =>
  record.roundSum(roundScores(parts, number, scoring).reduce((sum, { score }) => sum + score, 0));

/**
 * The same without the lowest of these scores (14.1): for an entrant that was absent by its own will, the lowest of the
 * scores that count for those rounds (16.5).
 */
export function buchholzCut1(parts: RoundParts, number: number, scoring: Scale): number {
  const all = roundScores(parts, number, scoring);
  const voluntary = all.filter(({ part }) => isVoluntary(part));
  const cut = Math.min(...(voluntary.length > 0 ? voluntary : all).map(({ score }) => score));
  return all.length === 0 ? 0 : record.roundSum(all.reduce((sum, { score }) => sum + score, -cut));
}

/**
 * The sum of the opponents' scores, each times the points taken from it, as these are counted in the league: at 3-1-0 a
 * win gives three times the score (FIDE Handbook C.07, 9.1; unplayed rounds as for {@link buchholz}).
 */
export const sonnebornBerger = (parts: RoundParts, number: number, scoring: Scale): number =>
  record.roundSum(roundScores(parts, number, scoring).reduce((sum, { part, score }) => sum + part.points * score, 0));

/** The points taken from opponents who have half of the points that can be had, or more (FIDE Handbook C.07, 9.2). */
export function koya(parts: RoundParts, number: number, { points, predetermined }: Scale): number {
  const half = record.roundSum((points.win * mostRounds(parts, predetermined)) / 2);
  const games = (parts.get(number) ?? []).filter(
    (part) => isMeeting(part) && ownScore(parts.get(part.opponent) ?? []) >= half,
  );
  return record.scoreOf(games);
}

/**
 * The mean rating of the opponents whom it played, to a whole number (FIDE Handbook C.07, 10.1). Opponents whose rating is
 * not known are left out; 0 where none is.
 * @param ratings in Elo by number from 1, in the place 0 on; null for who has none
 */
export function averageRating(parts: RoundParts, number: number, ratings: readonly (number | null)[]): number {
  const elos = (parts.get(number) ?? []).flatMap((part) =>
    part.kind === "played" ? (ratings[part.opponent - 1] ?? []) : [],
  );
  return elos.length === 0 ? 0 : Math.round(elos.reduce((sum, elo) => sum + elo, 0) / elos.length);
}

/** Kept, since every entrant's score needs it. */
const mostRounds = onceFor((parts: RoundParts, predetermined: boolean): number => {
  // With an odd number of entrants nobody has a game in every round of a schedule that is known from the start.
  const counts = [...parts.values()].map((own) => (predetermined ? own.filter(isMeeting) : own).length);
  return Math.max(0, ...counts);
});

type Scale = Pick<record.Scoring, "points" | "predetermined">;
type Meeting = Extract<record.RoundPart, { readonly opponent: number }>;
const isMeeting = (part: record.RoundPart): part is Meeting => "opponent" in part;
/** Whether it was absent by its own will (16.2). */
const isVoluntary = (part: record.RoundPart): boolean =>
  part.kind === "absent" ||
  (part.kind === "bye" && part.requested) ||
  (part.kind === "forfeit" && part.result === "loss");

/** The score of each of its rounds; one without an opponent adds nothing in a schedule known from the start (15.2). */
function roundScores(parts: RoundParts, number: number, { points, predetermined }: Scale) {
  const own = parts.get(number) ?? [];
  const rounds = predetermined ? own.filter(isMeeting) : own;
  return rounds.map((part) => ({ part, score: worthOf(part, own, parts, points) }));
}

/** The score that the opponent of a round counts with: its own, or that of the dummy in its place (16.4). */
function worthOf(
  part: record.RoundPart,
  own: readonly record.RoundPart[],
  parts: RoundParts,
  points: record.Points,
): number {
  const score = isMeeting(part) ? adjustedScore(parts.get(part.opponent) ?? [], points) : points.draw * own.length;
  return part.kind === "played" ? score : Math.min(record.scoreOf(own), score);
}

/**
 * A score for those who met its owner: a round in which it was not there counts as a draw where it was not there, or lost
 * by forfeit, in all that follow (16.2.5 and 16.3).
 */
function adjustedScore(parts: readonly record.RoundPart[], points: record.Points): number {
  const isThere = (part: record.RoundPart) =>
    part.kind === "played" || ("result" in part ? part.result === "win" : part.kind === "bye" && !part.requested);
  const absences = parts.slice(parts.findLastIndex(isThere) + 1);
  // A bye of half a point is worth that already.
  return ownScore(parts) + absences.filter(({ kind }) => kind === "absent").length * points.draw;
}

/** Kept, since every opponent needs it. */
const ownScore = onceFor(record.scoreOf);

/** Rounds worth a win, with or without playing (FIDE Handbook C.07, 7.1). */
export const wins = (parts: readonly record.RoundPart[], points: record.Points): number =>
  parts.filter((part) => part.points >= points.win).length;

/**
 * The direct encounters of entrants who are equal (FIDE Handbook C.07, 6). `score`: the points of each there; 0 for all
 * where those games decide nothing since not all have met. `place`: its place among them, from 0; the same for those whom
 * the games leave equal.
 */
function encounterPlaces(parts: RoundParts, equal: readonly number[], scoring: Scale) {
  const rows = encounterTable(parts, equal);
  const groups = byEncounters(parts, equal, scoring);
  const decide = groups.length > 1 || rows.every(({ missing }) => missing === 0);
  const places = new Map(groups.flatMap((group, place) => group.map((number) => [number, place] as const)));
  return new Map(
    rows.map(({ number, score }) => [number, { score: decide ? score : 0, place: places.get(number) ?? 0 }]),
  );
}

interface EncounterRow {
  readonly number: number;
  /** Its points against the others; against one met more than once, the mean (6.1.2). */
  readonly score: number;
  /** How many of the others it has not met. */
  readonly missing: number;
}

/** The separate standings of 6.1. */
function encounterTable(parts: RoundParts, equal: readonly number[]): readonly EncounterRow[] {
  const among = new Set(equal);
  return equal.map((number) => {
    const encounters = (parts.get(number) ?? []).flatMap((part) =>
      part.kind === "played" && among.has(part.opponent) ? [part] : [],
    );
    const opponents = Map.groupBy(encounters, ({ opponent }) => opponent);
    const score = [...opponents.values()].reduce((sum, games) => sum + record.scoreOf(games) / games.length, 0);
    return { number, score: record.roundSum(score), missing: equal.length - 1 - opponents.size };
  });
}

/** Entrants who are equal, in the order of the games among them; in one group those whom these leave equal. */
function byEncounters(parts: RoundParts, equal: readonly number[], scoring: Scale): readonly (readonly number[])[] {
  const rows = encounterTable(parts, equal);
  if (rows.every(({ missing }) => missing === 0)) {
    const ranking = rows.toSorted((one, other) => other.score - one.score);
    const groups = [...Map.groupBy(ranking, ({ score }) => score).values()].map((group) => group.map(numberOf));
    return groups.length === 1 ? groups : groups.flatMap((group) => byEncounters(parts, group, scoring));
  }
  const leaders = scoring.predetermined ? [] : leadersOf(rows, scoring.points);
  if (leaders.length === 0) return [equal];
  const others = rows.filter((row) => !leaders.includes(row)).map(numberOf);
  return [...leaders.map((row) => [row.number]), ...(others.length > 0 ? byEncounters(parts, others, scoring) : [])];
}

const numberOf = ({ number }: EncounterRow): number => number;

/** Those who are alone at the top, and then of the others, however the missing games had ended (6.3). */
function leadersOf(rows: readonly EncounterRow[], points: record.Points): readonly EncounterRow[] {
  const least = ({ score, missing }: EncounterRow) => score + missing * points.loss;
  const most = ({ score, missing }: EncounterRow) => score + missing * points.win;
  const leader = rows.find((one) => rows.every((other) => other === one || least(one) > most(other)));
  if (!leader) return [];
  const others = rows.filter((row) => row !== leader);
  return [leader, ...leadersOf(others, points)];
}

export interface Standing
  extends Pick<LeagueStanding, "rank" | "number" | "points" | "played" | "byes" | keyof Results> {
  /** Games won in all its matches, a draw as half of one; byes bring none. */
  readonly gamePoints: number;
  /** The tie-breaks that were needed: a later one only among entrants whom all before it left equal. */
  readonly tieBreaks: Readonly<Partial<Record<TieBreak, number>>>;
  /** The place drawn before the start; the lower goes first where all else is equal. */
  readonly lot: number;
  /** The number of entrants that points and tie-breaks leave equal, itself among them: only the lot ranks these. */
  readonly equals: number;
  /** The decision among those with the same points: the last tie-break that told some apart, or the lot; null for none. */
  readonly placedBy: TieBreak | "lot" | null;
}

interface Table {
  readonly entrants: number;
  /** The number of paired rounds. */
  readonly rounds: number;
  readonly results: readonly record.MatchResult[];
  /** Entrants whose match of the last round is not over, by number; empty where all are. */
  readonly waiting?: ReadonlySet<number>;
  readonly scoring: record.Scoring;
  /** The lot of each entrant, by number from 1, at index 0 on. */
  readonly lots: readonly number[];
  /** In order of precedence. */
  readonly tieBreaks: readonly TieBreak[];
  /** Each entrant's rating at the start, in Elo, indexed like the lots; null where unknown. */
  readonly ratings?: readonly (number | null)[];
  /** Whether losers are out: an entrant that came further is ahead, whatever the points. */
  readonly eliminates: boolean;
  /** Whether places go by the points for each match, since one plays more of them than the others. */
  readonly byShare?: boolean;
}

/**
 * The table: by points, then the tie-breaks. Everyone has a rank of its own, since the lot decides at last. Yields in
 * between: hundreds of entrants take a while.
 */
export function* standingsOf(table: Table): Steps<readonly Standing[]> {
  const { entrants, rounds, results, waiting, scoring, lots, eliminates, byShare = false } = table;
  const parts = yield* record.partsOf(entrants, rounds, results, scoring, waiting);
  const stage = (number: number) => (eliminates ? roundsSurvived(parts.get(number) ?? []) : 0);
  const worth = ({ points, played }: Row) => (byShare ? record.roundSum(points / Math.max(1, played)) : points);
  const games = gamePointsIn(results);
  const rows: Row[] = [];
  for (let number = 1; number <= entrants; number += 1) {
    rows.push(rowOf(parts, number, lots[number - 1] ?? number, games.get(number) ?? 0));
    yield;
  }
  const ranking = rows.toSorted(
    (one, other) => stage(other.number) - stage(one.number) || worth(other) - worth(one) || one.lot - other.lot,
  );
  let groups: readonly (readonly Row[])[] = [
    ...Map.groupBy(ranking, (row) => `${stage(row.number)} ${worth(row)}`).values(),
  ];
  for (const code of table.tieBreaks) {
    const next: (readonly Row[])[] = [];
    for (const equal of groups) {
      next.push(...split(parts, equal, code, table));
      yield;
    }
    groups = next;
  }
  const places = groups.flatMap((group) =>
    group.map((row) => ({ ...row, equals: group.length, ...(group.length > 1 ? { placedBy: "lot" as const } : {}) })),
  );
  return places.map((row, index) => ({ ...row, rank: index + 1 }));
}

type Row = Omit<Standing, "rank" | "equals">;

/**
 * Entrants who are equal, split by a tie-break, with its value for each: groups of equals, the first ahead. Of one alone
 * there is no direct encounter.
 */
function split(parts: RoundParts, equal: readonly Row[], code: TieBreak, table: Table): readonly (readonly Row[])[] {
  const numbers = equal.map(({ number }) => number);
  // All other tie-breaks have the same value for an entrant whoever is equal to it.
  if (code === "DE" && equal.length === 1) return [equal];
  const among = code === "DE" ? encounterPlaces(parts, numbers, table.scoring) : null;
  const values = equal.map((row) => {
    const { score = 0, place = 0 } = among?.get(row.number) ?? {};
    const value = code === "DE" ? score : worthBy[code](parts, row, table);
    return { row: { ...row, tieBreaks: { ...row.tieBreaks, [code]: value } }, order: code === "DE" ? -place : value };
  });
  const ranking = values.toSorted((one, other) => other.order - one.order);
  const groups = [...Map.groupBy(ranking, ({ order }) => order).values()];
  const placement = groups.length > 1 ? { placedBy: code } : {};
  return groups.map((group) => group.map(({ row }) => ({ ...row, ...placement })));
}

/** The points of everybody's games, by number. */
function gamePointsIn(results: readonly record.MatchResult[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  const add = (number: number, points: number) => sums.set(number, (sums.get(number) ?? 0) + points);
  for (const { a, b, games } of results) {
    if (!games || b === null) continue;
    add(a, games[0]);
    add(b, games[1]);
  }
  return sums;
}

/** The value of each tie-break for one entrant, of those for which it is the same whoever is equal to it. */
const worthBy: Readonly<Record<Exclude<TieBreak, "DE">, (parts: RoundParts, row: Row, table: Table) => number>> = {
  SB: (parts, { number }, { scoring }) => sonnebornBerger(parts, number, scoring),
  BH: (parts, { number }, { scoring }) => buchholz(parts, number, scoring),
  "BH-C1": (parts, { number }, { scoring }) => buchholzCut1(parts, number, scoring),
  WIN: (parts, { number }, { scoring }) => wins(parts.get(number) ?? [], scoring.points),
  MPvGP: (_, { gamePoints }) => gamePoints,
  KS: (parts, { number }, { scoring }) => koya(parts, number, scoring),
  ARO: (parts, { number }, { ratings = [] }) => averageRating(parts, number, ratings),
};

function rowOf(parts: RoundParts, number: number, lot: number, gamePoints: number): Row {
  const own = parts.get(number) ?? [];
  const count = (test: (part: record.RoundPart) => boolean) => own.filter(test).length;
  const resultCount = (result: record.PairResult) => count((part) => "result" in part && part.result === result);
  return {
    number,
    lot,
    gamePoints,
    points: record.scoreOf(own),
    tieBreaks: {},
    placedBy: null,
    played: count((part) => "opponent" in part),
    won: resultCount("win"),
    drawn: resultCount("draw"),
    lost: resultCount("loss"),
    byes: count(({ kind }) => kind === "bye"),
  };
}

/** The number of rounds of a knockout that an entrant survived; of one that is still in, half of one more. */
function roundsSurvived(parts: readonly record.RoundPart[]): number {
  const out = parts.findIndex((part) => part.kind === "absent" || ("result" in part && part.result === "loss"));
  return out === -1 ? parts.length + 0.5 : out;
}

const NOTHING: readonly record.PairResult[] = [];

/** One entrant's results against another, oldest first: for a cell of the crosstable. Yields in between, as above. */
export function* crosstable(
  results: readonly record.MatchResult[],
): Steps<(one: number, other: number) => readonly record.PairResult[]> {
  // By number and number: a table of five hundred has a quarter of a million cells, and is requested often.
  const rows: record.PairResult[][][] = [];
  const add = (one: number, other: number, result: record.PairResult) => {
    const row = rows[one] ?? [];
    rows[one] = row;
    const cell = row[other];
    if (cell) cell.push(result);
    else row[other] = [result];
  };
  for (const [index, result] of results.entries()) {
    if (index % record.AT_ONCE === 0) yield;
    const { a, b } = result;
    if (b === null) continue;
    add(a, b, record.resultOn("a", result));
    add(b, a, record.resultOn("b", result));
  }
  return (one, other) => rows[one]?.[other] ?? NOTHING;
}
