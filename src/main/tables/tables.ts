import { accept, type Result } from "../../shared/result.ts";
import type { GameKind, Seat } from "../../shared/terms.ts";
import { awakeTime } from "../awake-time.ts";
import { leasesIn } from "../live/ours.ts";
import type { Log } from "../log.ts";
import type { Leases } from "../store/cluster/leases.ts";
import { elsewhere } from "../store/commit.ts";
import type { Change, Store, TriedMove } from "../store/store.ts";
import { Unavailable } from "../unavailable.ts";
import { type Archive, createArchive } from "./archive.ts";
import type { Authority } from "./authority.ts";
import { createClockWatch } from "./clock-watch.ts";
import { type Commands, createCommands } from "./commands.ts";
import { createCommitter } from "./committer.ts";
import type { NewsListener } from "./game-news.ts";
import { createKeptGames } from "./kept-games.ts";
import { createLeagueReviews } from "./league-reviews.ts";
import type { LiveGame } from "./live-game.ts";
import { fallFlag } from "./machine/ending.ts";
import { isToMove, seatedAt } from "./machine/table.ts";
import type { Maker } from "./makers.ts";
import { type Begun, createMaking, type Making } from "./making.ts";
import { createToldOffers } from "./offers.ts";
import { positionMark } from "./path.ts";
import { BEAT_MS, startPulse } from "./pulse.ts";
import { createQueue } from "./queue.ts";
import { createRecovery, type Recovered } from "./recovery.ts";
import { createRefusals } from "./refusals.ts";
import { createSetAside } from "./set-aside.ts";
import { createTalkLimit } from "./talk-limit.ts";
import { createTurns, type Turns } from "./turns.ts";
import { createWaits, type WaitEnd, type Waiter, type WaitsFor } from "./waits.ts";

/** How a wait ended, and the game as it stood then. */
export interface WaitAnswer {
  readonly end: WaitEnd;
  readonly game: LiveGame;
}

/**
 * What is done for a game, or by the leagues for theirs, though nobody asked for it: refused with `ELSEWHERE` where another
 * host sees to it.
 */
export type AsDriver = Pick<Commands, "play" | "playOn" | "draw" | "takeback" | "adjudicate">;
export interface AsDirector extends Pick<Commands, "adjudicate">, Pick<Making, "create"> {
  createAlong(change: Change, maker: Maker, wanted: Iterable<Begun>): Promise<Result<readonly LiveGame[]>>;
}

/** The games: what can be done with them, what can be read of them, and what can be waited for. */
export interface Tables
  extends Archive,
    Commands,
    Pick<Making, "create" | "importGame" | "createStudy" | "draftStudy"> {
  /** Whose games this host sees to. */
  readonly leases: Leases;
  readonly asDriver: AsDriver;
  readonly asDirector: AsDirector;
  /**
   * The moves that were played in a position of finished games that are not deleted, by the key that its game gives it,
   * most often first. Rejects with `Unavailable` where the store does not answer.
   * @param own only in games in which a person played here, and in records in which somebody of these names did; null for all
   */
  tried(kind: GameKind, key: string, own: readonly string[] | null): Promise<readonly TriedMove[]>;
  /** A game as it is in the store, where others may have changed it a moment ago; else as `get` gives it. */
  latest(id: string): Promise<Result<LiveGame>>;
  /** Waits until something is true of a game. */
  waitUntil(
    id: string,
    ready: (game: LiveGame) => boolean,
    ms: number,
    signal?: AbortSignal,
    waiter?: Waiter,
  ): Promise<Result<WaitAnswer>>;
  /**
   * Waits until a seat is to move, the game is over, the opponent makes an offer, or the seat is freed. Costs nothing
   * but a map entry.
   */
  waitForTurn(
    id: string,
    seat: Seat,
    ms: number,
    signal: AbortSignal,
    client?: string | null,
  ): Promise<Result<WaitAnswer>>;
  /** Hears of every commit after it is stored. A listener that throws disturbs nobody. */
  listen(listener: NewsListener): () => void;
  /** Takes up the games that were unfinished when the last host ended. Commands that come meanwhile wait for it. */
  recover(): Promise<Recovered>;
  /**
   * When the last time ended in which no host was there, in milliseconds since 1970, this moment included. To be waited for
   * before the time counts for anything that games and leagues keep. Refuses with `STORAGE_FAILED` while nobody can tell.
   */
  stoodStillUntil(): Promise<Result<number>>;
  /** Hears of each standstill of this host once it is known what it means. */
  listenToStandstills(listener: () => void): () => void;
  /** The game as it stands, where it is in memory: every one that goes on is. */
  inMemory(id: string): LiveGame | null;
  unfinished(): readonly LiveGame[];
  /** How many calls wait. */
  waiting(): number;
  /** Answers all who wait: the host is about to close. */
  endWaits(): void;
  close(): Promise<void>;
}

