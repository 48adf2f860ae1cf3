import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { inTurns } from "../in-turns.ts";
import type { Log } from "../log.ts";
import type { LeagueVersion } from "../store/cluster/cluster.ts";
import type { Store } from "../store/store.ts";
import type { Queue } from "../tables/queue.ts";
import type { SetAside } from "../tables/set-aside.ts";
import { Unavailable } from "../unavailable.ts";
import type { LiveLeague } from "./live-league.ts";
import { isOver } from "./machine/league.ts";
import { knownParts, readLeague } from "./snapshot.ts";

/**
 * The leagues in memory. Each is a copy, since other hosts may change it in the store: it is read anew where somebody asks
 * for it or wants to hear of it, and then no more of it than may have changed.
 */
export interface Copies {
  /** What is known here; null for nothing. */
  known(id: string): LiveLeague | null;
  /** What is known here, read where nothing is. Refuses as `current` does. */
  some(id: string): Promise<Result<LiveLeague>>;
  /**
   * With everything that any host had kept when it was asked for; where the store cannot be read, what is known here.
   * Refuses with `LEAGUE_NOT_FOUND`, or with `STORAGE_FAILED` where the record is damaged.
   */
  current(id: string): Promise<Result<LiveLeague>>;
  /** Reads what is newer in the store than a version. */
  after(id: string, version: number): Promise<Result<LiveLeague>>;
  /** How far it has come in the store. Rejects where that cannot be read. */
  versionOf(id: string): Promise<number>;
  /** Hears of a commit here that is under way, at whose end a league is put. */
  keeping<T>(id: string, commit: Promise<T>): Promise<T>;
  /** Keeps what was committed here, unless there is something newer by now; gives what is kept. */
  put(live: LiveLeague): LiveLeague;
  /** Who directs has seen to a league: nobody need be told that there is one. */
  seenTo(id: string): void;
  /** Hears how far leagues have come; `all` where no others go on. */
  hear(versions: readonly LeagueVersion[], all: boolean): void;
  /** Has a league read and told that is known to be behind. To be called when somebody begins to look. */
  follow(id: string): void;
  close(): void;
}

export interface CopiesOptions {
  readonly store: Pick<Store, "wholeLeague" | "leagueVersion">;
  readonly log: Log;
  readonly setAside: SetAside;
  readonly queue: Queue;
  /** Whether somebody here wants to hear of what others keep of a league. */
  readonly isLookedAt: (id: string) => boolean;
  /** A league has changed elsewhere. */
  readonly noted: (id: string) => void;
  /** It has been read; null for what it was where nothing was known of it. */
  readonly told: (before: LiveLeague | null, live: LiveLeague) => void;
}

/** Leagues that are over and are kept in memory for those who still look at them. */
const KEPT_OVER = 16;
/** Milliseconds between two readings of a league for those who look on, and before one that failed is tried again. */
const PAUSE_MS = 100;
const AGAIN_MS = 500;
/** Between two of them lies so many times what the last one took, so that large leagues leave the host its time. */
const SHARE = 9;

