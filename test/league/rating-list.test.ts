import { expect, test } from "vitest";
import { levelRatings } from "../../src/games/chess/level-ratings.ts";
import { definitionOf } from "../../src/games/register.ts";
import { anchorsOf } from "../../src/main/league/ratings/anchors.ts";
import type { Rating } from "../../src/main/league/ratings/bradley-terry.ts";
import { createRatingList } from "../../src/main/league/ratings/rating-list.ts";
import type { RatedTally } from "../../src/main/store/store.ts";
import { ratingListReport } from "../../src/main/views/league/rating-view.ts";
import { strongerFirst } from "../../src/shared/league-facts.ts";
import type { RatingListReport } from "../../src/shared/leagues.ts";
import { seeded } from "../support/seeded.ts";
import { openWeb } from "../web/support.ts";
import { type Contest, heldIn, playPair, ratingIn } from "./simulated-chance.ts";

const tally = (first: string, second: string, winner: string | null, games: number): RatedTally => ({
  first,
  second,
  winner,
  games,
  course: null,
  reason: winner === null ? "stalemate" : "checkmate",
});
/** As many games with either side, of which the first wins so many. */
const met = (one: string, other: string, wins: number, losses: number): RatedTally[] => [
  tally(one, other, "white", wins),
  tally(one, other, "black", losses),
  tally(other, one, "black", wins),
  tally(other, one, "white", losses),
];
const eloOf = (rating: Rating | undefined) => (rating && rating.kind !== "unknown" ? rating.elo : Number.NaN);
const listOf = (tallies: readonly RatedTally[]) =>
  createRatingList({ ratedTallies: async () => tallies, ratedEntrants: async () => [], subscribe: () => () => {} });

test("the rating list is anchored to the computer's levels, whatever they were called", async () => {
  const [four, five] = [levelRatings[3]?.elo ?? 0, levelRatings[4]?.elo ?? 0];
  const list = listOf([
    ...met("agent:A", "computer:4:Level 4", 30, 10),
    ...met("agent:A", "computer:4:Old Four", 30, 10),
    ...met("agent:B", "computer:5:Level 5", 20, 20),
    // Games between two of the same identity give no rating.
    ...met("computer:5:Level 5", "computer:5:Level 5 2", 20, 0),
    { ...tally("agent:A", "computer:4:Level 4", null, 99), reason: "unfinished" },
  ]);
  const ratingOf = await list.of("chess");
  expect(Math.abs(eloOf(ratingOf("agent:A")) - four - 400 * Math.log10(3))).toBeLessThan(8);
  expect(Math.abs(eloOf(ratingOf("agent:B")) - five)).toBeLessThan(8);
  for (const [index, { elo, covariance }] of levelRatings.entries()) {
    const interval = expect.closeTo(1.959964 * Math.sqrt(covariance[index] ?? 0), 2);
    expect(ratingOf(`computer:${index + 1}:Somebody`)).toMatchObject({ kind: "rated", elo, interval });
  }
  expect(ratingOf("agent:C")).toEqual({ kind: "unknown" });

  const { scale, players } = await list.list("chess");
  expect(scale).toBe("levels");
  expect(players).toHaveLength(12);
  expect(players.find(({ level }) => level === 4)).toMatchObject({ name: "Level 4", won: 40, drawn: 0, lost: 120 });
  expect(players.find(({ identity }) => identity === "agent:A")).toMatchObject({ won: 120, lost: 40, level: null });
});

test("those who met are found by the mean of what is known of their Elo, each way they sat", async () => {
  const list = listOf([
    ...met("agent:A", "computer:4:Four", 30, 10),
    ...met("agent:A", "agent:B", 10, 10),
    tally("computer:4:Four", "agent:New", "white", 1),
  ]);
  const four = levelRatings[3]?.elo ?? 0;
  const ratingOf = await list.of("chess");
  const mean = Math.round((eloOf(ratingOf("agent:A")) + eloOf(ratingOf("agent:B"))) / 2);
  const pair = (first: string, second: string) => ({ kind: "chess", first, second });
  expect(await list.pairsBetween(["chess"], mean, mean)).toEqual([
    pair("agent:A", "agent:B"),
    pair("agent:B", "agent:A"),
  ]);
  expect(ratingOf("agent:New")).toMatchObject({ kind: "at_most", games: 1 });
  const low = Math.round((four + eloOf(ratingOf("agent:New"))) / 2);
  expect(await list.pairsBetween(["chess", "odd-even"], low, low)).toEqual([pair("computer:4:Four", "agent:New")]);
  expect(await list.pairsBetween(["chess"], mean + 1)).not.toContainEqual(pair("agent:A", "agent:B"));
});

