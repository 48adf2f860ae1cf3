import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createLeagues, type Leagues, type LeagueUpdate } from "../../src/main/league/leagues.ts";
import type { LiveLeague } from "../../src/main/league/machine/league.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { accept } from "../../src/shared/result.ts";
import { codeOf, sure } from "../live-games/support.ts";
import { freshAddress } from "../store/support.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";
import { sharingOf } from "../support/sharing.ts";
import { planOf, withoutGames } from "./support.ts";

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000 };
const never = new AbortController().signal;

describe.skipIf(noPostgres)("leagues of hosts that share a database", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  });

  /** Two hosts' leagues, and how many of them each has read from the database. */
  const openTwo = async () => {
    const address = await freshAddress(cluster);
    const host = async () => {
      const store = await openPostgresStore(address);
      const reads: string[] = [];
      const counted: Store = {
        ...store,
        wholeLeague: (...asked) => {
          reads.push(asked[0]);
          return store.wholeLeague(...asked);
        },
        commit: async (...asked) => {
          await before.commit();
          return store.commit(...asked);
        },
      };
      /** Runs before anything is kept here. */
      const before = { commit: async () => {} };
      const leagues = createLeagues({
        store: counted,
        sharing: sharingOf(counted),
        leagueGames: withoutGames,
        games: { stoodStillUntil: async () => accept(Number.NEGATIVE_INFINITY) },
        log: silentLog,
        now: () => 1_000,
        random: Math.random,
      });
      opened.push(store, leagues);
      return { store, leagues, reads, before };
    };
    const [one, other] = [await host(), await host()];
    return { one, other };
  };
  const join = (leagues: Pick<Leagues, "act">, id: string, name: string) =>
    leagues.act(id, { type: "join", entrant: { kind: "agent", name, settings: {}, identity: `agent:${name}` } });
  const namesIn = ({ league }: LiveLeague) => league.entrants.map(({ name }) => name);

  test("leagues of hosts that share a database are seen at each as they stand, whichever they were changed at, and a command is decided on that", async () => {
    const { one, other } = await openTwo();
    const { id } = sure(await one.leagues.create(planOf({ max_entrants: 3 }))).league;
    expect(codeOf(await other.leagues.get("1"))).toBe("LEAGUE_NOT_FOUND");
    expect(namesIn(sure(await other.leagues.get(id)))).toEqual([]);
    for (const name of ["Ada", "Boole"]) {
      sure(await join(one.leagues, id, name));
      expect(namesIn(sure(await other.leagues.get(id)))).toContain(name);
    }
    // A command is decided on the newest state, not on the other host's older copy.
    const [first, second] = [
      await one.leagues.act(id, { type: "pause" }),
      await other.leagues.act(id, { type: "resume" }),
    ];
    expect([sure(first).league.status, sure(second).league.status]).toEqual(["paused", "ready"]);
    expect(sure(await one.leagues.act(id, { type: "pause" })).league.status).toBe("paused");
    sure(await other.leagues.act(id, { type: "resume" }));
    sure(await join(other.leagues, id, "Church"));
    expect(await join(one.leagues, id, "Dijkstra")).toMatchObject({ message: expect.stringMatching(/^League full/) });
    const listed = await one.leagues.list({ status: "all", limit: 10, after: null });
    expect(listed.leagues.map(({ entrants }) => entrants.length)).toEqual([3]);
  });

  test("leagues of hosts that share a database take what is asked of both at one moment, one after the other", async () => {
    const { one, other } = await openTwo();
    const { id } = sure(await one.leagues.create(planOf({ max_entrants: 64 }))).league;
    const names = Array.from({ length: 40 }, (_, index) => `Player ${index}`);
    // One after the other here, so that each of them is a commit of its own.
    const all = async ({ leagues }: typeof one, own: readonly string[]) => {
      for (const name of own) sure(await join(leagues, id, name));
    };
    await Promise.all([all(one, names.slice(0, 20)), all(other, names.slice(20))]);
    for (const { leagues } of [one, other])
      expect(namesIn(sure(await leagues.get(id))).toSorted()).toEqual(names.toSorted());
    const log = await one.store.leagueLog(id, 0);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  });

  test("leagues of hosts that share a database begin with an entrant, or without it where it was taken out at the other one before", async () => {
    const { one, other } = await openTwo();
    for (const hasBegun of [true, false]) {
      const { id } = sure(await one.leagues.create(planOf({ players: 3 }))).league;
      sure(await other.leagues.get(id));
      // The other host's commit comes first, after this one has decided on the same state.
      const [begin, takeOut] = [{ type: "start" }, { type: "takeOut", entrant: 2 }] as const;
      one.before.commit = async () => {
        one.before.commit = async () => {};
        sure(await other.leagues.act(id, hasBegun ? begin : takeOut));
      };
      const second = await one.leagues.act(id, hasBegun ? takeOut : begin);
      if (hasBegun) expect(codeOf(second)).toBe("LEAGUE_CLOSED");
      expect(sure(await one.leagues.get(id)).league).toMatchObject({
        status: "running",
        seeds: hasBegun ? [1, 2, 3] : [1, 3],
        entrants: [{}, { status: hasBegun ? "active" : "out" }, {}],
      });
    }
  });

  test("leagues of hosts that share a database are left for a moment by the host that directs them to one that is beaten by it each time", async () => {
    const { one, other } = await openTwo();
    const { id } = sure(await one.leagues.create(planOf({ max_entrants: 64 }))).league;
    let beaten = 0;
    other.before.commit = async () => {
      beaten += 1;
      const acted = join(one.leagues.asDirector, id, `Faster ${beaten}`);
      // Where it stands back, for half a second, the other one goes first.
      await Promise.race([acted, delay(400)]);
    };
    sure(await join(other.leagues, id, "Ada"));
    expect(beaten).toBeGreaterThan(4);
    expect(namesIn(sure(await one.leagues.get(id)))).toContain("Ada");
  });

  test("leagues of hosts that share a database wake who waits at the one for what happens at the other", async () => {
    const { one, other } = await openTwo();
    const { id } = sure(await one.leagues.create(planOf({ players: 2 }))).league;
    const waiting = other.leagues.waitUntil(id, ({ league }) => league.status === "paused", 20_000, never);
    await vi.waitFor(() => expect(other.reads).toContain(id), patient);
    sure(await one.leagues.act(id, { type: "pause" }));
    expect(sure(await waiting)).toMatchObject({ end: "changed", value: { league: { status: "paused" } } });
    // The end as well, after which it is not among those that go on.
    const over = other.leagues.waitUntil(id, ({ league }) => league.status === "cancelled", 20_000, never);
    sure(await one.leagues.act(id, { type: "cancel" }));
    expect(sure(await over)).toMatchObject({ end: "changed", value: { league: { status: "cancelled" } } });
  });

  test("leagues of hosts that share a database are read where somebody looks, in turn and not with every change, and all others are told which changed", async () => {
    const { one, other } = await openTwo();
    let isLooked = false;
    const news: LeagueUpdate[] = [];
    const noted: string[] = [];
    other.leagues.listen(
      (each) => news.push(each),
      () => isLooked,
    );
    other.leagues.listenToAll((id) => noted.push(id));
    const { id } = sure(await one.leagues.create(planOf({ players: 2 }))).league;
    await vi.waitFor(() => expect(noted).toContain(id), patient);
    expect([other.reads, news]).toEqual([[], []]);
    isLooked = true;
    const turn = async (type: "pause" | "resume") => sure(await one.leagues.act(id, { type })).version;
    const version = await turn("pause");
    await vi.waitFor(() => expect(news.at(-1)?.value.version).toBe(version), patient);
    expect(news[0]).toMatchObject({ before: null, step: null });
    const before = other.reads.length;
    const began = performance.now();
    let last = version;
    for (let times = 0; times < 60; times += 1) last = await turn(times % 2 === 0 ? "resume" : "pause");
    await vi.waitFor(() => expect(news.at(-1)?.value.version).toBe(last), patient);
    expect(other.reads.length - before).toBeLessThan(2 + (performance.now() - began) / 100);
    // Each notification follows on the one before.
    for (const [index, { before: from }] of news.entries())
      expect(from?.version ?? null).toBe(index === 0 ? null : news[index - 1]?.value.version);
  });
});
