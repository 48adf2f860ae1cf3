import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { type Cluster, provideCluster } from "../test/support/postgres.ts";
import type { Chance } from "./chance.ts";
import { saysDead } from "./doors.ts";
import type { Tally } from "./tally.ts";
import { startVictim, type Victim } from "./victim.ts";

/** Thrown where a request to a host failed because it or the database was struck meanwhile. */
export class Struck extends Error {}

/** A place for a host: its folder stays, its process comes and goes. */
interface Place {
  readonly folder: string;
  /** By how much its system's clock is wrong. */
  readonly skewMs: number;
  host: Victim | null;
  asleep: boolean;
}

/** Hosts that serve one database together, and what may befall them. */
export interface Arena extends AsyncDisposable {
  readonly cluster: Cluster;
  /** The places of those that are there and awake. */
  awake(): readonly Place[];
  /** Any one of them, once there is one. */
  someone(): Promise<Victim>;
  kill(places: readonly Place[]): Promise<void>;
  /** Starts a host wherever there is none. */
  restore(): Promise<void>;
  stop(place: Place): void;
  wake(place: Place): void;
  /** Ends the database as if its machine had failed, and starts it again after something was done. */
  withoutDatabase(work: () => Promise<void>): Promise<void>;
  /** Looks into the logs of those that are there. */
  inspect(): void;
  /** The ends of the hosts' logs. */
  logs(): readonly string[];
  /** Whether what a host was asked since a moment (of `performance.now`) may have come to nothing. */
  excuses(host: Victim, from: number): boolean;
  /** Whether something should have happened that has not since a moment: however often all was struck, or in peace. */
  isOverdue(from: number): boolean;
  /** Does something at a host that is awake. Rejects with `Struck` where that came to nothing by a strike. */
  at<T>(what: string, work: (host: Victim) => Promise<T>): Promise<T>;
  /** Notes what a host is asked, for {@link unanswered}. */
  asking<T>(what: string, host: Victim, answer: Promise<T>): Promise<T>;
  /** The requests that hosts have not answered yet. */
  unanswered(): readonly string[];
}

/** Milliseconds in which a host or a database that is back may still refuse what it is asked. */
const GRACE_MS = 15_000;
/** Milliseconds in which a computer has moved, or a league has gone on: where nobody is struck, and at all events. */
const SOON_MS = 30_000;
const SOONER_OR_LATER_MS = 120_000;
/** How wrong the clocks of the hosts' machines are, in milliseconds: they have to agree on the database's. */
const skews = [0, 90_000, -90_000] as const;

export async function openArena(dir: string, hosts: number, tally: Tally, chance: Chance): Promise<Arena> {
  await using opened = new AsyncDisposableStack();
  const cluster = await provideCluster();
  if (typeof cluster === "string") throw new Error(`There is no database to strike: ${cluster}`);
  opened.use(cluster);
  const env = {
    KIBITZ_DATABASE: await cluster.fresh(),
    KIBITZ_ARENA_SECRET: randomBytes(32).toString("base64url"),
    KIBITZ_WAIT_SECONDS: "3",
  };
  const places = Array.from({ length: hosts }, (_, index): Place => {
    const skewMs = skews[index % skews.length] ?? 0;
    return { folder: join(dir, `host-${index + 1}`), skewMs, host: null, asleep: false };
  });
  /** When each was last struck, or came back. */
  const struck = new WeakMap<Victim, number>();
  /** Those that slept tell of it as of a stall, when they come to it. */
  const slept = new WeakSet<Victim>();
  let databaseAt = Number.NEGATIVE_INFINITY;
  let struckAt = Number.NEGATIVE_INFINITY;
  const mark = (host: Victim | null) => {
    struckAt = performance.now();
    if (host) struck.set(host, struckAt);
  };
  const look = (host: Victim | null) => (host && slept.has(host) ? host.excuse() : host?.inspect());
  const isUp = ({ host }: Place) => host !== null && host.child.exitCode === null;
  const awake = () => places.filter((place) => isUp(place) && !place.asleep);

  const restore: Arena["restore"] = async () => {
    const start = async (place: Place) => {
      const skew = { ATTACK_SKEW_MS: String(place.skewMs) };
      place.host = await startVictim(place.folder, tally, { ...env, ...skew });
    };
    await Promise.all(places.filter((place) => !isUp(place)).map(start));
  };
  let closed = false;
  opened.defer(async () => {
    closed = true;
    for (const place of places) if (place.asleep) place.host?.child.kill("SIGCONT");
    await Promise.all(places.map(({ host }) => host?.stop()));
  });
  await restore();
  const someone: Arena["someone"] = async () => {
    for (;;) {
      if (closed) throw new Struck("there is no host any more");
      const hosts = awake().flatMap(({ host }) => host ?? []);
      if (hosts.length > 0) return chance.of(hosts);
      await pass(20);
    }
  };
  const excuses: Arena["excuses"] = (host, from) =>
    // A client that comes back long after the kill finds the host still dead.
    host.child.exitCode !== null ||
    host.child.signalCode !== null ||
    Math.max(struck.get(host) ?? Number.NEGATIVE_INFINITY, databaseAt) >= from - GRACE_MS;

  const asked = new Map<symbol, { readonly what: string; readonly host: Victim; readonly from: number }>();
  const asking: Arena["asking"] = async (what, host, answer) => {
    const one = Symbol(what);
    asked.set(one, { what, host, from: performance.now() });
    try {
      return await answer;
    } finally {
      asked.delete(one);
    }
  };
  const nameOf = (host: Victim) => places.find((place) => place.host === host)?.folder ?? "a host that was killed";

  const stack = opened.move();
  return {
    cluster,
    awake,
    someone,
    kill: async (killed) => {
      const hosts = killed.map(({ host }) => host);
      for (const place of killed) {
        look(place.host);
        mark(place.host);
        place.host = null;
      }
      await Promise.all(hosts.map((host) => host?.kill()));
    },
    restore,
    stop: (place) => {
      look(place.host);
      if (place.host) slept.add(place.host);
      place.asleep = true;
      mark(place.host);
      place.host?.child.kill("SIGSTOP");
    },
    wake: (place) => {
      place.host?.child.kill("SIGCONT");
      place.asleep = false;
      mark(place.host);
    },
    withoutDatabase: async (work) => {
      // Every request from here on meets a database that is away.
      databaseAt = Number.POSITIVE_INFINITY;
      await cluster.stop("immediate");
      await work();
      await cluster.start();
      databaseAt = performance.now();
    },
    inspect: () => {
      for (const { host } of places) look(host);
    },
    logs: () => places.map(({ folder, host }) => `${folder}: ${host?.log().slice(-6_000) ?? "not there"}`),
    excuses,
    isOverdue: (from) => {
      const now = performance.now();
      return now - from > SOONER_OR_LATER_MS || now - Math.max(from, struckAt, databaseAt) > SOON_MS;
    },
    asking,
    unanswered: () =>
      [...asked.values()].map(
        ({ what, host, from }) => `${what} at ${nameOf(host)}, for ${Math.round(performance.now() - from)} ms`,
      ),
    at: async (what, work) => {
      const host = await someone();
      const from = performance.now();
      try {
        return await asking(what, host, work(host));
      } catch (error) {
        if (excuses(host, from) && saysDead(error)) throw new Struck(String(error));
        const seconds = (moment = Number.NaN) => ((performance.now() - moment) / 1000).toFixed(1);
        const when = `asked ${seconds(from)} s ago, host struck ${seconds(struck.get(host))} s ago, database ${seconds(databaseAt)} s`;
        throw new Error(`${String(error)} (${when})`, { cause: error });
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
