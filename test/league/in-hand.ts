import { expect, onTestFinished } from "vitest";
import type { LeagueCommand } from "../../src/main/league/machine/decide.ts";
import {
  type GameResult,
  gameIdOf,
  type League,
  matchesOf,
  type Order,
  openGames,
} from "../../src/main/league/machine/league.ts";
import { unreadableResult } from "../../src/main/league/rulings.ts";
import type { BundledEvent } from "../../src/main/views/export/bundle/replay-league.ts";
import type { LeagueEvent } from "../../src/shared/league-events.ts";
import { sure } from "../live-games/support.ts";
import { createLeague, decide, replayLeague } from "./at-once.ts";
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
/** The result of a game that the other side has left. */
export const left = (winner: "a" | "b"): GameResult => ({ ...won(winner, "forfeit"), termination: "forfeit" });

/** Whether the same league comes about from its log, as a bundle has it. */
function expectSame(league: League, log: readonly BundledEvent[], results: ReadonlyMap<string, GameResult>): void {
  const again = replayLeague(league, log, (id) => results.get(id) ?? unreadableResult);
  expect([again.fault, again.log]).toEqual([null, log]);
  const courseOf = (of: League) =>
    matchesOf(of).map(({ number, a, b, status, games, result }) => ({ number, a, b, status, games, result }));
  expect(courseOf(again.league)).toEqual(courseOf(league));
  const { status, champion, seeds, lots, entrants } = league;
  expect(again.league).toMatchObject({
    status,
    champion,
    seeds,
    lots,
    entrants: entrants.map(({ status: own, misses }) => ({ status: own, misses })),
  });
}

/** A league in the hands of a test: each command at a moment, with what it led to. */
export function leagueOf(request: Readonly<Record<string, unknown>>, ...names: readonly string[]) {
  const plan = planOf({ invite_seconds: 60, misses: 2, ...request });
  const made = sure(createLeague("9", { ...plan, entrants: [...plan.entrants, ...agents(...names)] }, start));
  let { league } = made;
  let now = start;
  const events: LeagueEvent[] = [];
  const log: BundledEvent[] = made.events.map((event) => ({ at: start, event }));
  const results = new Map<string, GameResult>();
  onTestFinished(() => expectSame(league, log, results));
  const commands: Order[] = [];
  let isEarlier = false;
  /** Acts so many seconds after the last command; the log has it `storedAfter` seconds later, as where games are played on. */
  const act = (command: LeagueCommand, seconds = 0, storedAfter = 0) => {
    now += seconds * 1_000;
    const step = decide(league, command, now, isEarlier);
    if (command.type === "report") results.set(command.game, results.get(command.game) ?? command.result);
    if (command.type === "record")
      for (const [index, { result }] of command.games.entries())
        results.set(gameIdOf(league.id, command.match, index + 1), result);
    if (!step.ok) return step;
    // A stored state can be read again.
    const before = league;
    league = step.value.league;
    if (step.value.events.length === 0) expect(league).toEqual(before);
    events.push(...step.value.events);
    log.push(...step.value.events.map((event) => ({ at: now + storedAfter * 1_000, event })));
    commands.push(...step.value.commands);
    return step;
  };
  return {
    act,
    /** Decides from here on as earlier versions did: a match that an entrant left ended before its game. */
    asEarlier: () => {
      isEarlier = true;
    },
    events,
    log,
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
