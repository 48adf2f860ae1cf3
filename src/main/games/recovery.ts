import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import { createListeners } from "../../shared/listeners.ts";
import { accept, mapResult, type Result, refuse, Unavailable } from "../../shared/result.ts";
import { createAlarms } from "../base/alarms.ts";
import { type HeartbeatOptions, type Standstill, startHeartbeat } from "../live/heartbeat.ts";
import type { Live } from "../live/live.ts";
import type { Store, StoredGame } from "../store/store.ts";
import { openStored, openWith } from "./game-aggregate.ts";
import type { LiveGame } from "./live-game.ts";
import { nextFlag } from "./machine/clock.ts";
import type { GameState, Step } from "./machine/game-state.ts";
import { resumeClock } from "./machine/play.ts";

/** The next flag to fall in a game; null where no clock runs. */
const flagIn = ({ clock, outcome }: GameState) => (clock && !outcome ? nextFlag(clock) : null);
const hasRunningClock = ({ state }: LiveGame): boolean => flagIn(state) !== null;

/** Calls when a flag may have fallen. */
export function createClockWatch(now: () => number, actsIn: (id: string) => boolean, drop: (id: string) => void) {
  const alarms = createAlarms(now);
  let isClosed = false;
  return {
    /** Watches a game's clocks from now on; first called not before `soonestMs` from now. */
    watch: ({ state }: LiveGame, soonestMs = 0): void => {
      const { id } = state;
      const flag = flagIn(state);
      if (!flag || isClosed || !actsIn(id)) alarms.clear(id);
      else alarms.set(id, Math.max(flag.at, now() + soonestMs), () => drop(id));
    },
    close: (): void => {
      isClosed = true;
      alarms.clearAll();
    },
  };
}

/** Games whose logs are read at a time. */
const PAGE = 250;

