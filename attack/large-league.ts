import { gameIdOf, type League, type Match } from "../src/main/league/machine/league.ts";
import { pastRounds } from "../src/main/league/machine/rounds.ts";
import { leagueRequest, planLeague } from "../src/main/league/request.ts";
import { bergerRound } from "../src/shared/formats/round-robin.ts";
import { runAtOnce } from "../src/shared/steps.ts";
import { createLeague } from "../test/league/at-once.ts";

/**
 * A paused league of so many in which so many rounds were played, of one more: everybody met somebody else in each, and
 * more often the stronger won.
 */
export function largeLeague(id: string, entrants: number, played: number): League {
  const rounds = played + 1;
  const request = leagueRequest.parse({
    name: "Large",
    game: "tic-tac-toe",
    format: "swiss",
    rounds,
    players: entrants,
    strategy: "random",
    seed: 7,
    max_entrants: entrants,
    concurrency: 256,
  });
  const plan = runAtOnce(planLeague(request, () => 0.5));
  if (!plan.ok) throw new Error(plan.message);
  const made = createLeague(id, plan.value, 0);
  if (!made.ok) throw new Error(made.message);
  const { league } = made.value;
  const all = Array.from({ length: played }, (_, at) => matchesOf(id, entrants, at + 1));
  const lots = Array.from({ length: entrants }, (_, at) => at + 1);
  return {
    ...league,
    status: "paused",
    pausedFrom: "running",
    startedAt: 0,
    seeds: lots,
    lots,
    round: played,
    entrants: league.entrants.map((entrant) => ({ ...entrant, status: "active" })),
    past: runAtOnce(pastRounds(all.flat(), 0, played)),
    current: all.at(-1) ?? [],
  };
}

const matchesOf = (id: string, entrants: number, round: number): readonly Match[] =>
  bergerRound(entrants, round).map(({ a, b }, table): Match => {
    const number = (round - 1) * Math.ceil(entrants / 2) + table + 1;
    const base = { number, round, a, b, status: "reported", invitedAt: 0, accepted: [true, true] } as const;
    if (b === null)
      return { ...base, games: [], result: { winner: null, score: [0, 0], termination: "bye", played: false } };
    const chance = (number * 7919 + round * 104_729) % 100;
    const winner = chance < 20 ? null : chance < (a < b ? 75 : 45) ? "a" : "b";
    const score = winner === null ? ([0.5, 0.5] as const) : winner === "a" ? ([1, 0] as const) : ([0, 1] as const);
    const side = { retries: 0, unusable: 0, fallbacks: 0, tokens: null, cost: null, times: [0, 1, 0, 0] };
    const result = { winner, reason: winner ? "three-in-a-row" : "full", termination: "normal" } as const;
    return {
      ...base,
      games: [
        {
          id: gameIdOf(id, number, 1),
          first: "a",
          opening: null,
          result: { ...result, moves: [4, 4], ms: [1, 1], illegal: [0, 0], figures: [side, side] },
        },
      ],
      result: { winner, score, termination: "normal", played: true },
    };
  });