test("the opponents of weak players stand at their measured strength, too, in a measurement alone", async () => {
  const [{ player, elo } = { player: "", elo: 0 }] = anchorsOf(definitionOf("chess"));
  const list = listOf([...met("agent:A", player, 10, 10), ...met("agent:A", "strategy:random:Dice", 10, 30)]);
  const ratingOf = await list.of("chess");
  expect(player).toBe("strategy:random:Anchor random");
  expect(ratingOf(player)).toMatchObject({ kind: "rated", elo });
  expect(Math.abs(eloOf(ratingOf("agent:A")) - elo)).toBeLessThan(15);
  expect(Math.abs(eloOf(ratingOf("strategy:random:Dice")) - elo - 400 * Math.log10(3))).toBeLessThan(15);
  const known = await list.list("chess");
  expect(known.scale).toBe("levels");
  // People read what it is, and not what the machine calls it.
  const players = known.players.map((each) => (each.identity === player ? { ...each, name: "Anchor random" } : each));
  expect(ratingListReport("chess", { ...known, players }).entries.map(({ name }) => name)).toContain("Random player");
});

test("a player that wins or loses everything against the levels is at least or at most so strong", async () => {
  const ratingOf = await listOf([
    ...met("agent:Best", "computer:10:Level 10", 10, 0),
    ...met("agent:Worst", "computer:1:Level 1", 0, 10),
  ]).of("chess");
  const [lowest, highest] = [levelRatings[0]?.elo ?? 0, levelRatings[9]?.elo ?? 0];
  expect(ratingOf("agent:Best")).toMatchObject({ kind: "at_least", games: 20 });
  expect(ratingOf("agent:Worst")).toMatchObject({ kind: "at_most", games: 20 });
  const [best, worst] = [ratingOf("agent:Best"), ratingOf("agent:Worst")];
  if (best.kind === "unknown" || worst.kind === "unknown") throw new Error("both have played");
  // Twenty in a row happen once in forty times where each is won with the chance 0.025 ^ (1/20).
  const gap = 400 * Math.log10(1 / 0.025 ** (1 / 20) - 1);
  expect(best.low - highest).toBeGreaterThan(-gap - 150);
  expect(lowest - worst.high).toBeGreaterThan(-gap - 150);
  expect(best.elo).toBeGreaterThan(highest + 300);
  expect(worst.elo).toBeLessThan(lowest - 300);
});

test("the mean of all stands at 1500 without a level among them, and no level is told of", async () => {
  const list = listOf(met("agent:A", "agent:B", 30, 10));
  const { scale, players } = await list.list("chess");
  expect([scale, players.map(({ identity }) => identity).toSorted()]).toEqual(["mean", ["agent:A", "agent:B"]]);
  const ratingOf = await list.of("chess");
  const [one, other] = ["agent:A", "agent:B"].map((identity) => ratingOf(identity));
  expect((eloOf(one) + eloOf(other)) / 2).toBeCloseTo(1500, 6);
  expect(ratingOf("computer:5:Level 5")).toEqual({ kind: "unknown" });
});

test("a list without a chain of wins rates everybody, and states how far apart they are", async () => {
  const tallies = [
    ...met("agent:A", "agent:B", 10, 0),
    ...met("agent:B", "agent:C", 10, 0),
    ...met("agent:C", "agent:D", 10, 0),
  ];
  const { spread, firstMove, players } = await listOf(tallies).list("chess");
  expect(spread).toBeGreaterThan(100);
  expect(firstMove).toEqual({ elo: expect.closeTo(0, 6), interval: expect.any(Number) });
  const kinds = new Map(players.map(({ identity, rating }) => [identity, rating.kind]));
  expect(["A", "B", "C", "D"].map((name) => kinds.get(`agent:${name}`))).toEqual([
    "at_least",
    "rated",
    "rated",
    "at_most",
  ]);
});

