import { expect, test } from "vitest";
import type { LeagueCommand } from "../../src/main/league/machine/decide.ts";
import { isOver, type League, matchesOf, openGames } from "../../src/main/league/machine/league.ts";
import { changedParts, snapshotOf } from "../../src/main/league/snapshot.ts";
import { sure } from "../live-games/support.ts";
import { seeded } from "../support/seeded.ts";
import { createLeague, decide, leagueStandings, readLeague } from "./at-once.ts";
import { planOf } from "./support.ts";

/** Enough for each of the leagues below, and none that goes on for ever. */
const MOST_STEPS = 5_000;

const deciders = [
  {},
  { extra_games: 0 },
  { extra_pairs: 1 },
  { last: "armageddon" },
  { last: "armageddon", extra_games: 1 },
];
const lateEntries = [{}, { late_entries: { rounds: 1 } }, { late_entries: { rounds: 2, worth: "half" } }];

/** A league of any format that goes as chance has it: who comes, leaves, wins, and when it is paused. */
function leagueBy(seed: number): { readonly league: League; readonly made: readonly string[] } {
  const random = seeded(seed);
  const pick = <T>(these: readonly T[]): T => {
    const one = these[Math.floor(random() * these.length)];
    if (one === undefined) throw new Error("there is nothing to pick from");
    return one;
  };
  const count = 2 + Math.floor(random() * 8);
  const format = pick(["round-robin", "double-round-robin", "gauntlet", "knockout", "swiss"]);
  const plan = planOf({
    format,
    seed,
    misses: pick([1, 2]),
    best_of: random() < 0.5,
    invite_seconds: 60,
    games_per_match: pick([1, 2, 3]),
    concurrency: pick([1, 2, 64]),
    ...(format === "knockout" ? { game: "tic-tac-toe", decider: pick(deciders) } : {}),
    ...(format === "swiss" ? pick(lateEntries) : {}),
  });
  const entrants = Array.from({ length: count }, (_, index) => {
    const kind = pick(["agent", "strategy"] as const);
    return { kind, name: `P${index + 1}`, settings: {}, identity: `${kind}:${index}` };
  });
  let now = 1_800_000_000_000;
  let { league } = sure(createLeague("9", { ...plan, entrants }, now));
  const made: string[] = [];
  const act = (command: LeagueCommand) => {
    const step = decide(league, command, now);
    if (!step.ok) return;
    league = step.value.league;
    made.push(...step.value.commands.flatMap((order) => (order.type === "createGame" ? [order.game.id] : [])));
  };
  const [leaves, draws, absences] = [pick([0, 0.02]), pick([0, 0.5, 1]), pick([0, 0.1, 1])];
  const step = (): LeagueCommand => {
    const invited = league.current.filter(({ status }) => status === "invited");
    const open = openGames(league);
    if (league.status === "paused") return { type: "resume" };
    if (format === "swiss" && random() < 0.05) {
      const name = `P${league.entrants.length + 1}`;
      return { type: "join", entrant: { kind: "strategy", name, settings: {}, identity: name } };
    }
    if (random() < leaves) return { type: "leave", entrant: 1 + Math.floor(random() * count) };
    if (random() < 0.02) return { type: "pause" };
    if (random() < 0.02) return { type: "finish" };
    if (open.length > 0 && random() < 0.7) {
      const winner = random() < draws ? null : pick(["a", "b"] as const);
      const figures = { moves: [1, 1], ms: [1, 1], illegal: [0, 0] } as const;
      const result = { winner, reason: "line", termination: "normal", ...figures } as const;
      return { type: "report", game: pick(open).game.id, result };
    }
    if (invited.length === 0 || random() < absences) return { type: "tick" };
    const { a, b } = pick(invited);
    return { type: "answer", entrant: pick([a, b ?? a]) };
  };
  act({ type: "start" });
  for (let steps = 0; steps < MOST_STEPS && !isOver(league); steps += 1) {
    now += Math.floor(random() * 20_000);
    act(step());
  }
  return { league, made };
}

/** Whether all of them can be paired as is allowed, by trying it out. */
function canPair(those: readonly number[], allowed: (one: number, other: number) => boolean): boolean {
  const [first, ...others] = those;
  if (first === undefined) return true;
  return others.some(
    (other) =>
      allowed(first, other) &&
      canPair(
        others.filter((each) => each !== other),
        allowed,
      ),
  );
}

test.each(Array.from({ length: 20 }, (_, part) => part))("leagues come to a whole end however they go (%i)", (part) => {
  for (let seed = 10 * part; seed < 10 * part + 10; seed += 1) {
    const { league, made } = leagueBy(seed);
    expect([seed, league.status]).toEqual([seed, "complete"]);
    expect(new Set(made).size).toBe(made.length);
    const matches = matchesOf(league);
    expect(matches.flatMap(({ games }) => games.map(({ id }) => id)).toSorted()).toEqual(made.toSorted());
    const parts = JSON.parse(JSON.stringify(changedParts(null, league)));
    const kept = sure(readLeague({ id: "9", snapshot: snapshotOf(league), parts }));
    expect(leagueStandings(kept)).toEqual(leagueStandings(league));

    const { format, points } = league.settings;
    const total = new Map(league.seeds.map((number) => [number, 0]));
    const add = (number: number, worth: number) => total.set(number, (total.get(number) ?? 0) + worth);
    for (const { a, b, result } of matches) {
      const worth = (side: "a" | "b") => {
        if (b === null) return format === "swiss" ? points.win : 0;
        if (!result?.winner) return result?.played ? points.draw : points.loss;
        return result.winner === side ? points.win : points.loss;
      };
      add(a, worth("a"));
      if (b !== null) add(b, worth("b"));
    }
    for (const { number, late } of league.entrants) if (late?.worth === "half") add(number, late.rounds * points.draw);
    for (const row of leagueStandings(league)) expect([seed, row.points]).toEqual([seed, total.get(row.number)]);

    const isThere = league.seeds.some((number) => league.entrants[number - 1]?.status !== "out");
    const met = matches.filter(({ b }) => b !== null);
    if (format === "knockout" && isThere) expect(met).toHaveLength(league.seeds.length - 1);
    if (format !== "swiss") continue;
    const before = new Set<string>();
    const hadBye = new Map<number, number>();
    for (let round = 1; round <= league.round; round += 1) {
      const own = matches.filter((match) => match.round === round);
      const there = own.flatMap(({ a, b }) => (b === null ? [a] : [a, b]));
      const key = (one: number, other: number) => `${Math.min(one, other)}-${Math.max(one, other)}`;
      const allowed = (one: number, other: number) => !before.has(key(one, other));
      const isRepeat = own.some(({ a, b }) => b !== null && !allowed(a, b));
      const without = (number: number) => there.filter((each) => each !== number);
      const could = there.length % 2 === 0 ? canPair(there, allowed) : there.some((n) => canPair(without(n), allowed));
      expect([seed, round, isRepeat && could]).toEqual([seed, round, false]);
      const bye = own.find(({ b }) => b === null)?.a;
      const byesOf = (number: number) => hadBye.get(number) ?? 0;
      const better = there.some((n) => bye !== undefined && byesOf(n) < byesOf(bye) && canPair(without(n), allowed));
      expect([seed, round, better]).toEqual([seed, round, false]);
      for (const { a, b, result } of own) {
        if (b !== null) before.add(key(a, b));
        const free = b === null ? a : result?.played || !result?.winner ? null : result.winner === "a" ? a : b;
        if (free !== null) hadBye.set(free, byesOf(free) + 1);
      }
    }
  }
});
