import type { LeagueDetail, LeagueMatch } from "../../shared/leagues.ts";

export type MatchResult = "won" | "drawn" | "lost";

/**
 * The result of a finished match for one of its two entrants. Where neither came, or both left the first game, both
 * have lost.
 */
export function resultFor(name: string, { winner, score: [a, b] }: LeagueMatch): MatchResult {
  if (winner !== null) return winner === name ? "won" : "lost";
  return a + b === 0 ? "lost" : "drawn";
}

/** One entrant's result in one match against another. */
export interface Meeting {
  readonly result: MatchResult;
  readonly round: number;
  /** The first game of the match; null where none was played. */
  readonly game: string | null;
}

/** The meetings of two entrants, oldest first, by both names. */
export type Crossed = (one: string, other: string) => readonly Meeting[];

export function crossed({ rounds }: Pick<LeagueDetail, "rounds">): Crossed {
  const meetings = new Map<string, Meeting[]>();
  const key = (one: string, other: string) => JSON.stringify([one, other]);
  const add = (one: string, other: string, meeting: Meeting) => {
    const known = meetings.get(key(one, other));
    if (known) known.push(meeting);
    else meetings.set(key(one, other), [meeting]);
  };
  for (const { round, matches } of rounds) {
    for (const match of matches) {
      const { a, b, status, games } = match;
      if (b === null || status !== "reported") continue;
      const base = { round, game: games[0] ?? null };
      add(a, b, { ...base, result: resultFor(a, match) });
      add(b, a, { ...base, result: resultFor(b, match) });
    }
  }
  return (one, other) => meetings.get(key(one, other)) ?? [];
}
