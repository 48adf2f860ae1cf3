import { describe, expect, test } from "vitest";
import type { Format, Pairing, PairingPlayer } from "../../src/shared/formats/format.ts";
import { gauntlet } from "../../src/shared/formats/gauntlet.ts";
import { knockout } from "../../src/shared/formats/knockout.ts";
import type { Cost } from "../../src/shared/formats/matching.ts";
import { bergerRound, roundsOfCycle } from "../../src/shared/formats/round-robin.ts";
import { runAtOnce, withoutSteps } from "../../src/shared/steps.ts";
import { seeded } from "../support/seeded.ts";
import { cheapestMatching, swissRound } from "./at-once.ts";
import { better, faults, newcomer } from "./swiss-rounds.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sizes = upTo(64).slice(1);
const key = (one: number, other: number) => [one, other].toSorted((a, b) => a - b).join("-");
const text = (pairings: readonly Pairing[]) => pairings.map(({ a, b }) => `${a}-${b ?? "bye"}`).join(" ");

/** The pairings of a round, after the one that these have won. */
const roundOf = (format: Format, entrants: number, round: number, winners: readonly number[] = []) =>
  runAtOnce(
    format.next({
      entrants,
      round,
      rounds: format.rounds(entrants),
      winners: () => winners,
      players: () => withoutSteps([]),
      level: () => null,
    }),
  ) ?? [];

/** How often each pair met, how much more often each had the first seat, and everybody's byes. */
function tally(entrants: number, rounds: readonly (readonly Pairing[])[]) {
  const met = new Map<string, number>();
  const balance = new Array<number>(entrants + 1).fill(0);
  const byes = new Array<number>(entrants + 1).fill(0);
  for (const pairings of rounds) {
    const seen = pairings.flatMap(({ a, b }) => (b === null ? [a] : [a, b]));
    expect(new Set(seen).size).toBe(seen.length);
    for (const { a, b } of pairings) {
      if (b === null) byes[a] = (byes[a] ?? 0) + 1;
      else {
        met.set(key(a, b), (met.get(key(a, b)) ?? 0) + 1);
        balance[a] = (balance[a] ?? 0) + 1;
        balance[b] = (balance[b] ?? 0) - 1;
      }
    }
  }
  return { met, balance: balance.slice(1), byes: byes.slice(1) };
}