export function createCopies({ store, log, setAside, queue, isLookedAt, noted, told }: CopiesOptions): Copies {
  const kept = new Map<string, LiveLeague>();
  /** How far others have brought leagues, as far as that was heard; those that do not go on any more. */
  const heard = new Map<string, number>();
  const gone = new Set<string>();
  /** Those that somebody's question brought here before they were heard of. */
  const untold = new Set<string>();
  const reading = new Map<string, Promise<Result<LiveLeague>>>();
  const keeping = new Map<string, Promise<unknown>>();
  /** Leagues whose next state is to be told, and when one may be read again for that. */
  const wanted = new Map<string, NodeJS.Timeout>();
  const rested = new Map<string, number>();
  let closed = false;

  const put = (live: LiveLeague): LiveLeague => {
    const { id } = live.league;
    const known = kept.get(id);
    if (known && known.version >= live.version) return known;
    kept.delete(id);
    kept.set(id, live);
    const over = [...kept.values()].filter(({ league }) => isOver(league));
    for (const { league } of over.slice(0, Math.max(0, over.length - KEPT_OVER))) kept.delete(league.id);
    return live;
  };

  const readOnce = async (id: string): Promise<Result<LiveLeague>> => {
    const from = kept.get(id)?.league ?? null;
    const stored = await store.wholeLeague(id, from ? knownParts(from) : {});
    if (!stored) return notFound(id);
    const read = await inTurns(readLeague(stored, from));
    const before = kept.get(id) ?? null;
    if (before && before.version >= stored.version) return accept(before);
    if (!read.ok && from) {
      // It does not fit what was known: then that is wrong, or all of it is to be seen to be damaged.
      kept.delete(id);
      return readOnce(id);
    }
    if (!read.ok) {
      setAside.add(id, read);
      return read;
    }
    const live = put({ league: read.value, version: stored.version });
    if (before || wanted.has(id)) told(untold.delete(id) ? null : before, live);
    else if (!isOver(live.league)) untold.add(id);
    return accept(live);
  };

  /** One reading at a time of each: what another one began may have begun too early, and is looked at by who asked. */
  const readAnew = (id: string): Promise<Result<LiveLeague>> => {
    const under = reading.get(id);
    if (under) return under;
    const run = readOnce(id).finally(() => {
      reading.delete(id);
      gone.delete(id);
    });
    reading.set(id, run);
    return run;
  };

  const after: Copies["after"] = async (id, version) => {
    await reading.get(id)?.catch(() => {});
    const known = kept.get(id);
    return known && known.version > version ? accept(known) : readAnew(id);
  };

  const isBehind = (id: string): boolean => gone.has(id) || (heard.get(id) ?? 0) > (kept.get(id)?.version ?? 0);

  const follow = (id: string): void => {
    if (closed || wanted.has(id) || !isBehind(id)) return;
    const wait = Math.max(0, (rested.get(id) ?? 0) - performance.now());
    wanted.set(
      id,
      setTimeout(() => void read(id), wait),
    );
  };
  const read = async (id: string): Promise<void> => {
    const began = performance.now();
    let pause = PAUSE_MS;
    try {
      // In its turn, so that what is about to be kept here is not read.
      await queue.run(id, async () => (isBehind(id) ? readAnew(id) : null));
      pause = Math.max(PAUSE_MS, SHARE * (performance.now() - began));
    } catch (error) {
      pause = AGAIN_MS;
      log.warn(`what happened elsewhere in league ${id} cannot be read yet: ${String(error)}`, { league: id });
    }
    wanted.delete(id);
    rested.set(id, performance.now() + pause);
    const league = kept.get(id)?.league;
    if (!league || isOver(league)) rested.delete(id);
    if (isLookedAt(id)) follow(id);
  };

  return {
    known: (id) => kept.get(id) ?? null,
    some: async (id) => {
      const known = kept.get(id);
      return known ? accept(known) : readAnew(id);
    },
    current: async (id) => {
      // Nothing is known of it that was not read since this was asked.
      if (!kept.has(id) && !reading.has(id)) return readAnew(id);
      await reading.get(id)?.catch(() => {});
      const known = kept.get(id);
      if (!known) return readAnew(id);
      if (isOver(known.league)) return accept(known);
      const version = await store.leagueVersion(id).catch((error: unknown) => {
        if (error instanceof Unavailable) return 0;
        throw error;
      });
      // What has just been kept here is about to be put.
      if (known.version < version) await keeping.get(id)?.catch(() => {});
      for (;;) {
        const now = kept.get(id);
        if (now && now.version >= version) return accept(now);
        const next = await readAnew(id);
        if (!next.ok) return next;
      }
    },
    after,
    versionOf: store.leagueVersion,
    keeping: (id, commit) => {
      keeping.set(id, commit);
      const ended = () => {
        if (keeping.get(id) === commit) keeping.delete(id);
      };
      commit.then(ended, ended);
      return commit;
    },
    put,
    seenTo: (id) => void untold.delete(id),
    hear: (versions, all) => {
      const there = new Set<string>();
      for (const { id, version } of versions) {
        there.add(id);
        const known = kept.get(id);
        if (known && known.version >= version && untold.delete(id)) {
          noted(id);
          if (isLookedAt(id)) told(null, known);
        }
        if (version <= Math.max(heard.get(id) ?? 0, kept.get(id)?.version ?? 0)) continue;
        heard.set(id, version);
        noted(id);
        if (isLookedAt(id)) follow(id);
      }
      if (!all) return;
      for (const id of gone) if (!kept.has(id) && !wanted.has(id)) gone.delete(id);
      for (const id of heard.keys()) if (!there.has(id)) heard.delete(id);
      for (const [id, { league }] of kept) {
        if (there.has(id) || isOver(league)) continue;
        gone.add(id);
        noted(id);
        if (isLookedAt(id)) follow(id);
        else kept.delete(id);
      }
    },
    follow,
    close: () => {
      closed = true;
      for (const timer of wanted.values()) clearTimeout(timer);
    },
  };
}

const notFound = (id: string): Refusal =>
  refuse("LEAGUE_NOT_FOUND", `League not found: there is no league ${clip(cleanLine(id), 20)}`);
