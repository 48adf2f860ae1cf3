import type { ErrorCode, Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { Unavailable } from "../base/unavailable.ts";
import type { Leagues } from "./leagues.ts";

/** Refusals that may have passed a moment later: a full disk, an unreachable database, too many games. */
export const transientErrors: readonly ErrorCode[] = ["STORAGE_FAILED", "LIMIT_REACHED"];
/** Milliseconds before it is tried again. */
const RETRY_MS = 1_000;

/** Does for leagues what has to be done, as long as this host directs them. */
export interface LeagueRetry {
  /** Does something for a league until it is done or cannot be; what is refused for a moment is tried again. */
  untilDone(league: string, what: string, work: () => Promise<Result<unknown>>): void;
  /** Does it once. Where it fails as nobody foresaw, the league is set aside: the others are played. */
  once(league: string, work: () => Promise<Result<unknown>>): Promise<Result<unknown>>;
  /** Does something for all of them, and again where what it needs cannot be read. */
  forAll(what: string, isWanted: () => boolean, work: () => Promise<void>): void;
  /** Tries nothing again. */
  rest(): void;
  /** Resolves once nothing is under way any more. */
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
