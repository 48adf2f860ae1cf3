import type { ErrorCode, Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { Unavailable } from "../base/unavailable.ts";
import type { Leagues } from "./leagues.ts";

/** Refusals that may have passed a moment later: a full disk, an unreachable database, too many games. */
export const transientErrors: readonly ErrorCode[] = ["STORAGE_FAILED", "LIMIT_REACHED"];
/** Milliseconds before the next attempt. */
const RETRY_MS = 1_000;

/** Carries out work for leagues, and tries again, as long as this host directs them. */
export interface LeagueRetry {
  /** Tries work for a league until it succeeds or cannot; after a transient refusal it is tried again. */
  untilDone(league: string, what: string, work: () => Promise<Result<unknown>>): void;
  /** Tries work once. After an unforeseen failure the league is set aside, and the others are played. */
  once(league: string, work: () => Promise<Result<unknown>>): Promise<Result<unknown>>;
  /** Tries work for all leagues, and again where something cannot be read. */
  forAll(what: string, isWanted: () => boolean, work: () => Promise<void>): void;
  /** Stops trying. */
  rest(): void;
  /** Resolves once no work is under way. */
  idle(): Promise<void>;
}

export interface LeagueRetryOptions {
  readonly leagues: Pick<Leagues, "damaged" | "setAside">;
  /** Whether this host directs the leagues. */
  readonly directs: () => boolean;
  readonly log: Log;
}

export function createLeagueRetry({ leagues, directs, log }: LeagueRetryOptions): LeagueRetry {
  const retries = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();

  const track = (work: Promise<void>): void => {
    const running = work.finally(() => underWay.delete(running));
    underWay.add(running);
  };
  const later = (work: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      retries.delete(timer);
      track(work());
    }, RETRY_MS);
    retries.add(timer);
  };
  const isDamaged = (id: string) => leagues.damaged().some((league) => league.id === id);
  const reasonOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

  const once: LeagueRetry["once"] = async (league, work) => {
    try {
      return await work();
    } catch (error) {
      return error instanceof Unavailable ? error.refusal : leagues.setAside(league, reasonOf(error));
    }
  };

  return {
    once,
    untilDone: (league, what, work) => {
      let isSaid = false;
      const run = async (): Promise<void> => {
        if (!directs()) return;
        const done = await once(league, work);
        if (done.ok || !directs() || isDamaged(league) || !transientErrors.includes(done.code)) return;
        if (!isSaid) log.error(`league ${league}: ${what}: ${done.message}`, { league });
        isSaid = true;
        later(run);
      };
      track(run());
    },
    forAll: (what, isWanted, work) => {
      const run = async (): Promise<void> => {
        if (!isWanted()) return;
        try {
          await work();
        } catch (error) {
          log.error(`${what}: ${reasonOf(error)}`);
          later(run);
        }
      };
      track(run());
    },
    rest: () => {
      for (const timer of retries) clearTimeout(timer);
      retries.clear();
    },
    idle: async () => void (await Promise.allSettled(underWay)),
  };
}
