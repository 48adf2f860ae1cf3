import type { Steps } from "../../../shared/steps.ts";

/** What a match is worth. */
export interface Points {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
}

/** A match that is over, or a bye: all that standings are made of. Entrants by number from 1. */
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
   * What a bye is worth that did not come of the pairings: a win for one that was given, a draw for one of half a point
   * that was asked for. Absent for all others.
   */
  readonly bye?: "win" | "draw" | undefined;
}

/** What one entrant made of one round. */
export type Part =
  | {
      readonly kind: "played";
      readonly opponent: number;
      readonly points: number;
      readonly result: "win" | "draw" | "loss";
    }
  | { readonly kind: "forfeit"; readonly opponent: number; readonly points: number; readonly result: "win" | "loss" }
  /** `requested` is one of half a point: its owner was not there to play. */
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
): Steps<ReadonlyMap<number, readonly Part[]>> {
  const absent: Part = { kind: "absent", points: 0 };
  const unpaired = (number: number) => new Array<Part>(waiting.has(number) ? rounds - 1 : rounds).fill(absent);
  const parts = new Map(Array.from({ length: entrants }, (_, index) => [index + 1, unpaired(index + 1)]));
  const set = (number: number, round: number, part: Part) => {
    const own = parts.get(number);
    if (own) own[round - 1] = part;
  };
  for (const [index, { round, a, b, winner, played, bye }] of results.entries()) {
    if (index % AT_ONCE === 0) yield;
    if (b === null) {
      const usual = scoring.byeWins ? scoring.points.win : 0;
      set(a, round, { kind: "bye", points: bye ? scoring.points[bye] : usual, requested: bye === "draw" });
      continue;
    }
    set(a, round, partOf(b, winner === null ? null : winner === "a", played, scoring));
    set(b, round, partOf(a, winner === null ? null : winner === "b", played, scoring));
  }
  if (!scoring.predetermined) return parts;
  return new Map([...parts].map(([number, own]) => [number, own.filter(({ kind }) => kind !== "absent")]));
}

/** Results that are looked at in one piece. */
export const AT_ONCE = 1_000;

function partOf(opponent: number, won: boolean | null, played: boolean, { points, predetermined }: Scoring): Part {
  const result = won ? "win" : won === null && played ? "draw" : "loss";
  // In a schedule that is known from the start a forfeit counts as a regular game (FIDE C.07, 15.2).
  if (played || predetermined || result === "draw") return { kind: "played", opponent, points: points[result], result };
  return { kind: "forfeit", opponent, points: points[result], result };
}

/** To a millionth: thirds and tenths that are added in another order come to the same. */
export const settled = (sum: number): number => Number(sum.toFixed(6));

export const scoreOf = (parts: readonly Part[]): number => settled(parts.reduce((sum, { points }) => sum + points, 0));
