import { accept, messageOf, type Result, Unavailable } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { Cluster } from "../store/cluster/cluster.ts";
import type { Store } from "../store/store.ts";

/** Milliseconds between two heartbeats, which tell a later host how long none ran. */
export const BEAT_MS = 1_000;
/** The same while no clock runs and no other host reads them, when they matter to the record only. */
const SLOW_BEAT_MS = 30_000;

/** Notes regularly that the host is alive. */
export function startHeartbeat(options: {
  readonly store: Pick<Store, "beat"> & { readonly cluster?: Pick<Cluster, "leapt"> };
  readonly log: Log;
  /** Milliseconds since 1970; never runs backwards. */
  readonly now: () => number;
  /** Milliseconds for which the process has stood still so far. */
  readonly missedMs: () => number;
  /** The host's load at the moment. */
  readonly activity: () => { readonly unfinished: number; readonly clocks: number };
  /** Handles a standstill of the host from a moment (as `now` counts) until just now. May reject. */
  readonly stoodStill: (from: number) => Promise<void>;
}) {
  const { store, log, now, missedMs: ownMissed, activity, stoodStill } = options;
  // The hosts' common clock may leap although none of them slept.
  const missedSoFar = () => ownMissed() + (store.cluster?.leapt() ?? 0);
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
      const consequence = store.cluster ? "that counts where no other host was there" : "nobody is charged for it";
      log.warn(`Kibitz stood still for ${(gap / 1000).toFixed(1)} s; ${consequence}`);
      // This host's clock may have slept too, where it is set by the cluster's.
      standstillFrom ??= store.cluster ? awake : now() - gap;
    }
    awake = now();
    if (standstillFrom === null) return accept(null);
    finding ??= find();
    return finding;
  };
  const note = async (): Promise<void> => {
    const at = now();
    const { unfinished, clocks } = activity();
    const isUrgent = clocks > 0 || store.cluster !== undefined;
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
    if ((await checkStandstill()).ok) void note();
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
