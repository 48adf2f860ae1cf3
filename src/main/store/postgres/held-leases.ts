import { performance } from "node:perf_hooks";
import { createListeners } from "../../../shared/listeners.ts";
import type { Ask, Row } from "../columns.ts";
import type { Fence } from "../commit.ts";
import type { Duties, Duty } from "../store.ts";
import type { SharedClock } from "./shared-clock.ts";
import { FULL_WEIGHT, hostKey, hostPrefix, leaseChangesFor, shareOf, transferKey } from "./shares.ts";

/** The time for which a lease lasts without a renewal, and the time between renewals; milliseconds. */
const TIMES = { lease: 5_000, renewal: 1_500 };
export type LeaseTimes = Readonly<typeof TIMES>;
/** Milliseconds after which a host that was busy all the time looks for leases that were given back. */
const BUSY_MS = 300;
/** Milliseconds until the next look where another host was faster. */
const AGAIN_MS = 50;
/** Renewals between two changes of this host's weight. */
const WEIGHING = 8;
/** The share of that time in which a host was busy, above which its weight goes down by one, and below which up. */
const TOO_BUSY = 0.75;
const TIME_TO_SPARE = 0.5;

/** Renews this host's leases, all of them in one order, and returns them with those of others. */
const renewLeasesQuery = `
  WITH own AS (SELECT key FROM leases WHERE holder = $1 ORDER BY key FOR UPDATE),
  renewed AS (
    UPDATE leases SET expires_at = clock_timestamp() + $2 * interval '1 millisecond', weight = $3
    FROM own WHERE leases.key = own.key RETURNING leases.key)
  SELECT key, holder, epoch, weight, renewed.key IS NOT NULL AS own, extract(epoch FROM clock_timestamp())::float8 * 1000 AS time,
    renewed.key IS NOT NULL OR (holder <> $1 AND expires_at > clock_timestamp()) AS live
  FROM leases LEFT JOIN renewed USING (key)`;
export const takeLeasesQuery = `
  INSERT INTO leases AS held (key, holder, epoch, expires_at)
  SELECT key, $1, 1, clock_timestamp() + $2 * interval '1 millisecond' FROM unnest($3::text[]) AS wanted (key)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE
    SET holder = excluded.holder, epoch = held.epoch + 1, expires_at = excluded.expires_at
    WHERE held.expires_at <= clock_timestamp()
  RETURNING key, epoch`;
/** The host's own lease goes on to its end, without a holder: it still answers, and takes nothing. */
const resignQuery = `
  UPDATE leases SET holder = '', expires_at = CASE WHEN key = $2 THEN expires_at ELSE clock_timestamp() END
  WHERE holder = $1`;
const givingBack = "UPDATE leases SET holder = '', expires_at = clock_timestamp() WHERE key = $2 AND holder = $1";
const leaveQuery = `
  WITH host AS (DELETE FROM leases WHERE key = $2), comers AS (DELETE FROM comers WHERE host = $1)
  UPDATE leases SET holder = '', expires_at = clock_timestamp() WHERE holder = $1 AND key <> $2`;
/** Removes leases of hosts that are long dead. A host name does not come back, so its epoch need not be kept. */
const clearLeasesQuery = `
  DELETE FROM leases WHERE starts_with(key, $1) AND expires_at < clock_timestamp() - interval '1 hour'`;

/** How busy the event loop is, between one question and the next. */
function busyShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const since = before;
    before = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(before, since).utilization;
  };
}

/**
 * The weight of this host, 1 to {@link FULL_WEIGHT}, at each renewal of its leases: a host that is too busy goes down step
 * by step, so that others take its games, and up again once it has time to spare.
 */
function createLoadWeight(): (busy: number) => number {
  let weight = FULL_WEIGHT;
  let samples: readonly number[] = [];
  return (busy) => {
    samples = [...samples, busy];
    if (samples.length < WEIGHING) return weight;
    const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
    samples = [];
    if (mean > TOO_BUSY) weight = Math.max(1, weight - 1);
    if (mean < TIME_TO_SPARE) weight = Math.min(FULL_WEIGHT, weight + 1);
    return weight;
  };
}

const keyOf = (duty: Duty): string => (duty === "leagues" ? duty : shareOf(duty.game));

export interface LeaseOptions {
  readonly ask: Ask;
  /** The unique name of this host, which is never used again. */
  readonly holder: string;
  readonly clock: SharedClock;
  /** Tells the other hosts that leases are free. */
  readonly free?: () => Promise<void>;
  /** The share of the time in which this host was busy since it was asked last, 0 to 1. */
  readonly busy?: () => number;
  /** Reports what the operator should know. */
  readonly remark: (message: string) => void;
  readonly times?: LeaseTimes | undefined;
}

