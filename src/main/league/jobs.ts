import { type ErrorCode, messageOf, type Result, Unavailable } from "../../shared/result.ts";
import type { Log, LogSubject } from "../base/log.ts";
import { pauseFor } from "../players/pause.ts";
import type { Leagues } from "./leagues.ts";

/** Work in the background until the signal; `failure` is how the log names one that fails. */
export function createJobs(failure: string, signal: AbortSignal, log: Log) {
  const underWay = new Set<Promise<unknown>>();
  const repeating = new Set<string | symbol>();
  const run = (work: Promise<unknown>, about: LogSubject): void => {
    const running = work
      .catch((error: unknown) => log.error(`${failure}: ${messageOf(error)}`, about))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };
  return {
    /** Keeps account of work, and logs its failure. */
    run,
    /**
     * Attempts something until it is done, with pauses, unless the same is attempted already. An attempt for which the
     * store cannot be read is repeated.
     */
    repeat: (
      key: string | symbol,
      about: LogSubject,
      attempt: () => Promise<boolean>,
      pauseMs: number | ((tries: number) => number),
    ) => {
      if (repeating.has(key)) return;
      repeating.add(key);
      const attempts = async () => {
        for (let tries = 1; !signal.aborted; tries += 1) {
          const isDone = await attempt().catch((error: unknown) => {
            if (error instanceof Unavailable) return false;
            throw error;
          });
          if (isDone) return;
          await pauseFor(typeof pauseMs === "number" ? pauseMs : pauseMs(tries), signal);
        }
      };
      run(
        attempts().finally(() => repeating.delete(key)),
        about,
      );
    },
    /** Resolves once nothing is under way. */
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** Refusals that may have passed a moment later: a full disk, an unreachable database, too many games. */
export const transientErrors: readonly ErrorCode[] = ["STORAGE_FAILED", "OUTCOME_UNKNOWN", "LIMIT_REACHED"];
/** Milliseconds before the next attempt. */
const RETRY_MS = 1_000;

export type LeagueRetry = ReturnType<typeof createLeagueRetry>;

/** Carries out work for leagues, and tries again, as long as this host directs them. */
export function createLeagueRetry(
  leagues: Pick<Leagues, "listDamaged" | "setAside">,
  directs: () => boolean,
  log: Log,
) {
  const closing = new AbortController();
  const jobs = createJobs("a league could not be seen to", closing.signal, log);
  const repeat = (about: LogSubject, attempt: () => Promise<boolean>): void =>
    jobs.repeat(Symbol(), about, attempt, RETRY_MS);
  const isDamaged = (id: string) => leagues.listDamaged().some((league) => league.id === id);
  const reasonOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

  const once = async (league: string, work: () => Promise<Result<unknown>>): Promise<Result<unknown>> => {
    try {
      return await work();
    } catch (error) {
      return error instanceof Unavailable ? error.refusal : leagues.setAside(league, reasonOf(error));
    }
  };

  return {
    /** Tries work once. After an unforeseen failure the league is set aside, and the others are played. */
    once,
    /** Tries work for a league until it succeeds or cannot; after a transient refusal it is tried again. */
    untilDone: (league: string, goal: string, work: () => Promise<Result<unknown>>) => {
      let isSaid = false;
      repeat({ league }, async () => {
        if (!directs()) return true;
        const result = await once(league, work);
        if (result.ok || !directs() || isDamaged(league) || !transientErrors.includes(result.code)) return true;
        if (!isSaid) log.error(`league ${league}: ${goal}: ${result.message}`, { league });
        isSaid = true;
        return false;
      });
    },
    /** Tries work for all leagues, and again where something cannot be read. */
    forAll: (goal: string, isWanted: () => boolean, work: () => Promise<void>) =>
      repeat({}, async () => {
        if (!isWanted()) return true;
        try {
          await work();
          return true;
        } catch (error) {
          log.error(`${goal}: ${reasonOf(error)}`);
          return false;
        }
      }),
    /** Stops trying, and resolves once no work is under way. */
    close: async () => {
      closing.abort();
      await jobs.idle();
    },
  };
}
