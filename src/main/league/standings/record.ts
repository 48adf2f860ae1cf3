import type { ApiLeagueSettings } from "../../../shared/leagues.ts";
import type { Steps } from "../../../shared/steps.ts";

/** The points for the result of a match. */
export type Points = ApiLeagueSettings["points"];

/** A finished match, or a bye: standings are computed from these alone. Entrants by number from 1. */
export interface MatchResult {
  /** From 1. */
  readonly round: number;
  readonly a: number;
  /** Null for a bye. */
  readonly b: number | null;
  /** Null for a draw and for a bye, and where neither came. */
  readonly winner: "a" | "b" | null;
  /** False for a match that was forfeited before anything was played: by both where nobody won. */
  readonly played: boolean;
  /**
   * The worth of a bye outside the pairings: a win for one that was given, a draw for one of half a point that was
   * asked for. Absent for all others.
   */
  readonly bye?: "win" | "draw" | undefined;
  /** Games that `a` and `b` have won, a draw as half of one; absent where there were none. */
  readonly games?: readonly [number, number] | undefined;
  /** Whether both lost a match that was played; absent where not. */
  readonly bothLost?: boolean | undefined;
}

export type PairResult = "win" | "draw" | "loss";

/** One entrant's part in one round. */
export type RoundPart =
  | {
      readonly kind: "played";
      readonly opponent: number;
      readonly points: number;
      readonly result: PairResult;
    }
  | { readonly kind: "forfeit"; readonly opponent: number; readonly points: number; readonly result: "win" | "loss" }
  /** `requested`: a bye of half a point whose entrant was not there to play. */
  | { readonly kind: "bye"; readonly points: number; readonly requested: boolean }
  /** It was not paired where pairings follow the score: it had left, or was beaten in a knockout. */
  | { readonly kind: "absent"; readonly points: 0 };

export interface Scoring {
  readonly points: Points;
  /** Whether the schedule is known from the start, as in a round robin. */
  readonly predetermined: boolean;
  /** Whether a bye is worth a win, as it is where pairings follow the score (FIDE C.04.1, 3). */
  readonly byeWins: boolean;
}

/**
 * The parts of every entrant, by number from 1, in the order of the rounds that are there. Those who are `waiting` for the
 * end of their match of the last round have no part of it as yet. In a schedule that is known from the start a round with
 * nobody to meet is no round: nobody counts as gone there (FIDE C.07, 15.2). In pieces: there may be tens of thousands.
 */
export function* partsOf(
  entrants: number,
  rounds: number,
  results: readonly MatchResult[],
  scoring: Scoring,
  waiting: ReadonlySet<number> = new Set(),
): Steps<ReadonlyMap<number, readonly RoundPart[]>> {
  const absent: RoundPart = { kind: "absent", points: 0 };
  const absentParts = (number: number) => new Array<RoundPart>(waiting.has(number) ? rounds - 1 : rounds).fill(absent);
  const parts = new Map(Array.from({ length: entrants }, (_, index) => [index + 1, absentParts(index + 1)]));
  for (const [index, result] of results.entries()) {
    if (index % AT_ONCE === 0) yield;
    for (const [number, part] of partsIn(result, scoring)) {
      const own = parts.get(number);
      if (own) own[result.round - 1] = part;
    }
  }
  if (!scoring.predetermined) return parts;
  return new Map([...parts].map(([number, own]) => [number, own.filter(({ kind }) => kind !== "absent")]));
}

/** Results that are looked at in one piece. */
export const AT_ONCE = 1_000;

export function partsIn(result: MatchResult, scoring: Scoring): readonly (readonly [number, RoundPart])[] {
  const { a, b, bye } = result;
  if (b !== null)
    return [
      [a, partOf(b, "a", result, scoring)],
      [b, partOf(a, "b", result, scoring)],
    ];
  const { points, byeWins } = scoring;
  const usual = byeWins ? (points.bye ?? points.win) : 0;
  return [[a, { kind: "bye", points: bye ? points[bye] : usual, requested: bye === "draw" }]];
}

/** The result of a match for one side: a loss for both where both lost it, or neither came. */
export const resultOn = (side: "a" | "b", { winner, played, bothLost }: MatchResult): PairResult =>
  winner === side ? "win" : winner === null && played && !bothLost ? "draw" : "loss";

function partOf(opponent: number, side: "a" | "b", match: MatchResult, scoring: Scoring): RoundPart {
  const result = resultOn(side, match);
  const points = scoring.points[result];
  // In a schedule that is known from the start, a forfeit counts as a regular game (FIDE C.07, 15.2).
  if (match.played || scoring.predetermined || result === "draw") return { kind: "played", opponent, points, result };
  return { kind: "forfeit", opponent, points, result };
}

/** Rounded to a millionth, so that thirds and tenths give the same sum in any order. */
export const roundSum = (sum: number): number => Number(sum.toFixed(6));

export const scoreOf = (parts: readonly RoundPart[]): number =>
  roundSum(parts.reduce((sum, { points }) => sum + points, 0));