describe("a round robin", () => {
  test("a round robin is that of the Berger tables", () => {
    expect(upTo(3).map((round) => text(bergerRound(4, round)))).toEqual(["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
    expect(upTo(5).map((round) => text(bergerRound(6, round)))).toEqual([
      "1-6 2-5 3-4",
      "6-4 5-3 1-2",
      "2-6 3-1 4-5",
      "6-5 1-4 2-3",
      "3-6 4-2 5-1",
    ]);
  });

  test("a round robin lets everyone meet everyone once, with sides balanced to within one and one bye each where they are odd", () => {
    for (const entrants of sizes) {
      const cycle = upTo(roundsOfCycle(entrants)).map((round) => bergerRound(entrants, round));
      const { met, balance, byes } = tally(entrants, cycle);
      expect(met.size).toBe((entrants * (entrants - 1)) / 2);
      expect(new Set(met.values())).toEqual(new Set([1]));
      expect(Math.max(...balance.map(Math.abs)), `${entrants}`).toBeLessThanOrEqual(1);
      expect(new Set(byes)).toEqual(new Set([entrants % 2]));
    }
  });

  test("a round robin goes on with the sides reversed: twice with everyone is in balance", () => {
    for (const entrants of sizes) {
      const rounds = upTo(2 * roundsOfCycle(entrants)).map((round) => bergerRound(entrants, round));
      const { met, balance } = tally(entrants, rounds);
      expect(new Set(met.values())).toEqual(new Set([2]));
      expect(new Set(balance)).toEqual(new Set([0]));
    }
  });

  test.each([2, 3, 4, 5])("a round robin of %i cycles gives nobody the same side three times in a row", (cycles) => {
    for (const entrants of sizes) {
      const count = cycles * roundsOfCycle(entrants);
      const rounds = upTo(count).map((round) => bergerRound(entrants, round, count));
      const { met, balance } = tally(entrants, rounds);
      expect(new Set(met.values())).toEqual(new Set([cycles]));
      expect(Math.max(...balance.map(Math.abs)), `${entrants}`).toBeLessThanOrEqual(cycles % 2);
      const sides = upTo(entrants).map(() => "");
      for (const { a, b } of rounds.flat()) {
        if (b === null) continue;
        sides[a - 1] += "1";
        sides[b - 1] += "2";
      }
      for (const [index, each] of sides.entries()) {
        expect(each.length).toBe(cycles * (entrants - 1));
        expect(each, `${index + 1} of ${entrants}`).not.toMatch(/111|222/);
      }
    }
  });
});

test("a gauntlet sets the first against everyone else, its sides in balance", () => {
  expect(upTo(6).map((round) => text(roundOf(gauntlet, 4, round)))).toEqual(["1-2", "3-1", "1-4", "2-1", "1-3", "4-1"]);
  for (const entrants of sizes) {
    const { met, balance } = tally(
      entrants,
      upTo(gauntlet.rounds(entrants)).map((round) => roundOf(gauntlet, entrants, round)),
    );
    expect([...met.keys()]).toEqual(upTo(entrants - 1).map((other) => key(1, other + 1)));
    expect(Math.abs(balance[0] ?? 9)).toBeLessThanOrEqual(1);
  }
});

describe("a knockout", () => {
  test("a knockout keeps the best seeds apart", () => {
    expect(text(roundOf(knockout, 8, 1))).toBe("1-8 4-5 2-7 3-6");
    expect(text(roundOf(knockout, 6, 1))).toBe("1-bye 4-5 2-bye 3-6");
    expect(text(roundOf(knockout, 8, 2, [1, 5, 2, 3]))).toBe("5-1 3-2");
  });

  test("a knockout has byes for the top seeds alone, and where the better always wins the first two meet last", () => {
    for (const entrants of sizes) {
      let pairings = roundOf(knockout, entrants, 1);
      const byes = pairings.flatMap(({ a, b }) => (b === null ? [a] : [])).toSorted((a, b) => a - b);
      expect(byes).toEqual(upTo(2 ** knockout.rounds(entrants) - entrants));
      for (let round = 2; round <= knockout.rounds(entrants); round += 1)
        pairings = roundOf(
          knockout,
          entrants,
          round,
          pairings.map(({ a, b }) => Math.min(a, b ?? a)),
        );
      expect(pairings.map(({ a, b }) => key(a, b ?? 0))).toEqual([key(1, 2)]);
    }
  });
});

describe("a Swiss round", () => {
  test("a Swiss round begins with the upper half against the lower, its sides by turns", () => {
    expect(text(swissRound(upTo(6).map(newcomer)))).toBe("1-4 5-2 3-6");
    expect(text(swissRound(upTo(5).map(newcomer)))).toBe("1-3 4-2 5-bye");
  });

  test("a Swiss round gives the higher of two who are due the same side what it is due", () => {
    const had = (number: number, points: number, first: boolean, opponent: number): PairingPlayer => ({
      number,
      points,
      opponents: new Set([opponent]),
      noShows: new Set(),
      sides: [first],
      byes: 0,
      apart: new Set(),
    });
    const round = [had(1, 0, true, 3), had(2, 0, true, 4), had(3, 1, false, 1), had(4, 1, false, 2)];
    expect(text(swissRound(round))).toBe("3-4 2-1");
  });

  test("a Swiss round repeats no pairing and gives no second bye while that can be avoided, and keeps sides in balance", () => {
    const random = seeded(11);
    let farthest = 0;
    for (const entrants of sizes) {
      // As many rounds as there are opponents is the hardest there is; of large leagues a part.
      const rounds = entrants <= 12 ? entrants - 1 : 7;
      let players: readonly PairingPlayer[] = upTo(entrants).map(newcomer);
      for (let round = 1; round <= rounds; round += 1) {
        const pairings = swissRound(players);
        expect(pairings.flatMap(({ a, b }) => (b === null ? [a] : [a, b])).toSorted((a, b) => a - b)).toEqual(
          upTo(entrants),
        );
        const repeats = pairings.filter(({ a, b }) => b !== null && players[a - 1]?.opponents.has(b)).length;
        if (repeats > 0) expect(canAvoidRepeats(players), `${entrants}, round ${round}`).toBe(false);
        for (const { a, b } of pairings)
          if (b === null && repeats === 0 && round < entrants / 2) expect(players[a - 1]?.byes).toBe(0);
        players = played(players, pairings, random);
        if (round < entrants / 2)
          for (const { sides } of players)
            farthest = Math.max(farthest, Math.abs(sides.reduce((sum, first) => sum + (first ? 1 : -1), 0)));
      }
    }
    expect(farthest).toBeLessThanOrEqual(2);
  });

  test("a Swiss round meets a rival that is nearest in points", () => {
    const met = (number: number, points: number, ...opponents: number[]): PairingPlayer => ({
      ...newcomer(number),
      points,
      opponents: new Set(opponents),
      sides: [number % 2 === 1],
    });
    expect(text(swissRound([met(1, 1, 4), met(2, 0, 3), met(3, 1, 2), met(4, 0, 1)]))).toMatch(/^(1-3|3-1) (2-4|4-2)$/);
    expect(text(swissRound([met(1, 2, 3), met(2, 1, 4), met(3, 2, 1), met(4, 0, 2)]))).toMatch(/^(1-2|2-1) (3-4|4-3)$/);
  });

  test("a Swiss round mixes points no more than it has to, where a pairing from the top would", () => {
    const rounds = [
      ["1-4 0", "5-2 1", "3-6 0"],
      ["4-5 =", "6-1 =", "2-3 1"],
    ];
    let players: readonly PairingPlayer[] = upTo(6).map(newcomer);
    for (const round of rounds)
      players = round.reduce((all, told) => {
        const [a = 0, b = 0] = told.split(/[- ]/).map(Number);
        const worth = told.endsWith("1") ? 1 : told.endsWith("=") ? 0.5 : 0;
        return withResult(all, { a, b }, worth);
      }, players);
    expect(players.map(({ points }) => points)).toEqual([0.5, 1, 0, 1.5, 1.5, 1.5]);
    const pairs = swissRound(players).map(({ a, b }) => key(a, b ?? 0));
    expect(pairs.toSorted()).toEqual(["1-3", "2-4", "5-6"]);
  });

  // Each of them by all results that it can have: the last round is checked, of which the others are the history.
  test.each([
    [4, 3],
    [5, 4],
    [6, 3],
    [7, 3],
    [8, 3],
  ])("a Swiss round is as good as any other in all tournaments of %i players and %i rounds", (entrants, rounds) => {
    let checked = 0;
    const every = everyPairing(upTo(entrants).map(newcomer));
    const play = (players: readonly PairingPlayer[], round: number) => {
      const pairings = swissRound(players);
      if (round === rounds) {
        checked += 1;
        const best = every.map((those) => faults(players, those)).reduce(better);
        if (faults(players, pairings).join() !== best.join())
          expect(faults(players, pairings), JSON.stringify(players.map((each) => [each.points, each.sides]))).toEqual(
            best,
          );
        return;
      }
      const games = pairings.filter(({ b }) => b !== null);
      for (let code = 0; code < 3 ** games.length; code += 1) {
        const results = pairings.map((_, game) => (Math.floor(code / 3 ** game) % 3) / 2);
        play(
          pairings.reduce((all, pairing, game) => withResult(all, pairing, results[game] ?? 0), players),
          round + 1,
        );
      }
    };
    play(upTo(entrants).map(newcomer), 1);
    expect(checked).toBe(3 ** (Math.floor(entrants / 2) * (rounds - 1)));
  });

  test("a Swiss round pairs those again who were to play and did not, where points are mixed less by it, and rather others", () => {
    const player = (number: number, points: number, played: number, missed?: number): PairingPlayer => ({
      ...newcomer(number),
      points,
      opponents: new Set([played]),
      noShows: new Set(missed === undefined ? [] : [missed]),
    });
    const round = [player(1, 1, 3, 2), player(2, 1, 4, 1), player(3, 0, 1), player(4, 0, 2)];
    expect(swissRound(round).map(({ a, b }) => key(a, b ?? 0))).toEqual(["1-2", "3-4"]);
    const level = round.map((each) => ({ ...each, points: 1 }));
    expect(swissRound(level).map(({ a, b }) => key(a, b ?? 0))).toEqual(["1-4", "2-3"]);
  });

  test("a Swiss round keeps pairs apart that are to be, rather than have nobody meet twice", () => {
    const apart = (number: number, ...others: number[]): PairingPlayer => ({
      ...newcomer(number),
      apart: new Set(others),
    });
    const round = [apart(1, 3), newcomer(2), apart(3, 1), newcomer(4)];
    expect(text(swissRound(round))).toMatch(/^(1-4|4-1|1-2|2-1) /);
    const met = round.map((player) => ({ ...player, opponents: new Set([2, 4, 1 + (player.number % 4)]) }));
    expect(swissRound(met).some(({ a, b }) => key(a, b ?? 0) === "1-3")).toBe(false);
  });

  test("a Swiss round has room for as many as a league takes, and holds nobody up over it", () => {
    const before = process.threadCpuUsage().user;
    expect(swissRound(upTo(512).map(newcomer))).toHaveLength(256);
    // Of this thread's own work, however busy the machine is.
    expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(250);
  });
});

test("the cheapest matching is that of a search through all, whatever the costs", () => {
  const random = seeded(3);
  for (let graph = 0; graph < 1_200; graph += 1) {
    const size = 2 + 2 * Math.floor(random() * 4);
    const most = [2, 4, 30][graph % 3] ?? 2;
    const costs = upTo(size).map(() =>
      upTo(size).map((): Cost => [Math.floor(random() ** 2 * most), Math.floor(random() * most), graph % 5]),
    );
    const costOf = (one: number, other: number): Cost => costs[Math.min(one, other)]?.[Math.max(one, other)] ?? none;
    const match = cheapestMatching(size, costOf);
    expect(match.map((partner) => match[partner])).toEqual(upTo(size).map((number) => number - 1));
    const paid = match.reduce((sum, partner, one) => (one < partner ? added(sum, costOf(one, partner)) : sum), none);
    expect(paid).toEqual(
      cheapest(
        upTo(size).map((number) => number - 1),
        costOf,
      ),
    );
  }
});

const none: Cost = [0, 0, 0];
const added = (one: Cost, other: Cost): Cost => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];

/** The cost of the cheapest matching, by trying everything. */
function cheapest(left: readonly number[], costOf: (one: number, other: number) => Cost): Cost {
  const [vertex, ...others] = left;
  if (vertex === undefined) return none;
  const all = others.map((partner) =>
    added(
      costOf(vertex, partner),
      cheapest(
        others.filter((other) => other !== partner),
        costOf,
      ),
    ),
  );
  return all.reduce((best, cost) => ((cost[0] - best[0] || cost[1] - best[1] || cost[2] - best[2]) < 0 ? cost : best));
}

/** The size of the largest matching, by trying everything. */
function most(edges: readonly (readonly number[])[], left: readonly number[]): number {
  const [vertex, ...others] = left;
  if (vertex === undefined) return 0;
  const partners = others.filter((other) => edges[vertex]?.includes(other));
  return Math.max(
    most(edges, others),
    ...partners.map(
      (partner) =>
        1 +
        most(
          edges,
          others.filter((other) => other !== partner),
        ),
    ),
  );
}

/** How players stand after one game more; a bye is a win. */
const withResult = (players: readonly PairingPlayer[], { a, b }: Pairing, worth: number): readonly PairingPlayer[] =>
  players.map((player) => {
    const { number, points, opponents, sides, byes } = player;
    if (b === null) return number === a ? { ...player, points: points + 1, byes: byes + 1 } : player;
    if (number === a)
      return { ...player, points: points + worth, opponents: new Set([...opponents, b]), sides: [...sides, true] };
    if (number !== b) return player;
    return { ...player, points: points + 1 - worth, opponents: new Set([...opponents, a]), sides: [...sides, false] };
  });

/** Every way to pair players, one with a bye where they are odd. */
function everyPairing(players: readonly PairingPlayer[]): readonly (readonly Pairing[])[] {
  const [first, ...others] = players;
  if (!first) return [[]];
  const met = others.flatMap((other) =>
    everyPairing(others.filter((each) => each !== other)).map((those) => [
      { a: first.number, b: other.number },
      ...those,
    ]),
  );
  return players.length % 2 === 0
    ? met
    : [...met, ...everyPairing(others).map((those) => [{ a: first.number, b: null }, ...those])];
}

function played(players: readonly PairingPlayer[], pairings: readonly Pairing[], random: () => number) {
  return players.map((player): PairingPlayer => {
    const pairing = pairings.find(({ a, b }) => a === player.number || b === player.number);
    if (!pairing) return player;
    if (pairing.b === null) return { ...player, points: player.points + 1, byes: player.byes + 1 };
    const opponent = pairing.a === player.number ? pairing.b : pairing.a;
    return {
      ...player,
      points: player.points + Math.floor(random() * 3) / 2,
      opponents: new Set([...player.opponents, opponent]),
      sides: [...player.sides, pairing.a === player.number],
    };
  });
}

/** Whether some pairing of all (but one, where they are odd) has no repeat, whoever has the bye. */
function canAvoidRepeats(players: readonly PairingPlayer[]): boolean {
  const among = (those: readonly PairingPlayer[]) =>
    most(
      those.map((one) => those.flatMap((other, at) => (one !== other && !one.opponents.has(other.number) ? [at] : []))),
      those.map((_, at) => at),
    ) ===
    those.length / 2;
  return players.length % 2 === 0
    ? among(players)
    : players.some((bye) => among(players.filter((each) => each !== bye)));
}
