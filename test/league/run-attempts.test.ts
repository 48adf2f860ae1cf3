import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createRunAttempts } from "../../src/main/league/run-attempts.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { leagueSummary } from "../../src/main/views/league/league-view.ts";
import { refuse } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { openLeagueHost, planOf } from "./support.ts";

/** Lives of hosts over one store, one after the other; players elsewhere are called, and never answer. */
function livesOf(store: Store) {
  let called = 0;
  const players = {
    endpoints: {
      check: () => ({ ok: true, value: new URL("http://127.0.0.1:1/mcp") }) as const,
      probe: async () => null,
      healthCheck: async () => ({ absence: null, status: null }),
      followStatus: async () => false,
      ask: async (_: string, { signal }: { readonly signal: AbortSignal }) => {
        called += 1;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return { content: undefined, isAnswered: false, tries: 0, failures: [] };
      },
    },
    findKey: async () => refuse("INVALID_ARGUMENT", "there is no key"),
    engines: () => [],
  };
  return {
    called: () => called,
    /** A host that does something and closes, or ends before it could. */
    live: async (
      end: "closes" | "breaks off",
      work: (host: Awaited<ReturnType<typeof openLeagueHost>>) => Promise<unknown> = async () => {},
    ) => {
      let gone = false;
      const commit: Store["commit"] = (...args) =>
        gone ? Promise.resolve(refuse("STORAGE_FAILED", "the host has ended")) : store.commit(...args);
      await using host = await openLeagueHost({ ...store, commit }, undefined, { players });
      await work(host);
      gone = end === "breaks off";
    },
  };
}

const withServer = planOf({
  entrants: [
    { kind: "endpoint", name: "Server", endpoint: "http://127.0.0.1:1/mcp" },
    { kind: "strategy", name: "Random", strategy: "random" },
  ],
});
const withModel = planOf({
  games_per_match: 100,
  entrants: [
    { kind: "llm", name: "Model", provider: "openai-compatible", base_url: "http://127.0.0.1:1/v1", model: "m" },
    { kind: "strategy", name: "Random", strategy: "random" },
  ],
});
const twoStrategies = planOf({ players: 2, games_per_match: 100 });

/** Three hosts in a row break off over a league that the first has started. */
async function brokenThrice(plan = withServer) {
  const lives = livesOf(openSqliteStore(":memory:"));
  let id = "";
  await lives.live("breaks off", async ({ leagues }) => {
    id = sure(await leagues.create(plan)).league.id;
    sure(await leagues.act(id, { type: "start" }));
  });
  await lives.live("breaks off");
  await lives.live("breaks off");
  return { id, lives };
}

test("a league over which three hosts in a row broke off is set aside at the next start, and nobody is called", async () => {
  const { id, lives } = await brokenThrice();
  const before = lives.called();
  await lives.live("closes", async ({ leagues, mayCall }) => {
    const { league } = sure(await leagues.get(id));
    expect(leagueSummary(league)).toMatchObject({
      status: "paused",
      set_aside: expect.stringMatching(/three times in a row.*Resume it/),
    });
    const stop = new AbortController();
    const asked = mayCall(id, stop.signal);
    stop.abort();
    expect(await asked).toBe(false);
  });
  expect(lives.called()).toBe(before);
});

test("a league with a model over which three hosts in a row broke off is set aside as well, since its answers are read", async () => {
  const { id, lives } = await brokenThrice(withModel);
  await lives.live("closes", async ({ leagues, mayAsk }) => {
    const { league } = sure(await leagues.get(id));
    expect(leagueSummary(league)).toMatchObject({
      status: "paused",
      set_aside: expect.stringMatching(/servers or models/),
    });
    const stop = new AbortController();
    const asked = mayAsk(id, stop.signal);
    stop.abort();
    expect(await asked).toMatchObject({ ok: false });
  });
});

test("the person takes a league up again that was set aside, and the count begins anew, also after a host that closed", async () => {
  const { id, lives } = await brokenThrice();
  const before = lives.called();
  await lives.live("breaks off", async ({ leagues }) => {
    const resumed = sure(await leagues.act(id, { type: "resume" })).league;
    expect(leagueSummary(resumed)).not.toHaveProperty("set_aside");
    expect(resumed.status).toBe("running");
    await expect.poll(lives.called).toBeGreaterThan(before);
  });
  await lives.live("breaks off");
  await lives.live("closes");
  for (let time = 0; time < 2; time += 1) await lives.live("breaks off");
  await lives.live("closes", async ({ leagues }) =>
    expect(sure(await leagues.get(id)).league).toMatchObject({ status: "running", undertaken: 3 }),
  );
});

test("a league that calls no server is not set aside, however many hosts break off", async () => {
  const { id, lives } = await brokenThrice(twoStrategies);
  await lives.live("closes", async ({ leagues }) =>
    expect(sure(await leagues.get(id)).league).toMatchObject({ undertaken: 0, status: "running" }),
  );
});

test("a host that has directed a league for ten minutes counts as the first that may break off over it", async () => {
  const { id, lives } = await brokenThrice();
  await lives.live("closes", async ({ leagues }) => {
    sure(await leagues.act(id, { type: "resume" }));
    for (let time = 0; time < 2; time += 1) sure(await leagues.act(id, { type: "undertake" }));
    const timers: { ms: number; call: () => void }[] = [];
    const after = (ms: number, call: () => void) => {
      timers.push({ ms, call });
      return () => {};
    };
    const runAttempts = createRunAttempts(leagues, silentLog, { after });
    runAttempts.note(sure(await leagues.get(id)).league);
    expect(timers.map(({ ms }) => ms)).toEqual([600_000]);
    timers[0]?.call();
    await expect.poll(async () => sure(await leagues.get(id)).league.undertaken).toBe(1);
  });
});
