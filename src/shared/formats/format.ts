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

export const reversed = ({ a, b }: Pairing): Pairing => (b === null ? { a, b } : { a: b, b: a });

/** How an entrant stands before a round that is paired by the score. */
export interface Player {
  readonly number: number;
  readonly points: number;
  /** The opponents it has played. */
  readonly opponents: ReadonlySet<number>;
  /** Whom it was paired with and did not play, since one of them did not come: they may be paired again (FIDE C.04.1, 2). */
  readonly missed: ReadonlySet<number>;
  /** The sides of its matches that were played, oldest first: whether it had the first seat. */
  readonly sides: readonly boolean[];
  /** Byes and wins by forfeit: who had one has no further bye while others had none (FIDE C.04.1, 3). */
  readonly byes: number;
  /** Whom it is not to meet, as the league's settings say. */
  readonly apart: ReadonlySet<number>;
}

/** A league before a round that is to be paired. Entrants are numbered by their seeds, from 1. */
export interface Before {
  readonly entrants: number;
  /** The round's number, from 1. */
  readonly round: number;
  /** How many rounds the league has. */
  readonly rounds: number;
  /** The winners of the round before this one, in the order of its pairings. */
  winners(): readonly number[];
  /** Those who play in this round. In pieces. */
  players(): Steps<readonly Player[]>;
  /** In a league that measures its last entrant: the opponent that tells most; null where enough is known. */
  level(): number | null;
}

/** A league's format: one file, and one line in `register.ts`. Everybody else asks for what a format does, not for its name. */
export interface Format {
  /** Letters in lower case and hyphens; stands in data and requests. */
  readonly name: string;
  /** As a person reads it in a list of facts: `Round robin`. */
  readonly title: string;
  /** The meetings, as part of a sentence. */
  readonly meets: string;
  /** How a league's page shows who met whom. */
  readonly shown: "crosstable" | "bracket" | "progress";
  /** The tie-breaks where nobody chose any, in the order in which they are asked. */
  readonly tieBreaks: readonly TieBreak[];
  /** Whether a loser is out: each match needs a winner, and whoever comes further is ahead. */
  readonly eliminates?: true;
  /** Whether rounds are paired by the score: entrants can be kept apart, sit rounds out and join later. */
  readonly byScore?: true;
  /** How many rounds there are where nobody says. */
  rounds(entrants: number): number;
  /** Most rounds that so many, at least two, can play; left out where they begin anew. */
  mostRounds?(entrants: number): number;
  /** Most matches in so many rounds, byes left out. */
  matches(entrants: number, rounds: number): number;
  /** How often the entrant with this number meets another one with a higher number, at the most. */
  meetings(number: number, entrants: number, rounds: number): number;
  /** The pairings of a round; null where there is none. In pieces. */
  next(before: Before): Steps<readonly Pairing[] | null>;
}

/** Those of formats whose schedule is known from the start. */
export const scheduled = {
  shown: "crosstable",
  tieBreaks: ["DE", "SB", "WIN"],
  matches: (entrants: number, rounds: number) => rounds * Math.floor(entrants / 2),
} as const;
/** Those of formats in which a round follows from the one before it. */
export const followed = { tieBreaks: ["DE", "SB", "BH", "WIN"], meetings: () => 1 } as const;
