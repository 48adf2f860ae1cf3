import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openPlayer } from "../../src/main/league-v1/programs/player.ts";
import { openReferee } from "../../src/main/league-v1/programs/referee-server.ts";
import { sure } from "../live-games/support.ts";
import { oursIn, playerHere } from "./support.ts";
import { openManager } from "./written-elsewhere/manager.ts";
import { openReferee as openRefereeElsewhere } from "./written-elsewhere/referee.ts";

test.each([
  ["odd-even", { rounds: 3 }, {}, "normal"],
  ["tic-tac-toe", {}, {}, "normal"],
  ["chess", {}, { longest_game: 3 }, "cut-short"],
])(
  "our players and our referee play a whole league of %s for a manager that was written elsewhere",
  async (game, options, settings, termination) => {
    const manager = await openManager({ game, options, settings, players: 4 });
    onTestFinished(manager.close);
    const place = { url: new URL(manager.endpoint), agentToken: null };
    const ours = await Promise.all([
      oursIn(place.url, manager.league, "Alpha", "mixed"),
      oursIn(place.url, manager.league, "Beta", "random"),
    ]);
    const others = await Promise.all(["Gamma", "Delta"].map((name) => playerHere({ name })));
    for (const player of others)
      expect(await player.register(manager.endpoint, manager.league)).toMatchObject({ success: true });
    const fifth = await openPlayer({ name: "Five", strategy: "random", port: 0, log: silentLog, tell: () => {} });
    onTestFinished(fifth.close);
    const papers = { playerId: randomUUID(), token: null };
    expect(await fifth.register(place, manager.league, papers)).toMatchObject({ ok: false, message: "League full" });
    const referee = await openReferee({
      name: "Ours",
      port: 0,
      matches: 2,
      endpointHosts: [],
      callsPerSecond: null,
      log: silentLog,
      tell: () => {},
    });
    onTestFinished(referee.close);
    sure(await referee.register(place, manager.league));
    await manager.over;
    for (const player of ours) await player.over;
    expect(manager.state()).toBe("COMPLETE");
    expect(new Set(manager.results.map(({ match_id }) => match_id)).size).toBe(6);
    expect(manager.results).toHaveLength(6);
    for (const { games } of manager.results)
      expect(games).toMatchObject([{ termination, moves: expect.arrayContaining([expect.anything()]) }]);
    for (const { said } of ours) {
      expect(said.filter((line) => /^match match-\d-\d against /.test(line))).toHaveLength(3);
      expect(said.at(-1)).toMatch(/^the league is complete: rank \d, \d points$/);
    }
    for (const player of others) {
      expect(player.told("GAME_END")).toHaveLength(3);
      expect(player.told("STANDINGS_UPDATE")).toHaveLength(3);
    }
    const points = [...manager.points.values()].reduce((sum, each) => sum + each, 0);
    const drawn = manager.results.filter(({ winner_id }) => winner_id === null).length;
    expect(points).toBe(3 * (6 - drawn) + 2 * drawn);
  },
);

test.each([
  ["odd-even", { rounds: 3 }, {}],
  ["chess", {}, { longest_game: 3 }],
])(
  "our players play %s for a referee and a manager that were both written elsewhere",
  async (game, options, settings) => {
    const manager = await openManager({ game, options, settings, players: 4 });
    onTestFinished(manager.close);
    const url = new URL(manager.endpoint);
    const ours = await Promise.all([
      oursIn(url, manager.league, "Alpha", "random"),
      oursIn(url, manager.league, "Beta", "random"),
      oursIn(url, manager.league, "Gamma", "pattern"),
      oursIn(url, manager.league, "Delta", "mixed"),
    ]);
    const referee = await openRefereeElsewhere({ name: "Elsewhere" });
    onTestFinished(referee.close);
    expect(await referee.register(manager.endpoint, manager.league)).toMatchObject({ success: true });
    await manager.over;
    for (const player of ours) await player.over;
    expect(manager.results).toHaveLength(6);
  },
);
