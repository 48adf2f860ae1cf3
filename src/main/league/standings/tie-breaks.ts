import { type Part, type Points, type Scoring, scoreOf, settled } from "./record.ts";

/** Everyone's rounds. */
export type Parts = ReadonlyMap<number, readonly Part[]>;

/**
 * The sum of the opponents' scores (FIDE Handbook C.07, 8.1), unplayed rounds as article 16 has them since March 2026: an
 * opponent's rounds after it was last there count as draws (16.3), and an own unplayed round as one against a dummy.
 */
export const buchholz = (parts: Parts, number: number, points: Points): number =>
  sumOver(parts, number, points, () => 1);

/**
 * The sum of the opponents' scores, each times the share of a win that was taken from it (FIDE Handbook C.07, 9.1, which
 * has a win as 1 and a draw as a half; unplayed rounds as for {@link buchholz}).
 */
export const sonnebornBerger = (parts: Parts, number: number, points: Points): number =>
  sumOver(parts, number, points, (part) => part.points / points.win);

function sumOver(parts: Parts, number: number, points: Points, weight: (part: Part) => number): number {
  const own = parts.get(number) ?? [];
  const worth = own.reduce((sum, part) => {
    const share = weight(part);
    return share === 0 ? sum : sum + share * worthOf(part, own, parts, points);
  }, 0);
  return settled(worth);
}

/** What the opponent of a round counts: its score, or that of the dummy in its place (16.4). */
function worthOf(part: Part, own: readonly Part[], parts: Parts, points: Points): number {
  switch (part.kind) {
    case "played":
      return adjustedScore(parts.get(part.opponent) ?? [], points);
    case "forfeit":
      return Math.min(scoreOf(own), adjustedScore(parts.get(part.opponent) ?? [], points));
    case "bye":
    case "absent":
      return Math.min(scoreOf(own), points.draw * own.length);
  }
}

/**
 * A score for those who met its owner: a round in which it was not there counts as a draw where it was not there, or lost
 * by forfeit, in all that follow (16.2.5 and 16.3).
 */
function adjustedScore(parts: readonly Part[], points: Points): number {
  const isThere = (part: Part) =>
    part.kind === "played" || ("result" in part ? part.result === "win" : part.kind === "bye" && !part.requested);
  const gone = parts.slice(parts.findLastIndex(isThere) + 1);
  // A bye of half a point is worth that already.
  return ownScore(parts) + gone.filter(({ kind }) => kind === "absent").length * points.draw;
}

/** Everybody asks for the scores of all whom they met. */
const scores = new WeakMap<readonly Part[], number>();
function ownScore(parts: readonly Part[]): number {
  const score = scores.get(parts) ?? scoreOf(parts);
  scores.set(parts, score);
  return score;
}

/** Rounds worth a win, with or without playing (FIDE Handbook C.07, 7.1). */
export const wins = (parts: readonly Part[], points: Points): number =>
  parts.filter((part) => part.points >= points.win).length;

/** What the games among entrants who are equal say of one of them. */
export interface Encounters {
  /** The points that it took there; 0 for all where those games decide nothing since not all have met. */
  readonly score: number;
  /** Its place among them, from 0; whom the games leave equal have the same. */
  readonly place: number;
}

/** The direct encounters of entrants who are equal (FIDE Handbook C.07, 6). */
export function encounters(
  parts: Parts,
  equal: readonly number[],
  scoring: Pick<Scoring, "points" | "predetermined">,
): ReadonlyMap<number, Encounters> {
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
  /** What it took from the others: of those whom it met more than once, the mean (6.1.2). */
  readonly score: number;
  /** How many of the others it has not met. */
  readonly missing: number;
}

/** The separate standings of 6.1. */
function encounterTable(parts: Parts, equal: readonly number[]): readonly EncounterRow[] {
  const among = new Set(equal);
  return equal.map((number) => {
    const met = (parts.get(number) ?? []).flatMap((part) =>
      part.kind === "played" && among.has(part.opponent) ? [part] : [],
    );
    const opponents = Map.groupBy(met, ({ opponent }) => opponent);
    const score = [...opponents.values()].reduce((sum, games) => sum + scoreOf(games) / games.length, 0);
    return { number, score: settled(score), missing: equal.length - 1 - opponents.size };
  });
}

/** Entrants who are equal in the order of the games among them; in one group those whom these leave equal. */
function byEncounters(
  parts: Parts,
  equal: readonly number[],
  scoring: Pick<Scoring, "points" | "predetermined">,
): readonly (readonly number[])[] {
  const rows = encounterTable(parts, equal);
  if (rows.every(({ missing }) => missing === 0)) {
    const ranked = rows.toSorted((one, other) => other.score - one.score);
    const groups = [...Map.groupBy(ranked, ({ score }) => score).values()].map((group) => group.map(numberOf));
    return groups.length === 1 ? groups : groups.flatMap((group) => byEncounters(parts, group, scoring));
  }
  const leaders = scoring.predetermined ? [] : leadersOf(rows, scoring.points);
  if (leaders.length === 0) return [equal];
  const others = rows.filter((row) => !leaders.includes(row)).map(numberOf);
  return [...leaders.map((row) => [row.number]), ...(others.length > 0 ? byEncounters(parts, others, scoring) : [])];
}

const numberOf = ({ number }: EncounterRow): number => number;

/** Those who are alone at the top, and then of the others, however the games that are missing had ended (6.3). */
function leadersOf(rows: readonly EncounterRow[], points: Points): readonly EncounterRow[] {
  const least = ({ score, missing }: EncounterRow) => score + missing * points.loss;
  const most = ({ score, missing }: EncounterRow) => score + missing * points.win;
  const leader = rows.find((one) => rows.every((other) => other === one || least(one) > most(other)));
  return leader
    ? [
        leader,
        ...leadersOf(
          rows.filter((row) => row !== leader),
          points,
        ),
      ]
    : [];
}
