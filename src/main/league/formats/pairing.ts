/** Two entrants who meet, by number from 1; `a` has the first seat in their first game. */
export interface Pairing {
  readonly a: number;
  /** Null for a bye: `a` sits this round out. */
  readonly b: number | null;
  /** What a bye that was asked for is worth; absent for all others. */
  readonly bye?: "win" | "draw";
}

export const reversed = ({ a, b }: Pairing): Pairing => (b === null ? { a, b } : { a: b, b: a });
