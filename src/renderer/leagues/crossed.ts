import type { LeagueDetail } from "../../shared/leagues.ts";

/** What one had from one match against another. */
export interface Meeting {
  readonly result: "won" | "drawn" | "lost";
  readonly round: number;
  /** The first game of the match; null where nothing was played. */
  readonly game: string | null;
}

/** What each had from each, oldest first, by both names. */
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
    for (const { a, b, status, winner, games, termination } of matches) {
      if (b === null || status !== "reported") continue;
      const base = { round, game: games[0] ?? null };
      // Where neither came, both have lost.
      const level = winner === null && termination === "forfeit" && games.length === 0 ? "lost" : "drawn";
      add(a, b, { ...base, result: winner === null ? level : winner === a ? "won" : "lost" });
      add(b, a, { ...base, result: winner === null ? level : winner === b ? "won" : "lost" });
    }
  }
  return (one, other) => meetings.get(key(one, other)) ?? [];
}