/** Holds the lease that says that this host is alive, and with it its share of the work that one host alone does. */
export function holdLeases(options: LeaseOptions) {
  const { ask, holder, clock, remark, free = async () => {}, busy = busyShare(), times = TIMES } = options;
  const listeners = createListeners<[]>();
  const own = hostKey(holder);
  const weigh = createLoadWeight();
  let lately = 0;
  /** The epochs of the held leases, by key, until a moment of this process. */
  let epochs: ReadonlyMap<string, number> = new Map();
  let until = Number.NEGATIVE_INFINITY;
  let lastReport = "";
  let hadTooMuch = false;
  let isClosed = false;
  let hasResigned = false;
  let lapse: NodeJS.Timeout | null = null;

  const current = () => (performance.now() < until ? epochs : new Map<string, number>());
  const tell = () => {
    const now = JSON.stringify([...current()].toSorted());
    if (now === lastReport) return;
    lastReport = now;
    listeners.tell();
  };
  const watchLapse = () => {
    if (lapse) clearTimeout(lapse);
    lapse = setTimeout(onLapse, Math.max(0, until - performance.now()) + 1).unref();
  };
  const onLapse = () => {
    // Timers count whole milliseconds, and may be early by less than one.
    if (performance.now() < until) return watchLapse();
    remark(`the database could not be asked for ${times.lease / 1000} s; until it can be, this host sees to no game`);
    tell();
  };
  /** A lease ends a little earlier by this clock than by the one of the database, which began to count later. */
  const hold = (next: ReadonlyMap<string, number>, askedAt: number) => {
    // A lease that lapsed while this host could not notice may have been missed by listeners.
    tell();
    epochs = next;
    until = askedAt + times.lease;
    watchLapse();
    tell();
  };
  const epochsIn = (rows: readonly Row[]) => rows.map(({ key, epoch }) => [String(key), Number(epoch)] as const);

  /** Returns whether other hosts have taken something of what it wanted to take. */
  const look = async (): Promise<boolean> => {
    const askedAt = performance.now();
    lately = busy();
    const weight = weigh(lately);
    const rows = await ask(renewLeasesQuery, [holder, times.lease, weight]);
    if (isClosed) return false;
    clock.noteTime(Number(rows[0]?.time), askedAt, performance.now());
    const renewals = new Map(epochsIn(rows.filter((row) => row.own === true)));
    hold(renewals, askedAt);
    const leases = rows.map((row) => ({
      key: String(row.key),
      holder: String(row.holder),
      isLive: row.live === true,
      weight: Number(row.weight),
    }));
    const { take, giveBack } = leaseChangesFor(holder, weight, leases);
    const keys = renewals.has(own) ? take : [own, ...take];
    const takings = keys.length > 0 ? await ask(takeLeasesQuery, [holder, times.lease, keys]) : [];
    if (isClosed) return false;
    // A host that has just started may be gone in a moment.
    const giveUp = hadTooMuch ? giveBack : null;
    hold(new Map([...renewals, ...epochsIn(takings)].filter(([key]) => key !== giveUp)), askedAt);
    if (giveUp !== null) await ask(givingBack, [holder, giveUp]).then(free);
    hadTooMuch = giveBack !== null;
    return takings.length < keys.length;
  };

  let next: NodeJS.Timeout | null = null;
  /** Whether another host has given something back since the look under way began, which may have missed it. */
  let isAnotherLookDue = false;
  let working: Promise<void> = Promise.resolve();
  const lookOn = () => {
    next = null;
    // A failure needs no report here: a commit reports why the database cannot be asked.
    working = look()
      .catch(() => false)
      .then((wasSlow) => later(wasSlow ? Math.min(AGAIN_MS, times.renewal) : times.renewal));
  };
  const later = (usually = times.renewal) => {
    if (isClosed) return;
    // The less this host has to do, the sooner it takes what is free.
    next = setTimeout(lookOn, isAnotherLookDue ? lately * Math.min(BUSY_MS, times.renewal) : usually).unref();
    isAnotherLookDue = false;
  };

  const stop = async () => {
    isClosed = true;
    for (const timer of [next, lapse]) if (timer) clearTimeout(timer);
    await working;
  };

  const term = (duty: Duty): number | null => current().get(keyOf(duty)) ?? null;
  const duties: Duties = {
    holds: (duty) => term(duty) !== null,
    term,
    count: () => {
      const keys = [...current().keys()];
      const leagues = keys.filter((key) => key === "leagues").length;
      return { games: keys.filter((key) => key !== own).length - leagues, leagues };
    },
    listen: listeners.listen,
  };
  return {
    duties,
    /** The fence for a commit, read when it is decided; null for a duty that this host does not have. */
    fenceOf: (duty: Duty): Fence | null => {
      const epoch = term(duty);
      return epoch === null ? null : { key: keyOf(duty), holder, epoch };
    },
    /** Renews and takes leases, at once and regularly from then on. Rejects where the database cannot be asked. */
    start: async (): Promise<void> => {
      await ask(clearLeasesQuery, [hostPrefix]);
      await ask(takeLeasesQuery, [holder, times.lease, [own]]);
      // A transfer looks for hosts once it has announced itself, and a host looks for a transfer once it is there: one
      // of them sees the other.
      const [mover] = await ask("SELECT FROM leases WHERE key = $1 AND expires_at > clock_timestamp()", [transferKey]);
      if (mover) {
        await ask(leaveQuery, [holder, own]);
        throw new Error("Its games are being copied. Start again when that is done.");
      }
      await look();
      later();
    },
    /** Takes what another host has given back: soon, or soon after the look under way. */
    lookSoon: (): void => {
      isAnotherLookDue = true;
      if (!next) return;
      clearTimeout(next);
      later();
    },
    /** Gives back all leases but the one that says that this host is there, for good: it is about to close. */
    resign: async (): Promise<void> => {
      if (isClosed) return;
      await stop();
      hasResigned = true;
      epochs = new Map();
      tell();
      await ask(resignQuery, [holder, own]).then(free, () => {});
    },
    /** Gives all leases back, so that other hosts need not wait. */
    close: async (): Promise<void> => {
      listeners.clear();
      await stop();
      epochs = new Map();
      // A lapsed lease is free for anybody, and nobody has to be told.
      if (performance.now() < until)
        await ask(leaveQuery, [holder, own]).then(hasResigned ? undefined : free, () => {});
    },
  };
}
