import { type Part, type Points, scoreOf, settled } from "./record.ts";

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

/** A score for those who met its owner: the rounds at the end in which it was not there count as draws (16.3). */
function adjustedScore(parts: readonly Part[], points: Points): number {
  const isThere = (part: Part) => part.kind !== "absent" && !(part.kind === "bye" && part.requested);
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

/**
 * The points that entrants who are equal took from each other (FIDE Handbook C.07, 6.1). It decides nothing, and is 0 for
 * all, where not all of them have met.
 */
export function headToHead(parts: Parts, equal: readonly number[]): ReadonlyMap<number, number> {
  const scores = equal.map((number) => {
    const met = (parts.get(number) ?? []).flatMap((part) =>
      part.kind === "played" && equal.includes(part.opponent) ? [part] : [],
    );
    const everyone = new Set(met.map(({ opponent }) => opponent)).size === equal.length - 1;
    return { number, score: everyone ? scoreOf(met) : null };
  });
  const complete = scores.every(({ score }) => score !== null);
  return new Map(scores.map(({ number, score }) => [number, complete ? (score ?? 0) : 0]));
}