test("the list of each league is in the order of the exact ratings, who won every game first, who lost every one last", async () => {
  const random = seeded(11);
  const names = ["A", "B", "C", "D"];
  let sweeps = 0;
  for (let league = 0; league < 300; league += 1) {
    const points = new Map(names.map((name) => [name, 0]));
    const tallies = names.flatMap((one, at) =>
      names.slice(at + 1).map((other) => {
        const [first = "", second = ""] = random() < 0.5 ? [one, other] : [other, one];
        const winner = random() < 0.5 ? "white" : "black";
        const name = winner === "white" ? first : second;
        points.set(name, (points.get(name) ?? 0) + 1);
        return tally(`agent:${first}`, `agent:${second}`, winner, 1);
      }),
    );
    const list = await listOf(tallies).list("chess");
    const { entries } = ratingListReport("chess", list);
    const order = entries.filter(({ games }) => games > 0).map(({ identity }) => identity.slice("agent:".length));
    const exact = new Map(list.players.map(({ identity, rating }) => [identity.slice("agent:".length), eloOf(rating)]));
    const heights = order.map((name) => exact.get(name) ?? 0);
    expect(heights).toEqual(heights.toSorted((one, other) => other - one));
    const rows = entries.map(({ name, rating }) => ({ name, rating, points: 0 }));
    expect(rows.toSorted((one, other) => strongerFirst(one.rating, other.rating))).toEqual(rows);
    for (const [name, won] of points) {
      if (won === 3) expect(order[0], JSON.stringify(tallies)).toBe(name);
      if (won === 0) expect(order.at(-1), JSON.stringify(tallies)).toBe(name);
      sweeps += won === 3 || won === 0 ? 1 : 0;
    }
  }
  expect(sweeps).toBeGreaterThan(150);
});

test("games that share their draws count as their pairs differ, and the intervals hold", () => {
  // One hand of Kuhn poker each, in which luck is most of it, and a pair has it on both sides.
  const player = (level: number) => ({ strategy: "levels", level });
  const contest: Contest = { kind: "poker", options: { hands: 1 }, players: [player(9), player(7)] };
  const population = Array.from({ length: 2_000 }, (_, pair) => playPair(contest, `pair ${pair}`));
  const size = { pairs: 100, leagues: 1_000 };
  const held = heldIn(contest, population, { ...size, random: seeded(3) });
  for (const name of ["rating", "difference", "margin"] as const) {
    expect([name, held[name] / size.leagues > 0.93]).toEqual([name, true]);
    expect([name, held[name] / size.leagues < 0.97]).toEqual([name, true]);
  }
  // Without the keys of their draws they are as far apart, and the interval is a quarter as wide again or more.
  const drawn = population.slice(0, size.pairs);
  const [paired, alone] = [ratingIn(contest, drawn), ratingIn(contest, drawn, 1)];
  if (paired.kind === "unknown" || alone.kind === "unknown") throw new Error("both have played");
  expect(Math.abs(paired.elo - alone.elo)).toBeLessThan(2);
  expect(alone.interval / paired.interval).toBeGreaterThan(1.25);
});

test("the list is told over the API, strongest first", async () => {
  await using web = await openWeb((store) => ({
    ...store,
    ratedTallies: async (kind) => (kind === "chess" ? met("agent:A", "computer:4:Level 4", 30, 10) : []),
    ratedEntrants: async () => [{ identity: "agent:A", name: "Ada", lastPlayedAt: 1_000 }],
  }));
  const { body }: { body: RatingListReport } = await web.person.get("/api/ratings");
  expect(body).toMatchObject({ game: "chess", scale: "levels", games: 80 });
  const heights = body.entries.map(({ rating }) => rating.elo ?? 0);
  expect(heights).toEqual(heights.toSorted((one, other) => other - one));
  expect(body.entries.find(({ name }) => name === "Ada")).toEqual({
    identity: "agent:A",
    name: "Ada",
    kind: "agent",
    level: null,
    games: 80,
    won: 60,
    drawn: 0,
    lost: 20,
    rating: {
      kind: "rated",
      elo: expect.any(Number),
      interval: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      games: 80,
    },
    last_played_at: "1970-01-01T00:00:01.000Z",
  });
  expect((await web.person.get("/api/ratings?game=tic-tac-toe")).body).toMatchObject({ scale: "mean", entries: [] });
  expect((await web.person.get("/api/ratings?game=odd-even")).body).toMatchObject({
    caution: expect.stringMatching(/game of chance/),
  });
  expect(await web.person.get("/api/ratings?game=go")).toMatchObject({ status: 400 });
});

test("the measured levels are in the order of their strength", () => {
  const heights = levelRatings.map(({ elo }) => elo);
  expect(heights).toHaveLength(10);
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
});
