import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Steps } from "../../../shared/steps.ts";
import type { MatchResult } from "../standings/record.ts";
import type { Match, PastRound } from "./league.ts";

/** Compresses a round whose matches are all over. */
export function pastRound(matches: readonly Match[]): PastRound {
  // Copied, since the result lies in a larger piece of memory.
  const bytes = new Uint8Array(deflateRawSync(JSON.stringify(matches), { level: 1 }));
  // Kept uncompressed as long as somebody uses them.
  let cache = new WeakRef(matches);
  return {
    results: matches.flatMap(resultOf),
    matchCount: matches.filter(({ b }) => b !== null).length,
    matches: () => {
      const matches = cache.deref();
      if (matches) return matches;
      const parsedMatches: readonly Match[] = JSON.parse(inflateRawSync(bytes).toString());
      cache = new WeakRef(parsedMatches);
      return parsedMatches;
    },
  };
}

/** The rounds of matches in order. Yields in between. */
export function* pastRounds(matches: readonly Match[]): Steps<readonly PastRound[]> {
  const rounds: PastRound[] = [];
  for (const each of Map.groupBy(matches, ({ round }) => round).values()) {
    rounds.push(pastRound(each));
    yield;
  }
  return rounds;
}

/** A match as standings count it; none while it goes on. */
export function resultOf({ round, a, b, result }: Match): readonly MatchResult[] {
  if (!result) return [];
  const { winner, played, bye, score } = result;
  // In a game that was played one side has won, or each has half of it, unless both have lost it.
  const bothLost = b !== null && played && winner === null && score[0] + score[1] === 0;
  return [
    {
      round,
      a,
      b,
      winner,
      played,
      ...(b === null ? {} : { games: score }),
      ...(bye === undefined ? {} : { bye }),
      ...(bothLost ? { bothLost } : {}),
    },
  ];
}
