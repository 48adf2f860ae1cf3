import type { Steps } from "../steps.ts";
import type { TieBreak } from "../tie-breaks.ts";

/** Two entrants who meet, by number from 1; `a` has the first seat in their first game. */
export interface Pairing {
  readonly a: number;
  /** Null for a bye: `a` sits this round out. */
  readonly b: number | null;
  /** The points of a bye that was asked for; absent for all others. */
  readonly bye?: "win" | "draw";
}

export const swapSides = ({ a, b }: Pairing): Pairing => (b === null ? { a, b } : { a: b, b: a });

/** An entrant before a round that is paired by score. */
export interface PairingPlayer {
  readonly number: number;
  readonly points: number;
  /** The opponents it has played. */
  readonly opponents: ReadonlySet<number>;
  /**
   * Opponents of matches that were not played, since one of the two did not come: they may be paired again (FIDE
   * C.04.1, 2).
   */
  readonly noShows: ReadonlySet<number>;
  /** The sides of its matches that were played, oldest first: whether it had the first seat. */
  readonly sides: readonly boolean[];
  /**
   * The number of byes and wins by forfeit: an entrant with one has no further bye while others have none (FIDE C.04.1,
   * 3).
   */
  readonly byes: number;
  /** Entrants that it must not meet, by the league's settings. */
  readonly apart: ReadonlySet<number>;
}

/** A league before a round that is to be paired. Entrants are numbered by their seeds, from 1. */
export interface Before {
  readonly entrants: number;
  /** The round's number, from 1. */
  readonly round: number;
  /** The number of rounds of the league. */
  readonly rounds: number;
  /** The winners of the round before this one, in the order of its pairings. */
  winners(): readonly number[];
  /** The candidates of this round. Yields in between. */
  players(): Steps<readonly PairingPlayer[]>;
  /** In a measurement: the opponent that gives the most information; null where enough is known. */
  level(): number | null;
}

/**
 * A league's format: one file, and one line in `register.ts`. All other code asks for what a format does, not for its
 * name.
 */
export interface Format {
  /** Lower-case letters and hyphens; used in data and requests. */
  readonly name: string;
  /** The title in a list of facts: `Round robin`. */
  readonly title: string;
  /** The meetings, as part of a sentence. */
  readonly meets: string;
  /** The view of the results on a league's page. */
  readonly display: "crosstable" | "bracket" | "progress";
  /** The default tie-breaks, in order. */
  readonly tieBreaks: readonly TieBreak[];
  /** Whether a loser is out: then each match needs a winner, and an entrant that comes further is ahead. */
  readonly eliminates?: true;
  /** Whether the first meets all the others: then places go by the points for each match, and there is no champion. */
  readonly challenges?: true;
  /** Whether rounds are paired by score: then entrants can be kept apart, take byes and join later. */
  readonly byScore?: true;
  /** The default number of rounds. */
  rounds(entrants: number): number;
  /** Most rounds for that many entrants, at least two; left out where the schedule repeats. */
  mostRounds?(entrants: number): number;
  /** Most matches in that many rounds, without byes. */
  matches(entrants: number, rounds: number): number;
  /** Most meetings of the entrant with this number with one of a higher number. */
  meetings(number: number, entrants: number, rounds: number): number;
  /** The pairings of a round; null where there is none. Yields in between. */
  next(before: Before): Steps<readonly Pairing[] | null>;
}

/** The defaults of formats whose schedule is known from the start. */
export const fixedSchedule = {
  display: "crosstable",
  tieBreaks: ["DE", "SB", "WIN"],
  matches: (entrants: number, rounds: number) => rounds * Math.floor(entrants / 2),
} as const;
/** The defaults of formats in which a round depends on the one before it. */
export const dependentRounds = { tieBreaks: ["DE", "SB", "BH", "WIN"], meetings: () => 1 } as const;
