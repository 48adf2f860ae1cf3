import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import type { LeagueUpdate } from "../../src/main/league/leagues.ts";
import type { LiveLeague } from "../../src/main/league/machine/league.ts";
import type { Dispatch } from "../../src/main/league-v1/endpoints.ts";
import { createMessenger } from "../../src/main/league-v1/messenger.ts";
import { leagueOf } from "../league/in-hand.ts";
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
