import { onceFor } from "../../base/once-for.ts";
import { type Points, type RoundPart, roundSum, type Scoring, scoreOf } from "./record.ts";

/** Everyone's rounds. */
export type RoundParts = ReadonlyMap<number, readonly RoundPart[]>;

/**
 * The sum of the opponents' scores (FIDE Handbook C.07, 8.1), unplayed rounds as article 16 has them since March 2026: an
 * opponent's rounds after it was last there count as draws (16.3), and an own unplayed round as one against a dummy.
 */
export const buchholz = (parts: RoundParts, number: number, scoring: Scale): number =>
  roundSum(contributions(parts, number, scoring).reduce((sum, { score }) => sum + score, 0));

/**
 * The same without the lowest of these scores (14.1): for an entrant that was absent by its own will, the lowest of the
 * scores that count for those rounds (16.5).
 */
export function buchholzCut1(parts: RoundParts, number: number, scoring: Scale): number {
  const all = contributions(parts, number, scoring);
  const voluntary = all.filter(({ part }) => isVoluntary(part));
  const cut = Math.min(...(voluntary.length > 0 ? voluntary : all).map(({ score }) => score));
  return all.length === 0 ? 0 : roundSum(all.reduce((sum, { score }) => sum + score, -cut));
}

/**
 * The sum of the opponents' scores, each times the points taken from it, as these are counted in the league: at 3-1-0 a
 * win gives three times the score (FIDE Handbook C.07, 9.1; unplayed rounds as for {@link buchholz}).
 */
export const sonnebornBerger = (parts: RoundParts, number: number, scoring: Scale): number =>
  roundSum(contributions(parts, number, scoring).reduce((sum, { part, score }) => sum + part.points * score, 0));

/** The points taken from opponents who have half of the points that can be had, or more (FIDE Handbook C.07, 9.2). */
export function koya(parts: RoundParts, number: number, { points, predetermined }: Scale): number {
  const half = roundSum((points.win * mostRounds(parts, predetermined)) / 2);
  const games = (parts.get(number) ?? []).filter(
    (part) => isMeeting(part) && ownScore(parts.get(part.opponent) ?? []) >= half,
  );
  return scoreOf(games);
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

type Scale = Pick<Scoring, "points" | "predetermined">;
type Meeting = Extract<RoundPart, { readonly opponent: number }>;
const isMeeting = (part: RoundPart): part is Meeting => "opponent" in part;
/** Whether it was absent by its own will (16.2). */
const isVoluntary = (part: RoundPart): boolean =>
  part.kind === "absent" ||
  (part.kind === "bye" && part.requested) ||
  (part.kind === "forfeit" && part.result === "loss");

/** The score of each of its rounds; one without an opponent adds nothing in a schedule known from the start (15.2). */
function contributions(parts: RoundParts, number: number, { points, predetermined }: Scale) {
  const own = parts.get(number) ?? [];
  const rounds = predetermined ? own.filter(isMeeting) : own;
  return rounds.map((part) => ({ part, score: worthOf(part, own, parts, points) }));
}

/** The score that the opponent of a round counts with: its own, or that of the dummy in its place (16.4). */
function worthOf(part: RoundPart, own: readonly RoundPart[], parts: RoundParts, points: Points): number {
  const score = isMeeting(part) ? adjustedScore(parts.get(part.opponent) ?? [], points) : points.draw * own.length;
  return part.kind === "played" ? score : Math.min(scoreOf(own), score);
}

/**
 * A score for those who met its owner: a round in which it was not there counts as a draw where it was not there, or lost
 * by forfeit, in all that follow (16.2.5 and 16.3).
 */
function adjustedScore(parts: readonly RoundPart[], points: Points): number {
  const isThere = (part: RoundPart) =>
    part.kind === "played" || ("result" in part ? part.result === "win" : part.kind === "bye" && !part.requested);
  const absences = parts.slice(parts.findLastIndex(isThere) + 1);
  // A bye of half a point is worth that already.
  return ownScore(parts) + absences.filter(({ kind }) => kind === "absent").length * points.draw;
}

/** Kept, since every opponent needs it. */
const ownScore = onceFor(scoreOf);

/** Rounds worth a win, with or without playing (FIDE Handbook C.07, 7.1). */
export const wins = (parts: readonly RoundPart[], points: Points): number =>
  parts.filter((part) => part.points >= points.win).length;

/**
 * The direct encounters of entrants who are equal (FIDE Handbook C.07, 6). `score`: the points of each there; 0 for all
 * where those games decide nothing since not all have met. `place`: its place among them, from 0; the same for those whom
 * the games leave equal.
 */
export function encounters(parts: RoundParts, equal: readonly number[], scoring: Scale) {
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
    const score = [...opponents.values()].reduce((sum, games) => sum + scoreOf(games) / games.length, 0);
    return { number, score: roundSum(score), missing: equal.length - 1 - opponents.size };
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
function leadersOf(rows: readonly EncounterRow[], points: Points): readonly EncounterRow[] {
  const least = ({ score, missing }: EncounterRow) => score + missing * points.loss;
  const most = ({ score, missing }: EncounterRow) => score + missing * points.win;
  const leader = rows.find((one) => rows.every((other) => other === one || least(one) > most(other)));
  if (!leader) return [];
  const others = rows.filter((row) => row !== leader);
  return [leader, ...leadersOf(others, points)];
}
