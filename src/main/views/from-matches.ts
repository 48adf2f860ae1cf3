import type { Steps } from "../../shared/steps.ts";
import { byRound, type League, type Match } from "../league/machine/league.ts";

/** Collects what each match of a league brings, in the order of the matches. Yields between rounds. */
export function* fromMatches<T>(league: League, of: (match: Match) => readonly T[]): Steps<readonly T[]> {
  const found: T[] = [];
  for (const matches of byRound(league)) {
    found.push(...matches.flatMap(of));
    yield;
  }
  return found;
}
