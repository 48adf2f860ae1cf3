import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { MatchResult } from "../standings/record.ts";
import type { Match } from "./league.ts";

/**
 * A round that is over. Most of what is known of its matches is asked for by reports alone, so it is kept packed: about
 * 160 bytes a match in place of a thousand, and nothing that would have to be looked for elsewhere.
 */
export interface PastRound {
  /** What standings and pairings are made of. */
  readonly results: readonly MatchResult[];
  /** How many of the matches were between two. */
  readonly met: number;
  /** The matches in full, in the order of the pairings. Those of one round may be others each time, and say the same. */
  matches(): readonly Match[];
}

/** Packs a round whose matches are all over. */
export function pastRound(matches: readonly Match[]): PastRound {
  // Copied, because what comes out lies in a piece of memory that is larger than it.
  const packed = new Uint8Array(deflateRawSync(JSON.stringify(matches), { level: 1 }));
  // As long as somebody looks at them they are not unpacked again.
  let held = new WeakRef(matches);
  return {
    results: matches.flatMap(resultOf),
    met: matches.filter(({ b }) => b !== null).length,
    matches: () => {
      const known = held.deref();
      if (known) return known;
      const unpacked: readonly Match[] = JSON.parse(inflateRawSync(packed).toString());
      held = new WeakRef(unpacked);
      return unpacked;
    },
  };
}

/** The rounds of matches that are in their order. */
export const pastRounds = (matches: readonly Match[]): readonly PastRound[] =>
  [...Map.groupBy(matches, ({ round }) => round).values()].map(pastRound);

/** A match as standings count it; none while it goes on. */
export function resultOf({ round, a, b, result }: Match): readonly MatchResult[] {
  if (!result) return [];
  const { winner, played, bye } = result;
  return [{ round, a, b, winner, played, ...(bye === undefined ? {} : { bye }) }];
}