export interface TablesOptions {
  readonly store: Store;
  readonly authority: Authority;
  readonly log: Log;
  /** Milliseconds since 1970; never runs backwards. */
  readonly now?: () => number;
  /** Milliseconds for which the process has stood still so far. */
  readonly missed?: () => number;
  /** In [0, 1). */
  readonly random?: () => number;
  /** Most games that may be unfinished at once. */
  readonly mostGames?: number;
  /** Whether others keep their games in the same store. */
  readonly shared?: boolean;
}

const MOST_GAMES = 10_000;
const steadyNow = () => performance.timeOrigin + performance.now();

/** One writer a game: commands queue up, are decided one at a time, stored, and only then told. */
export function createTables(options: TablesOptions): Tables {
  const { store, authority, log, now = steadyNow, random = Math.random, mostGames = MOST_GAMES } = options;
  const leases = leasesIn(store);
  const { missed = awakeTime.missed, shared = store.cluster !== undefined } = options;
  let closing = false;
  let recovering: Promise<Recovered> | null = null;
  const isClosing = () => closing;
  const kept = createKeptGames();
  const queue = createQueue();
  const waits = createWaits(waitsForGames);
  const offers = createToldOffers();
  const listeners = new Set<NewsListener>();
  const standstills = new Set<() => void>();
  const refusals = createRefusals();
  const setAside = createSetAside(log);
  const leagueReviews = createLeagueReviews(store);
  const archive = createArchive(store, kept, setAside, leagueReviews);

  const announce: NewsListener = (news) => {
    offers.changed(news.game.table);
    leagueReviews.hear(news);
    clocks.watch(news.game);
    waits.wake(news.game);
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        log.error(`a listener failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const committer = createCommitter(store, kept, log, announce);
  const turns = createTurns({
    queue,
    archive,
    committer,
    isClosing,
    recovering: () => recovering,
    settle: async (game) => {
      const seen = await pulse.look();
      return seen.ok ? recovery.settle(game) : seen;
    },
    refusals,
    leases,
    isBehind: async ({ table, version }) => shared && (await store.gameVersion(table.id)) > version,
    now,
  });
  const isOurs = (game: string) => leases.holds({ game });
  const clocks = createClockWatch({ now, isOurs, drop: (id) => void dropFlag(id) });
  const stopWatchingLeases = leases.listen(() => {
    for (const game of kept.unfinished()) clocks.watch(game);
    recovery.takeUpOwn();
  });
  // Others may have gone on with it since it was decided on.
  const takenUp = (id: string, done: boolean) => {
    const game = kept.get(id);
    if (game) clocks.watch(game, done ? 0 : BEAT_MS);
  };
  const recovery = createRecovery({ store, kept, committer, queue, setAside, isOurs, now, takenUp });
  const pulse = startPulse({
    ...{ store, log, now, missed },
    // Until the games are taken up nothing may seem to have gone on.
    activity: () => ({ unfinished: recovering ? 0 : kept.countUnfinished(), clocks: clocks.count() }),
    stoodStill: async (from) => {
      await recovery.stoodStill(from);
      for (const listener of standstills) listener();
    },
  });
  const making = createMaking({
    ...{ committer, mostGames, isClosing, now, random },
    unfinished: kept.countUnfinished,
    goesOn: (id) => kept.get(id)?.table.outcome === null,
  });
  const talkLimit = createTalkLimit();
  const commandsIn = (own: Turns) => createCommands({ turns: own, authority, making, talkLimit, refusals, now });
  const commands = commandsIn(turns);
  const forGame = turns.unasked((game) => ({ game }));
  const byDirector = commandsIn(turns.unasked(() => "leagues"));

  const dropFlag = async (id: string): Promise<void> => {
    const fall = forGame.decide(({ table }, at) => accept(fallFlag(table, at)));
    const dropped = await turns.inTurn(id, fall).then(
      ({ ok }) => ok,
      (error: unknown) => {
        log.warn(`the clocks of game ${id} could not be looked at: ${String(error)}`, { game: id });
        return false;
      },
    );
    const game = kept.get(id);
    // What a full disk did not take is tried again, or those who wait would never hear of it.
    if (game) clocks.watch(game, dropped ? 0 : BEAT_MS);
  };

  /** How far a game has come, whichever host brought it there; infinitely far while nobody can tell. */
  const versionNow = (id: string): Promise<number> =>
    store.gameVersion(id).catch((error: unknown) => {
      if (error instanceof Unavailable) return Number.POSITIVE_INFINITY;
      throw error;
    });

  const waitUntil: Tables["waitUntil"] = async (id, ready, ms, signal = NEVER, waiter) => {
    const found = await archive.get(id);
    if (!found.ok) return found;
    let read = found.value;
    const current = () => kept.get(id) ?? read;
    const until = awakeTime.now() + ms;
    let least = shared ? await versionNow(id) : 0;
    for (;;) {
      // Nothing may come in between: whoever does not wait yet is not woken.
      const isReady = ready(current());
      if (isReady && current().version >= least) return accept({ end: "changed", game: current() });
      if (isReady) {
        // The copy is from before this was asked for: nobody is told what may be past.
        const newest = await archive.anew(id);
        if (!newest.ok) return newest;
        read = newest.value;
        least = read.version;
        continue;
      }
      const ended = await waits.open(id, ready, Math.max(0, until - awakeTime.now()), signal, waiter);
      if (!ended.ok) return ended;
      const again = await archive.get(id).catch(() => null);
      if (again?.ok) read = again.value;
      // What woke it may have passed by now: then there is nothing to be told.
      if (ended.value !== "changed") return accept({ end: ended.value, game: current() });
    }
  };

  return {
    ...archive,
    ...commands,
    tried: (kind, key, own) => store.tried({ kind, position: positionMark(kind, key), own }),
    latest: shared ? archive.anew : archive.get,
    leases,
    create: making.create,
    asDriver: commandsIn(forGame),
    asDirector: {
      adjudicate: byDirector.adjudicate,
      create: async (request, how) => {
        const under = leases.fenceOf("leagues");
        return under ? making.create(request, { ...how, under }) : elsewhere;
      },
      createAlong: async (change, maker, wanted) => {
        const under = leases.fenceOf("leagues");
        return under ? making.createAlong(change, { maker, under }, wanted) : elsewhere;
      },
    },
    importGame: making.importGame,
    createStudy: making.createStudy,
    draftStudy: making.draftStudy,
    waitUntil,
    waitForTurn: async (id, seat, ms, signal, client = null) => {
      const found = await archive.get(id);
      if (!found.ok) return found;
      const { generation } = seatedAt(found.value.table, seat);
      const ended = await waitUntil(
        id,
        ({ table }) =>
          table.outcome !== null ||
          isToMove(table, seat) ||
          offers.isNews(table, seat) ||
          seatedAt(table, seat).generation !== generation,
        ms,
        signal,
        { seat, client },
      );
      if (ended.ok && ended.value.end === "changed") offers.told(ended.value.game.table, seat);
      return ended;
    },

    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    recover: async () => {
      recovering = recovery.run();
      try {
        return await recovering;
      } finally {
        recovering = null;
      }
    },
    stoodStillUntil: async () => {
      const seen = await pulse.look();
      return seen.ok ? accept(recovery.stoodStillUntil()) : seen;
    },
    listenToStandstills: (listener) => {
      standstills.add(listener);
      return () => void standstills.delete(listener);
    },
    inMemory: kept.get,
    unfinished: kept.unfinished,
    waiting: waits.count,
    endWaits: waits.close,

    close: async () => {
      const counted = refusals.games();
      const keep = turns.decide(({ table }) => accept(refusals.due(table)));
      if (counted.length > 0) await Promise.all(counted.map((id) => turns.inTurn(id, keep)));
      closing = true;
      stopWatchingLeases();
      clocks.close();
      await pulse.close();
      waits.close();
      await queue.idle();
      committer.close();
      listeners.clear();
      standstills.clear();
    },
  };
}

export const waitsForGames: WaitsFor<LiveGame> = {
  idOf: ({ table }) => table.id,
  noun: "game",
  most: 200,
  mostOfClient: 20,
  mostAlone: 100,
};

/** For who has nobody to give up with. */
const NEVER = new AbortController().signal;