/** Resumes the games that the last host left, and those of this one after it stood still. */
export function createRecovery(
  options: Omit<HeartbeatOptions, "activity" | "stoodStill"> & { readonly store: Store },
  { cache, feed, queue }: Pick<Live<LiveGame, Step, LoggedEvent>, "cache" | "feed" | "queue">,
) {
  const { store, standstills, now } = options;
  const { setAside } = cache;
  let running: Promise<unknown> | null = null;
  const takenUp = createListeners<[game: LiveGame, done: boolean]>();
  const standstillNews = createListeners<[]>();
  const isOurs = (id: string): boolean => store.duties.holds({ game: id });

  const missedBy = ({ state, lastEventAt }: LiveGame, at: number): readonly Standstill[] =>
    standstills.missedBy(state.id, lastEventAt, at);

  /**
   * Resumes a game unless it has been, or its players would be charged for the time without a host: the disk may not
   * have let it be resumed. Refuses with `STORAGE_FAILED` while that fails.
   */
  const resumeOnce = async (game: LiveGame): Promise<Result<LiveGame>> => {
    const at = now();
    const step = resumeGame(game.state, missedBy(game, at));
    const commit = step ? await feed.commit([{ before: game, step }], at) : accept([game]);
    if (!commit.ok) return commit;
    standstills.noteResumption(game.state.id);
    return accept(commit.value[0] ?? game);
  };

  const takeUp = async (game: LiveGame): Promise<void> => {
    const update = await resumeOnce(game);
    // Without a commit there is no update that would make its clocks be watched.
    const current = cache.peek(game.state.id);
    if (current) takenUp.tell(current, update.ok);
  };

  /** Resumes the games that this host has got since. */
  const takeUpOwn = (): void => {
    for (const each of cache.unfinished()) {
      const { id } = each.state;
      if (!isOurs(id) || missedBy(each, now()).length === 0) continue;
      void queue.run(id, async () => {
        const game = cache.peek(id);
        if (game) await takeUp(game);
      });
    }
  };

  /** Resumes a game that was unfinished when a host was last there. Returns whether it can be read. */
  const begin = async (row: StoredGame, log: readonly LoggedEvent[]): Promise<boolean> => {
    const { id } = row;
    try {
      // Where an entry is missing, reading the game alone finds out why.
      const reading = log.length === row.version ? openWith(row, log) : await openStored(store, row);
      if (!reading.ok) {
        setAside.add(id, reading);
        return false;
      }
      const game = cache.put(reading.value);
      standstills.interrupt(id, game.lastEventAt);
      if (isOurs(id)) await takeUp(game);
      return true;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      // An unforeseen failure must not keep the other games from being played.
      cache.forget(id);
      const reason = error instanceof Error ? error.stack : String(error);
      setAside.add(id, refuse("STORAGE_FAILED", `Game ${id} cannot be read: ${reason}`));
      return false;
    }
  };

  const takeUpAll = async () => {
    await standstills.arrive(null);
    const rows = await store.unfinished();
    let games = 0;
    for (let from = 0; from < rows.length; from += PAGE) {
      const page = rows.slice(from, from + PAGE);
      const logs = Map.groupBy(await store.logs(page.map(({ id }) => ({ id, after: 0 }))), ({ gameId }) => gameId);
      // Commits at the same time share one transaction.
      const results = await Promise.all(
        page.map((each) => queue.run(each.id, () => begin(each, logs.get(each.id) ?? []))),
      );
      games += results.filter(Boolean).length;
    }
    return { games };
  };

  /**
   * The host itself stood still from a moment until now: its games are resumed as if there had been no host. Where
   * other hosts may have been there, it resolves once that is known, and rejects with `Unavailable` while it cannot be.
   */
  const stoodStill = async (from: number): Promise<void> => {
    await standstills.arrive(from);
    for (const { state, lastEventAt } of cache.unfinished()) standstills.interrupt(state.id, lastEventAt);
    takeUpOwn();
    standstillNews.tell();
  };
  const activity = () => {
    // Until the games are resumed, a heartbeat must not suggest that they went on.
    const games = running ? [] : cache.unfinished();
    const clocks = games.filter((game) => hasRunningClock(game) && isOurs(game.state.id)).length;
    return { unfinished: games.length, clocks };
  };
  const heartbeat = startHeartbeat({ ...options, activity, stoodStill });

  return {
    /** Makes sure that a game is resumed where this host stood still. Refuses with `STORAGE_FAILED` while that fails. */
    prepare: async (game: LiveGame): Promise<Result<LiveGame>> => {
      const check = await heartbeat.checkStandstill();
      return check.ok ? resumeOnce(game) : check;
    },
    /**
     * The end of the last outage of all hosts, in milliseconds since 1970, this moment included. To be awaited before a
     * time counts for anything that games and leagues keep. Refuses with `STORAGE_FAILED` while nobody can tell.
     */
    stoodStillUntil: async () => mapResult(await heartbeat.checkStandstill(), standstills.until),
    takeUpOwn,
    /** Calls after each standstill of this host, once its meaning is known. */
    listenToStandstills: standstillNews.listen,
    /** Calls for each game that was resumed, or could not be yet: to watch its clocks, or to try again. */
    listen: takenUp.listen,
    /** The recovery under way; else null. */
    running: () => running,
    /**
     * Resumes the unfinished games, each in its own transaction. Unreadable ones are set aside and logged, and hold up
     * nobody else.
     */
    run: () => {
      const run = takeUpAll().finally(() => {
        running = null;
      });
      running = run;
      return run;
    },
    close: heartbeat.close,
  };
}

/** A game after times without a host; null where nothing has to be recorded. */
function resumeGame(state: GameState, standstills: readonly Standstill[]): Step | null {
  let current = state;
  const events: GameEvent[] = [];
  for (const { from, until } of standstills) {
    const step = resumeClock(current, from, until);
    if (!step) continue;
    current = step.state;
    events.push(...step.events);
  }
  return events.length === 0 ? null : { state: current, events };
}
