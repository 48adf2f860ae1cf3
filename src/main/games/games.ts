import { createListeners, endAll } from "../../shared/listeners.ts";
import { accept, mapResult, refuse } from "../../shared/result.ts";
import type { GameKind, Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import { createCache, createSetAside } from "../live/cache.ts";
import { createChangeFeed } from "../live/change-feed.ts";
import { BEAT_MS, startHeartbeat } from "../live/heartbeat.ts";
import { leasesIn } from "../live/host-leases.ts";
import { createQueue, createTransactions } from "../live/transactions.ts";
import { createWaits, type WaitKind } from "../live/waits.ts";
import type { LeaseName } from "../store/cluster/leases.ts";
import type { Store } from "../store/store.ts";
import { createAnnouncedOffers } from "./announced-offers.ts";
import { createArchive, createLeagueReviews } from "./archive.ts";
import type { Authority } from "./authority.ts";
import { createClockWatch, hasRunningClock } from "./clock-watch.ts";
import { type Commands, createCommands } from "./commands.ts";
import { gameAggregate, positionMark } from "./game-aggregate.ts";
import { createGameFactory, type GameFactory } from "./game-factory.ts";
import { createGameTransactions } from "./game-transactions.ts";
import type { GameUpdate, LiveGame } from "./live-game.ts";
import { fallFlag } from "./machine/ending.ts";
import { isToMove, seatedAt } from "./machine/game-state.ts";
import { createRecovery } from "./recovery.ts";
import { createRefusals } from "./refusals.ts";
import { createTalkLimit } from "./talk-limit.ts";

/**
 * Actions of drivers and of leagues, without a request: refused with `ELSEWHERE` where another host has the lease.
 */
type AsDriver = Pick<Commands, "play" | "playMany" | "resign" | "draw" | "takeback" | "adjudicate" | "giveBack">;
type AsDirector = Pick<Commands, "adjudicate"> & Pick<GameFactory, "create" | "createAlong">;

/** The games of a host: commands, reads and waits. */
export type Games = ReturnType<typeof createGames>;

export interface GamesOptions {
  readonly store: Store;
  readonly authority: Authority;
  readonly log: Log;
  /** Milliseconds since 1970; never runs backwards. */
  readonly now?: () => number;
  /** Milliseconds for which the process has stood still so far. */
  readonly missedMs?: () => number;
  /** In [0, 1). */
  readonly random?: () => number;
  /** Most games that may be unfinished at once. */
  readonly mostGames?: number;
  /** Whether other hosts use the same store. */
  readonly isShared?: boolean;
}

const MOST_GAMES = 10_000;
/** Milliseconds between two updates of the set of games that this host follows. */
const TEND_MS = 5_000;
const steadyNow = () => performance.timeOrigin + performance.now();

/** The games of a host. Each part is made of those above it. */
export function createGames(options: GamesOptions) {
  const { store, authority, log, now = steadyNow, random = Math.random, mostGames = MOST_GAMES } = options;
  const { cluster } = store;
  const { missedMs = awakeTime.missedMs, isShared = cluster !== undefined } = options;
  let closing = false;
  const isClosing = () => closing;
  const leases = leasesIn(store);
  const isLeasedHere = (game: string) => leases.holds({ game });
  const aggregate = gameAggregate(store);
  const setAside = createSetAside("game", log);
  const queue = createQueue();

  const cache = createCache({ aggregate, setAside, isShared, hearing: cluster?.hearing });
  const feed = createChangeFeed({ aggregate, store, cache, leases, log });
  const needs = new Set<() => boolean>();
  cluster?.hearing.narrow(() => [...needs].some((wantsAll) => wantsAll()));
  const tell = (listener: (news: GameUpdate) => void, wantsAll?: () => boolean) => {
    const stop = feed.listen(({ before, value, entries }) => listener({ before, game: value, entries }));
    if (!wantsAll) return stop;
    needs.add(wantsAll);
    return endAll(stop, () => needs.delete(wantsAll));
  };
  const leagueReviews = createLeagueReviews(store);
  const archive = createArchive(store, cache, setAside, leagueReviews);
  const offers = createAnnouncedOffers();
  tell(({ game }) => offers.update(game.state));
  tell(leagueReviews.onUpdate);

  const recovery = createRecovery({ store, cache, feed, queue, setAside, isLeasedHere, now });
  const heartbeat = startHeartbeat({
    store,
    log,
    now,
    missedMs,
    activity: () => {
      // Until the games are resumed, a heartbeat must not suggest that they went on.
      const openGames = recovery.running() ? [] : cache.unfinished();
      const clocks = openGames.filter((game) => hasRunningClock(game) && isLeasedHere(game.state.id)).length;
      return { unfinished: openGames.length, clocks };
    },
    stoodStill: recovery.stoodStill,
  });
  const transactions = createTransactions({
    aggregate,
    cache,
    queue,
    cluster,
    closing: () => (closing ? hostClosing : null),
    prepare: async (game) => {
      const check = await heartbeat.checkStandstill();
      return check.ok ? recovery.settle(game) : check;
    },
  });
  const refusals = createRefusals();
  const parts = { cache, transactions, feed, recovering: recovery.running, refusals, now };
  const byRequest = createGameTransactions(parts);
  const byHost = createGameTransactions(parts, (game) => ({ game }));

  const dropFlag = async (id: string): Promise<void> => {
    const fall = byHost.decide(({ state }, at) => accept(fallFlag(state, at)));
    const isDown = await byHost.run(id, fall).then(
      ({ ok }) => ok,
      (error: unknown) => {
        log.warn(`the clocks of game ${id} could not be looked at: ${String(error)}`, { game: id });
        return false;
      },
    );
    lookAgain(cache.peek(id), isDown);
  };
  const clocks = createClockWatch({ now, isLeasedHere, drop: (id) => void dropFlag(id) });
  /** A commit that a full disk refused is tried again, or waits would never end. */
  const lookAgain = (game: LiveGame | null, isDone: boolean) => game && clocks.watch(game, isDone ? 0 : BEAT_MS);
  tell(({ game }) => clocks.watch(game));
  recovery.listen(lookAgain);
  const waiting = createWaits(waitsForGames, cache, feed, isShared);
  /** Whether this host does something in a game by itself: sees to its clock, moves for the computer, directs it. */
  const isTended = ({ state }: LiveGame): boolean => {
    if (state.outcome !== null) return false;
    if (state.league !== null && leases.holds("leagues")) return true;
    const movesByItself = state.clock !== null || state.seats.some(({ kind }) => kind === "computer");
    return movesByItself && isLeasedHere(state.id);
  };
  /** Follows those of the games that this host runs, and brings them up to date. */
  const keepCurrent = async (games: readonly LiveGame[]): Promise<void> => {
    const newcomers = games.filter((game) => !cache.isHeard(game.state.id) && isTended(game));
    const follow = async ({ state: { id } }: LiveGame) => {
      // A failed read is repeated at the next regular look.
      await cache.get(id).catch(() => null);
      feed.announce(id);
    };
    await Promise.all(newcomers.map(follow));
  };
  tell(({ game }) => void keepCurrent([game]));
  const leaseNews = createListeners<[]>();
  const stopHearing = leases.listen(async () => {
    // A flag may fall at once: reads take seconds where the database has just come back.
    for (const game of cache.unfinished()) clocks.watch(game);
    await keepCurrent(cache.unfinished());
    if (closing) return;
    recovery.takeUpOwn();
    leaseNews.tell();
  });
  const isNeeded = (id: string): boolean => {
    const game = cache.peek(id);
    return waiting.isAwaited(id) || (game !== null && isTended(game)) || [...needs].some((wantsAll) => wantsAll());
  };
  const lookRegularly = () => {
    void keepCurrent(cache.unfinished());
    cache.hearLess(isNeeded);
  };
  const regularly = cluster ? setInterval(lookRegularly, TEND_MS).unref() : undefined;

  const factory = createGameFactory({
    feed,
    mostGames,
    isClosing,
    now,
    random,
    unfinished: cache.countUnfinished,
    isUnfinished: (id) => cache.peek(id)?.state.outcome === null,
  });
  const talkLimit = createTalkLimit();
  const commandsIn = (own: typeof byRequest) =>
    createCommands({ transactions: own, authority, factory, talkLimit, refusals, now });
  const lease: LeaseName = "leagues";
  const asDriver: AsDriver = commandsIn(byHost);
  const asDirector: AsDirector = {
    adjudicate: commandsIn(createGameTransactions(parts, () => lease)).adjudicate,
    create: (request, how) => factory.create(request, { ...how, lease }),
    createAlong: factory.createAlong,
  };
  const waitUntil = async (...args: Parameters<typeof waiting.until>) =>
    mapResult(await waiting.until(...args), ({ end, value }) => ({ end, game: value }));

  return {
    ...archive,
    ...commandsIn(byRequest),
    /**
     * The moves tried in a position of finished games that are not deleted, by the key that its game gives it, most
     * often first. Rejects with `Unavailable` where the store does not answer.
     * @param own only games in which a person played here, and records in which one of these names did; null for all
     */
    movesTried: (kind: GameKind, key: string, own: readonly string[] | null) =>
      store.movesTried({ kind, position: positionMark(kind, key), own }),
    /**
     * The stored game, which other hosts may have changed a moment ago; without other hosts the one that `get` returns.
     * Rejects with `Unavailable` where the store does not answer.
     */
    latest: cache.newest,
    /** Whether this host has the lease of a game, and so runs its clocks and drivers. */
    isLeasedHere,
    /**
     * Calls when leases were taken or lost, once the games that this host has got are up to date. Returns a function
     * that stops it.
     */
    listenToLeases: leaseNews.listen,
    create: factory.create,
    asDriver,
    asDirector,
    importGame: factory.importGame,
    createStudy: factory.createStudy,
    draftStudy: factory.draftStudy,
    /** Waits until something is true of a game. Returns how the wait ended, and the game as it stood then. */
    waitUntil,
    /**
     * Waits until a seat is to move, the game is over, the opponent makes an offer, or the seat is freed. Costs only a
     * map entry.
     */
    waitForTurn: async (id: string, seat: Seat, ms: number, signal: AbortSignal, client: string | null = null) => {
      const game = await archive.get(id);
      if (!game.ok) return game;
      const { generation } = seatedAt(game.value.state, seat);
      const wait = await waitUntil(
        id,
        ({ state }) =>
          state.outcome !== null ||
          isToMove(state, seat) ||
          offers.isUnannounced(state, seat) ||
          seatedAt(state, seat).generation !== generation,
        ms,
        signal,
        { seat, client },
      );
      if (wait.ok && wait.value.end === "changed") offers.noteAnnouncement(wait.value.game.state, seat);
      return wait;
    },

    /**
     * Calls after every commit is stored, of this host and, where others share its store, of those that it hears of. A
     * listener that throws disturbs nobody.
     * @param wantsAll whether it is to be called for all of them for the time being, within a second
     */
    listen: tell,
    /** Resumes the games that were unfinished when the last host ended. Commands that come meanwhile wait for it. */
    recover: async () => {
      const summary = await recovery.run();
      await keepCurrent(cache.unfinished());
      return summary;
    },
    /**
     * The end of the last outage of all hosts, in milliseconds since 1970, this moment included. To be awaited before a
     * time counts for anything that games and leagues keep. Refuses with `STORAGE_FAILED` while nobody can tell.
     */
    stoodStillUntil: async () => mapResult(await heartbeat.checkStandstill(), recovery.stoodStillUntil),
    /** Calls after each standstill of this host, once its meaning is known. */
    listenToStandstills: recovery.listenToStandstills,
    /** The game in memory, where every unfinished one is; null for others. */
    inMemory: cache.peek,
    unfinished: cache.unfinished,
    /** How many calls wait. */
    waiting: waiting.count,
    /** Ends all waits: the host is about to close. */
    endWaits: waiting.close,

    close: async () => {
      const remaining = refusals.games();
      const keep = byRequest.decide(({ state }) => accept(refusals.due(state)));
      if (remaining.length > 0) await Promise.all(remaining.map((id) => byRequest.run(id, keep)));
      closing = true;
      stopHearing();
      clearInterval(regularly);
      clocks.close();
      await heartbeat.close();
      waiting.close();
      await queue.idle();
      transactions.close();
      feed.close();
    },
  };
}

const hostClosing = refuse("HOST_CLOSING", "Kibitz is closing. The game is saved; go on when it is back");

export const waitsForGames: WaitKind<LiveGame> = {
  idOf: ({ state }) => state.id,
  noun: "game",
  most: 200,
  mostOfClient: 20,
  mostAlone: 100,
};
