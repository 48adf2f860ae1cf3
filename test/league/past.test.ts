import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { GameResult, Match, PastRound, Side } from "../../src/main/league/machine/league.ts";
import { pastRound } from "../../src/main/league/machine/rounds.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { sure } from "../live-games/support.ts";
import { seeded } from "../support/seeded.ts";
import { leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const ROUNDS = 50;
const MATCHES = 40;

/** The matches of a round, made anew each time it is asked for. */
function matchesIn(round: number): readonly Match[] {
  const random = seeded(round);
  const coin = (): Side => (random() < 0.5 ? "a" : "b");
  const side = () => ({
    times: Array.from({ length: 5 }, () => Math.floor(random() * 4)),
    retries: 0,
    unusable: 0,
    fallbacks: 0,
    tokens: null,
    cost: null,
  });
  return Array.from({ length: MATCHES }, (_, index): Match => {
    const number = (round - 1) * MATCHES + index + 1;
    const winner = coin();
    const result: GameResult = {
      winner,
      reason: "best-of",
      termination: "normal",
      moves: [5, 5],
      ms: [7, 8],
      illegal: [0, 0],
      figures: [side(), side()],
    };
    return {
      number,
      round,
      a: index + 1,
      b: index + 41,
      status: "reported",
      invitedAt: 1_800_000_000_000,
      accepted: [true, true],
      games: [{ id: `L1m${number}g1`, first: "a", opening: null, result }],
      result: { winner, score: winner === "a" ? [1, 0] : [0, 1], termination: "normal", played: true },
    };
  });
}

test("rounds that are over weigh little, and their matches are told as they were", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  // The other files of the worker do without.
  setFlagsFromString("--no-expose-gc");
  const weight = async () => {
    // Objects of a pass of the event loop may live until its end.
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((done) => setImmediate(done));
      collect();
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  // Packs once before, since packing needs memory of its own.
  pastRound(matchesIn(1));
  const before = await weight();
  const rounds: readonly PastRound[] = Array.from({ length: ROUNDS }, (_, index) => pastRound(matchesIn(index + 1)));
  // As they are played a match takes about a thousand bytes.
  expect(((await weight()) - before) / (ROUNDS * MATCHES)).toBeLessThan(250);
  expect(rounds.map((round) => round.matches())).toEqual(rounds.map((_, index) => matchesIn(index + 1)));
  expect(rounds[2]?.results[3]).toEqual({
    round: 3,
    a: 4,
    b: 44,
    winner: matchesIn(3)[3]?.result?.winner,
    games: matchesIn(3)[3]?.result?.score,
    played: true,
  });
});

test("a league that is read again tells what it told", async () => {
  const store = openSqliteStore(":memory:");
  const reportOf = async (id: string) => {
    await using host = await openLeagueHost(store);
    return leagueReport(await toItsEnd(host.leagues, id), nothingKnown);
  };
  await using host = await openLeagueHost(store);
  const request = { players: 5, format: "swiss", rounds: 4, games_per_match: 2 };
  const { id } = sure(await host.leagues.create(planOf(request))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  expect(live.league.past).toHaveLength(3);
  expect(await reportOf(id)).toEqual(leagueReport(live, nothingKnown));
});
