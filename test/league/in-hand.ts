import { expect } from "vitest";
import type { LeagueCommand } from "../../src/main/league/machine/decide.ts";
import {
  type GameResult,
  type League,
  matchesOf,
  type Order,
  openGames,
} from "../../src/main/league/machine/league.ts";
import type { LeagueEvent } from "../../src/shared/league-events.ts";
import { sure } from "../live-games/support.ts";
import { createLeague, decide } from "./at-once.ts";
import { planOf } from "./support.ts";

export const start = 1_800_000_000_000;
export const agents = (...names: readonly string[]) =>
  names.map((name) => ({ kind: "agent", name, settings: {}, identity: `agent:${name}` }) as const);
export const won = (winner: GameResult["winner"], reason = "best-of"): GameResult => ({
  winner,
  reason,
  termination: "normal",
  moves: [1, 1],
  ms: [5, 5],
  illegal: [0, 0],
});

/** A league in the hands of a test: each command at a moment, with what it led to. */
export function leagueOf(request: Readonly<Record<string, unknown>>, ...names: readonly string[]) {
  const plan = planOf({ invite_seconds: 60, misses: 2, ...request });
  let { league } = sure(createLeague("9", { ...plan, entrants: [...plan.entrants, ...agents(...names)] }, start));
  let now = start;
  const events: LeagueEvent[] = [];
  const commands: Order[] = [];
  const act = (command: LeagueCommand, seconds = 0) => {
    now += seconds * 1_000;
    const step = decide(league, command, now);
    if (!step.ok) return step;
    // A stored state can be read again.
    const before = league;
    league = step.value.league;
    if (step.value.events.length === 0) expect(league).toEqual(before);
    events.push(...step.value.events);
    commands.push(...step.value.commands);
    return step;
  };
  return {
    act,
    events,
    commands,
    get league(): League {
      return league;
    },
    get games() {
      return openGames(league).map(({ game }) => game.id);
    },
    statuses: () => league.entrants.map(({ status }) => status),
    results: () => matchesOf(league).map(({ result }) => result && [result.winner, result.termination, result.played]),
  };
}
