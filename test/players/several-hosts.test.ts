import { describe, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import type { Driver, MoveContext } from "../../src/main/players/driver.ts";
import { createSupervisor } from "../../src/main/players/supervisor.ts";
import { accept, refuse } from "../../src/shared/result.ts";
import { declareDead, openGamesHost, quick, sleeper } from "../live-games/hosts.ts";
import { agentGame, codeOf, computer, gameNow, human, started, sure } from "../live-games/support.ts";
import { freshAddress } from "../store/support.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000, interval: 20 };

/** A driver whose answers the test gives by hand. */
function handDriver() {
  const thoughts: { readonly thought: MoveContext; readonly answer: (text: string | null) => void }[] = [];
  const driver: Driver = {
    chooseMove: (thought) =>
      new Promise((resolve) => {
        const answer = (text: string | null) =>
          resolve(text === null ? refuse("GAME_OVER", "called off") : accept({ text }));
        thoughts.push({ thought, answer });
      }),
    answerOffer: () => true,
  };
  return { driver, thoughts };
}

describe.skipIf(noPostgres)("drivers at hosts that share a database", needs("PostgreSQL"), () => {
  const cluster = ownCluster();

  const openHost = async (address: Parameters<typeof openGamesHost>[0], times = quick) => {
    const host = await openGamesHost(address, times);
    const { driver, thoughts } = handDriver();
    const drivers = (_: string, { driven }: { readonly driven: boolean }) => (driven ? driver : null);
    const supervisor = createSupervisor({ games: host.games, drivers, log: silentLog });
    return {
      ...host,
      supervisor,
      thoughts,
      [Symbol.asyncDispose]: async () => {
        const closing = supervisor.close();
        for (const { answer } of thoughts) answer(null);
        await closing;
        await host[Symbol.asyncDispose]();
      },
    };
  };

  test("drivers at hosts that share a database are asked at one of them, and at the next one when that is gone, whose late answer is not played", async () => {
    const address = await freshAddress(cluster);
    await using one = await openHost(address, sleeper);
    await using other = await openHost(address);
    const { id } = (await started(other.games, { ...agentGame, players: [human(), computer()] })).state;
    sure(await other.games.play(id, "white", { text: "e4" }));
    await vi.waitFor(() => expect(one.thoughts).toHaveLength(1), patient);
    expect(other.thoughts).toHaveLength(0);
    await declareDead(cluster, address);
    await vi.waitFor(() => expect(other.thoughts).toHaveLength(1), patient);

    one.thoughts[0]?.answer("d7d5");
    await vi.waitFor(() => expect(one.commits.map(({ answer }) => codeOf(answer))).toEqual(["ELSEWHERE"]), patient);
    other.thoughts[0]?.answer("e7e5");
    await vi.waitFor(async () => expect((await gameNow(one.games, id)).state.ply).toBe(2), patient);
    expect((await gameNow(one.games, id)).moves.map(({ code }) => code)).toEqual(["e2e4", "e7e5"]);
    expect((await one.store.log(id, 0)).filter(({ event }) => event.type === "movePlayed")).toHaveLength(2);
    // Offers to it are answered there, too.
    sure(await one.games.draw(id, "white", "offer"));
    const over = await one.games.waitUntil(id, ({ state }) => state.outcome !== null, 20_000);
    expect(sure(over)).toMatchObject({ game: { state: { outcome: { reason: "agreement" } } } });
  });

  test("drivers at hosts that share a database are called off where a host has lost a game, and asked again where it comes back", async () => {
    const address = await freshAddress(cluster);
    await using one = await openHost(address, { lease: 2_000, renewal: 30 });
    const { id } = (await started(one.games, { ...agentGame, players: [computer(), human()] })).state;
    await vi.waitFor(() => expect(one.thoughts).toHaveLength(1), patient);
    await cluster.stop("immediate");
    await vi.waitFor(() => expect(one.thoughts[0]?.thought.signal.aborted).toBe(true), patient);
    one.thoughts[0]?.answer("e2e4");
    await cluster.start();
    await vi.waitFor(() => expect(one.thoughts).toHaveLength(2), patient);
    one.thoughts[1]?.answer("d2d4");
    const played = await one.games.waitUntil(id, ({ state }) => state.ply === 1, 20_000);
    expect(sure(played).game.moves.map(({ code }) => code)).toEqual(["d2d4"]);
  });
});
