import { setTimeout as delay } from "node:timers/promises";
import { createListeners } from "../../shared/listeners.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { accept, refuse, Unavailable } from "../../shared/result.ts";
import { type Connections, createConnections } from "../games/authority.ts";
import type { LiveOptions, VersionedValue } from "../live/cache.ts";
import type { Standstill } from "../live/heartbeat.ts";
import { type Live, openLive, type Sharing } from "../live/live.ts";
import { createTransactions, type Prepare, type Transactions } from "../live/transactions.ts";
import type { DatabaseAddress } from "../store/address.ts";
import type { Cluster } from "../store/cluster.ts";
import { neverBackwards } from "../store/postgres/shared-clock.ts";
import type { Entry } from "../store/store.ts";
import { createSharedCache } from "./shared-cache.ts";
import { createSharedFeed } from "./shared-feed.ts";

/** Milliseconds between two looks for games that are to be heard of, or are no more. */
const POLL_MS = 5_000;
/** Lost races after which the other hosts are asked to leave the aggregate alone, and for how many milliseconds. */
const LOST_RACES = 4;
const PRIORITY_MS = 500;

/** The machine of games, or leagues, that other hosts change as well. */
function openSharedLive<Value extends VersionedValue, Step, Own extends Entry>(
  cluster: Cluster,
  options: LiveOptions<Value, Step, Own>,
): Live<Value, Step, Own> {
  const { aggregate, store } = options;
  const { noun, idOf } = aggregate;
  const { duties } = store;
  const hearing = noun === "game" ? cluster.hearing : null;
  const cache = createSharedCache(options, hearing);
  const feed = createSharedFeed(options, cache);
  const live = openLive(options, cache, feed);
  const { queue, waits } = live;
  const isAllWatched = () => feed.isWatched("");
  hearing?.narrow(isAllWatched);

  /** The times until which aggregates are left to other hosts. */
  const leftAlone = new Map<string, number>();
  const nameOf = (id: string) => `${noun} ${id}`;
  const stopYielding = cluster.onPriorityRequest((name) => leftAlone.set(name, performance.now() + PRIORITY_MS));
  const yieldToOthers = async (id: string): Promise<void> => {
    const remaining = (leftAlone.get(nameOf(id)) ?? 0) - performance.now();
    leftAlone.delete(nameOf(id));
    if (remaining > 0 && !queue.isClosed()) await delay(remaining);
  };
  const changedElsewhere = refuse("CONFLICT", `Another host keeps changing this ${noun}. Try again in a moment`);
  // A commit compares versions, so what nobody waits for begins with the copy: a flag falls while reads fail. Where it
  // is read, listeners need not hear of it as new.
  const copyFirst = async (id: string) => {
    const there = cache.peek(id);
    return there ? accept(there) : cache.get(id).finally(() => cache.takeAnnounced(id, null));
  };
  const transactionsFor = (isUnasked: boolean, prepare: Prepare<Value>): Transactions<Value> => {
    const sourceCache = isUnasked ? { ...cache, get: copyFirst } : cache;
    const own = createTransactions(options, sourceCache, queue, prepare);
    return {
      run: async (id, work) => {
        if (isUnasked && leftAlone.size > 0) await queue.run(id, () => yieldToOthers(id));
        let lost = 0;
        return own.run(id, async (value) => {
          const outcome = await work(value);
          if ("ok" in outcome && (outcome.ok || outcome.code === "ELSEWHERE")) return outcome;
          const isConflict = "code" in outcome && outcome.code === "CONFLICT";
          // A refusal may be based on a stale copy: nothing was written that the store would have compared.
          const isStale = !isConflict && (await cache.isStale(value));
          const result = isStale ? changedElsewhere : "finish" in outcome ? await outcome.finish() : outcome;
          if (!result.ok && result.code === "CONFLICT") lost += 1;
          if (!isUnasked && lost === LOST_RACES) cluster.requestPriority(nameOf(id));
          if (lost === LOST_RACES) lost = 0;
          return result;
        });
      },
    };
  };

  const until: typeof waits.until = async (id, ready, ...others) => {
    // The copy may be older than the question. Without the database, only an answer has to wait for the newest one.
    const newest = await cache.newest(id).catch(async (error: unknown) => {
      const copy = cache.peek(id);
      if (!copy || ready(copy) || !(error instanceof Unavailable)) throw error;
      return accept(copy);
    });
    return newest.ok ? waits.until(id, ready, ...others) : newest;
  };

  /** Whether this host does something in one by itself, and so has to know how it stands. */
  const isTended = (value: Value): boolean => aggregate.dutiesIn(value).some(duties.holds);
  /** Hears from now on of those that this host tends, and brings them up to date. */
  const keepCurrent = async (values: readonly Value[] = cache.unfinished()): Promise<void> => {
    const newcomers = values.filter((value) => !cache.followed(idOf(value)) && isTended(value));
    const follow = async (value: Value) => {
      // A failed read is repeated at the next regular look.
      await cache.get(idOf(value)).catch(() => null);
      feed.announce(idOf(value));
    };
    await Promise.all(newcomers.map(follow));
  };
  const isNeeded = (id: string): boolean => {
    const value = cache.peek(id);
    return waits.isAwaited(id) || (value !== null && (isTended(value) || isAllWatched()));
  };
  feed.listen(
    ({ value }) => void keepCurrent([value]),
    () => false,
  );
  const shifts = createListeners<[]>();
  const stopShifts = duties.listen(async () => {
    await keepCurrent();
    if (!queue.isClosed()) shifts.tell();
  });
  const regularly = setInterval(() => {
    void keepCurrent();
    cache.followLess(isNeeded);
  }, POLL_MS).unref();

  return {
    ...live,
    transact: (prepare) => ({
      transactions: transactionsFor(false, prepare),
      unasked: transactionsFor(true, prepare),
    }),
    waits: { ...waits, until },
    listenToShifts: shifts.listen,
    keepCurrent,
    close: async () => {
      await live.close();
      clearInterval(regularly);
      stopShifts();
      stopYielding();
    },
  };
}

