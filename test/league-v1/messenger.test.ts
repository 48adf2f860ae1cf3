import { expect, test } from "vitest";
import { z } from "zod";
import { silentLog } from "../../src/main/base/log.ts";
import type { LeagueUpdate } from "../../src/main/league/leagues.ts";
import type { LiveLeague } from "../../src/main/league/machine/league.ts";
import type { Dispatch } from "../../src/main/league-v1/endpoints.ts";
import { createMessenger } from "../../src/main/league-v1/messenger.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { accept } from "../../src/shared/result.ts";
import { leagueOf } from "../league/in-hand.ts";
import { nobodyElse, openLeagueHost, planOf, toItsEnd } from "../league/support.ts";
import { sure } from "../live-games/support.ts";

test("a closing host waits until players have taken the standings, which are computed as it closes", async () => {
  const held = leagueOf({
    entrants: [
      { kind: "endpoint", name: "Server", endpoint: "http://127.0.0.1:9/mcp" },
      { kind: "strategy", name: "Random", strategy: "random" },
    ],
  });
  const live = (): LiveLeague => ({ league: held.league, version: 1 }) as unknown as LiveLeague;
  let hear = (_: LeagueUpdate): void => {};
  const asked: string[] = [];
  const taken = Promise.withResolvers<void>();
  const messenger = createMessenger({
    league: {
      leagues: {
        listen: (listener: typeof hear) => {
          hear = listener;
          return () => {};
        },
      } as never,
      directs: () => true,
      listenToTakeUps: () => () => {},
    },
    games: { listen: () => () => {} },
    endpoints: {
      ask: async (_: string, { type }: Dispatch) => {
        asked.push(type);
        await taken.promise;
        return { isAnswered: true, answer: {}, failures: [] } as never;
      },
      healthCheck: async () => ({ absence: null, status: null }) as never,
      followStatus: async () => false,
    },
    calls: { noteStatus: () => {} },
    tokens: { tokenOf: () => "token" } as never,
    log: silentLog,
    now: () => 0,
  });
  const before = live();
  sure(held.act({ type: "cancel" }));
  hear({ before, value: live(), entries: [], step: null });
  let isClosed = false;
  const closed = messenger.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => asked).toEqual(["STANDINGS_UPDATE"]);
  await new Promise((passed) => setImmediate(passed));
  expect(isClosed).toBe(false);
  taken.resolve();
  await closed;
});

test("servers are told the table as it was after each round, without byes of the next one, each time in a conversation of its own", async () => {
  const told = new Map<unknown, Dispatch["message"]>();
  const endpoints: typeof nobodyElse.players.endpoints = {
    ...nobodyElse.players.endpoints,
    check: (address) => accept(new URL(address)),
    ask: async (_, { type, message, entrant }) => {
      if (type === "STANDINGS_UPDATE" && entrant.number === 1) told.set(message["conversation_id"], message);
      return { content: undefined, isAnswered: true, tries: 1, failures: [] };
    },
  };
  await using host = await openLeagueHost(openSqliteStore(":memory:"), undefined, {
    players: { ...nobodyElse.players, endpoints },
  });
  const entrants = ["Ada", "Boole", "Church"].map((name) => ({
    kind: "endpoint",
    name,
    endpoint: "http://127.0.0.1:9/mcp",
  }));
  const { id } = sure(await host.leagues.create(planOf({ format: "swiss", rounds: 3, entrants }))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  await toItsEnd(host.leagues, id);
  const table = z.array(z.object({ points: z.number(), played: z.number() }));
  // In each round one of three wins, and one has a bye.
  const sums = () =>
    [...told.values()].map(({ round, status, standings }) => {
      const rows = table.parse(standings);
      const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
      return [round, status, sum(({ points }) => points), sum(({ played }) => played)];
    });
  await expect.poll(sums, { timeout: 5_000 }).toEqual([
    [1, "running", 6, 2],
    [2, "running", 12, 4],
    [3, "complete", 18, 6],
  ]);
});
