import type { LeagueDetail, LeagueMatch } from "../../shared/leagues.ts";
import { type MatchResult, resultFor } from "./crossed.ts";

/** An entrant's result in a round. */
export interface Played {
  readonly result: MatchResult | "bye" | "playing";
  /** Null for a bye. */
  readonly opponent: string | null;
  /** The first game of the match; null where nothing was played. */
  readonly game: string | null;
}

/** Each entrant's results round by round, by name. */
export function progress({ rounds, field }: Pick<LeagueDetail, "rounds" | "field">): readonly {
  readonly round: number;
  readonly own: ReadonlyMap<string, Played>;
}[] {
  return rounds.map(({ round, matches }) => {
    const own = new Map<string, Played>();
    for (const { name, late } of field)
      if (late?.worth === "half" && round <= late.rounds) own.set(name, { result: "bye", opponent: null, game: null });
    for (const match of matches)
      for (const name of [match.a, match.b]) if (name !== null) own.set(name, playedBy(name, match));
    return { round, own };
  });
}

function playedBy(name: string, match: LeagueMatch): Played {
  const { a, b, status, games } = match;
  const base = { opponent: a === name ? b : a, game: games[0] ?? null };
  if (b === null) return { ...base, result: "bye" };
  return { ...base, result: status === "reported" ? resultFor(name, match) : "playing" };
}