/** Most milliseconds by which the clocks of hosts differ. */
const SKEW_MS = 500;
/** Connections whose state elsewhere is remembered. */
const MOST_KNOWN = 10_000;

/** The parts that a host has otherwise that shares its database with others. */
export const sharingIn = (cluster: Cluster): Sharing => ({
  openLive: (options) => openSharedLive(cluster, options),
  openStandstills: () => {
    /** The times without any host that this one missed. */
    let standstills: readonly Standstill[] = [];
    return {
      isShared: true,
      leapt: cluster.leapt,
      arrive: async (awakeUntil) => {
        standstills = await cluster.arrive(awakeUntil);
      },
      interrupt: () => {},
      // An event after a standstill was decided by a host that knew of it, and resumed the game first. The time since
      // its end counts, since another host may have been there.
      missedBy: (_id, lastEventAt, at) =>
        standstills
          .filter(({ from, until }) => lastEventAt < until - Math.min(SKEW_MS, (until - from) / 2))
          .map(({ from, until }) => ({
            from: Math.min(Math.max(from, lastEventAt), until, at),
            until: Math.min(until, at),
          })),
      noteResumption: () => {},
      until: () => Math.max(...standstills.map(({ until }) => until)),
    };
  },
});

/** Joins the hosts of a database. Throws where they hold seats by another secret than that of this mark. */
export async function joinCluster(cluster: Cluster, mark: string, database: DatabaseAddress | null) {
  if (!(await cluster.seatsAreOf(mark)))
    throw new Error(
      `The seats of the games in ${database?.display} are held by another secret than this host's. Give all hosts the same ` +
        "KIBITZ_ARENA_SECRET; where the first one had none, copy the file seat.secret of its data folder to this one's. If that " +
        "secret is lost for good, empty the database's table seat_secret, and hand out the seats anew",
    );
  const connections = shareConnections(createConnections(), cluster);
  return { now: neverBackwards(cluster.now), connections, sharing: sharingIn(cluster) };
}

/** The open connections to this host, and what is known of those to the others. */
function shareConnections(own: Connections, hosts: Cluster): Connections {
  const elsewhere = new RecentMap<string, boolean>(MOST_KNOWN);
  return {
    open: (connection) => {
      if (connection === null) return own.open(null);
      if (!own.isOpen(connection)) hosts.noteOpen(connection);
      const end = own.open(connection);
      return () => {
        const wasOpen = own.isOpen(connection);
        end();
        if (!wasOpen || own.isOpen(connection)) return;
        elsewhere.set(connection, false);
        hosts.noteClose(connection);
      };
    },
    // An unknown connection counts as open, so that nobody takes its place.
    isOpen: (connection) => own.isOpen(connection) || (elsewhere.get(connection) ?? true),
    lookUp: async (connections) => {
      const unknown = connections.filter((connection) => !own.isOpen(connection));
      if (unknown.length === 0) return;
      const open = await hosts.openAmong(unknown);
      for (const connection of unknown) elsewhere.set(connection, open.has(connection));
    },
  };
}
