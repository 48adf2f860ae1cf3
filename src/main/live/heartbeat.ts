import { accept, messageOf, type Result, Unavailable } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { Store } from "../store/store.ts";

/** Milliseconds between two heartbeats, which tell a later host how long none ran. */
export const BEAT_MS = 1_000;
/** The same while no clock runs and no other host reads them, when they matter to the record only. */
const SLOW_BEAT_MS = 30_000;

/** A time in which no host was there, in milliseconds since 1970: nobody could play, and nobody is charged. */
export interface Standstill {
  readonly from: number;
  readonly until: number;
}

/** The times without a host that games are still to be resumed after. */
export type Standstills = ReturnType<typeof ownStandstills>;

/** For a host that is alone, which also gives back the time that resuming takes. */
export function ownStandstills(store: Pick<Store, "lastBeat">, now: () => number) {
  let awakeUntil = 0;
  let arrivedAt = Number.NEGATIVE_INFINITY;
  /** The last known heartbeat, for the games that are still to be resumed. */
  const interrupted = new Map<string, number>();
  return {
    /** Whether other hosts may have been there meanwhile. */
    isShared: false,
    /** Milliseconds by which a clock that hosts share was put forward, or ran on while this host slept. */
    leapt: () => 0,
    /** Takes in that this host has just started, or stood still from a moment until now. Rejects with `Unavailable`. */
    arrive: async (from: number | null) => {
      arrivedAt = now();
      awakeUntil = from ?? (await store.lastBeat()) ?? 0;
    },
    /** Takes in a game that was unfinished then; one that is still to be resumed keeps its earlier time. */
    interrupt: (id: string, lastEventAt: number) => {
      if (!interrupted.has(id)) interrupted.set(id, Math.max(awakeUntil, lastEventAt));
    },
    /** Those that a game is still to be resumed after, at this moment, oldest first. */
    missedBy: (id: string, lastEventAt: number, at: number): readonly Standstill[] => {
      const from = interrupted.get(id);
      // Where the system's clock was put back since, what ran until the last heartbeat counts by the old time.
      return from === undefined ? [] : [{ from: lastEventAt > at ? from : Math.min(from, at), until: at }];
    },
    noteResumption: (id: string) => void interrupted.delete(id),
    /** The end of the last one. */
    until: () => arrivedAt,
  };
}

export interface HeartbeatOptions {
  readonly store: Pick<Store, "beat">;
  readonly standstills: Standstills;
  readonly log: Log;
  /** Milliseconds since 1970; never runs backwards. */
  readonly now: () => number;
  /** Milliseconds for which the process has stood still so far. */
  readonly missedMs: () => number;
  /** Whether the machine sleeps, and only stirs: then no heartbeat says that it is alive. */
  readonly isAsleep: () => boolean;
  /** The host's load at the moment. */
  readonly activity: () => { readonly unfinished: number; readonly clocks: number };
  /** Handles a standstill of the host from a moment (as `now` counts) until just now. May reject. */
  readonly stoodStill: (from: number) => Promise<void>;
}

/** Notes regularly that the host is alive. */
export function startHeartbeat(options: HeartbeatOptions) {
  const { store, log, now, missedMs, isAsleep, activity, stoodStill } = options;
  const { isShared, leapt } = options.standstills;
  // The hosts' common clock may leap although none of them slept.
  const missedSoFar = () => missedMs() + leapt();
  let last = Number.NEGATIVE_INFINITY;
  let countedMs = missedSoFar();
  /** The last moment at which the host knew itself awake. */
  let awake = now();
  let trouble = "";
  /** The beginning of a standstill whose meaning is not known yet; and the work that finds out. */
  let standstillFrom: number | null = null;
  let finding: Promise<Result<null>> | null = null;

  const find = async (): Promise<Result<null>> => {
    try {
      if (standstillFrom !== null) await stoodStill(standstillFrom);
      standstillFrom = null;
      return accept(null);
    } catch (error) {
      if (error instanceof Unavailable) return error.refusal;
      throw error;
    } finally {
      finding = null;
    }
  };
  const checkStandstill = async (): Promise<Result<null>> => {
    const gap = missedSoFar() - countedMs;
    countedMs += gap;
    if (gap > 0) {
      const consequence = isShared ? "that counts where no other host was there" : "nobody is charged for it";
      log.warn(`Kibitz stood still for ${(gap / 1000).toFixed(1)} s; ${consequence}`);
      // This host's clock may have slept too, where it is set by the cluster's.
      standstillFrom ??= isShared ? awake : now() - gap;
    }
    awake = now();
    if (standstillFrom === null) return accept(null);
    finding ??= find();
    return finding;
  };
  const note = async (): Promise<void> => {
    const at = now();
    const { unfinished, clocks } = activity();
    const isUrgent = clocks > 0 || isShared;
    if (unfinished === 0 || (!isUrgent && at - last < SLOW_BEAT_MS)) return;
    try {
      await store.beat(at);
      last = at;
      trouble = "";
    } catch (error) {
      const reason = messageOf(error);
      // A full disk must not end the games; a missing heartbeat charges players less, not more.
      if (reason !== trouble) log.warn(`the time could not be noted: ${reason}`);
      trouble = reason;
    }
  };
  const timer = setInterval(async () => {
    // Until it is known whether another host was there, a heartbeat would say that one was.
    if (!isAsleep() && (await checkStandstill()).ok) void note();
  }, BEAT_MS);
  timer.unref();
  return {
    /**
     * Checks whether the host has just stood still. To be awaited before a time counts for anything. Refuses with
     * `STORAGE_FAILED` while nobody can tell whether other hosts were there meanwhile.
     */
    checkStandstill,
    /** Notes it a last time, and stops. */
    close: (): Promise<void> => {
      clearInterval(timer);
      last = Number.NEGATIVE_INFINITY;
      return note();
    },
  };
}
