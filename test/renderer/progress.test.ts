import { expect, it } from "vitest";
import { meetingsBetween, resultsByRound } from "../../src/renderer/leagues/crosstable.tsx";
import type { LeagueMatch } from "../../src/shared/leagues.ts";

const match = (a: string, b: string | null, changes: Partial<LeagueMatch> = {}): LeagueMatch => ({
  match_id: `${a}–${b}`,
  a,
  b,
  status: "reported",
  winner: null,
  score: [0, 0],
  games: [],
  termination: "normal",
  ...changes,
});

it("both entrants have lost a match that neither came to, or whose first game both left, round by round", () => {
  const rounds = [
    { round: 1, matches: [match("Ada", "Bob", { termination: "forfeit" }), match("Cleo", null)] },
    { round: 2, matches: [match("Cleo", "Ada", { score: [0.5, 0.5], games: ["1000"] })] },
    { round: 3, matches: [match("Bob", "Cleo", { winner: "Cleo", score: [0, 1], games: ["1001"] })] },
    { round: 4, matches: [match("Ada", "Bob", { status: "playing", games: ["1002"], termination: null })] },
    // Both left the first game, and the second one.
    { round: 5, matches: [match("Ada", "Cleo", { games: ["1003"], termination: "forfeit" })] },
    {
      round: 6,
      matches: [match("Ada", "Cleo", { score: [0.5, 0.5], games: ["1004", "1005"], termination: "forfeit" })],
    },
  ];
  const results = resultsByRound({ rounds, field: [] }).map(({ own }) =>
    Object.fromEntries([...own].map(([name, { result }]) => [name, result])),
  );
  expect(results).toEqual([
    { Ada: "lost", Bob: "lost", Cleo: "bye" },
    { Cleo: "drawn", Ada: "drawn" },
    { Bob: "lost", Cleo: "won" },
    { Ada: "playing", Bob: "playing" },
    { Ada: "lost", Cleo: "lost" },
    { Ada: "drawn", Cleo: "drawn" },
  ]);
  const euler = { number: 4, name: "Euler", kind: "agent", status: "active", plays: null, capabilities: null } as const;
  const late = { ...euler, can_take_out: false, can_reissue: false, late: { rounds: 2, worth: "half" } } as const;
  const byes = resultsByRound({ rounds, field: [late] }).map(({ own }) => own.get("Euler")?.result ?? null);
  expect(byes).toEqual(["bye", "bye", null, null, null, null]);
  const cell = meetingsBetween({ rounds });
  expect(cell("Ada", "Bob")).toMatchObject([{ result: "lost", round: 1, game: null }]);
  expect(cell("Bob", "Ada")).toMatchObject([{ result: "lost", round: 1, game: null }]);
  expect(cell("Cleo", "Bob")).toMatchObject([{ result: "won", round: 3, game: "1001" }]);
});
