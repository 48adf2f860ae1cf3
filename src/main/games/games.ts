import { endAll } from "../../shared/listeners.ts";
import { accept, mapResult, refuse } from "../../shared/result.ts";
import type { GameKind, Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import { BEAT_MS } from "../live/heartbeat.ts";
import { type Sharing, singleHost } from "../live/live.ts";
import type { Store } from "../store/store.ts";
import { createArchive, createLeagueReviews } from "./archive.ts";
import type { Authority } from "./authority.ts";
import { createCommands } from "./commands.ts";
import { gameAggregate, positionMark } from "./game-aggregate.ts";
import { createGameFactory } from "./game-factory.ts";
import { createGameTransactions, createRefusedMoveCounts } from "./game-transactions.ts";
import type { GameUpdate, LiveGame } from "./live-game.ts";
import { type GameState, isToMove, opponentSeat, seatedAt } from "./machine/game-state.ts";
import { fallFlag } from "./machine/play.ts";
import { createClockWatch, createRecovery } from "./recovery.ts";
import { createTalkLimit } from "./talk-limit.ts";

/** A key for each offer and request of a seat, which tells it from earlier ones. */
const offersBy = ({ drawOffer, takebackOffer, ply }: GameState, seat: Seat): readonly string[] => [
  ...(drawOffer === seat ? [`draw by ${seat} ${ply}`] : []),
  ...(takebackOffer === seat ? [`takeback by ${seat} ${ply}`] : []),
];

/** The offers that waits were woken for, by game: a wait is not woken twice for the same one, or an agent would spin. */
function createAnnouncedOffers() {
  const announcements = new Map<string, Set<string>>();
  const offersTo = (state: GameState, seat: Seat) => offersBy(state, opponentSeat(state, seat));
  return {
    /** Whether the opponent has an offer that the seat has not been woken for. */
    isUnannounced: (state: GameState, seat: Seat): boolean =>
      offersTo(state, seat).some((offer) => !announcements.get(state.id)?.has(offer)),
    noteAnnouncement: (state: GameState, seat: Seat): void => {
      const offers = announcements.get(state.id) ?? new Set();
      for (const offer of offersTo(state, seat)) announcements.set(state.id, offers.add(offer));
    },
    /** To be called with every change: an offer that was withdrawn is new when it is made again. */
    update: (state: GameState): void => {
      const offers = announcements.get(state.id);
      if (!offers) return;
      const standing = state.seats.flatMap(({ seat }) => offersBy(state, seat));
      for (const offer of offers) if (!standing.includes(offer)) offers.delete(offer);
      if (offers.size === 0) announcements.delete(state.id);
    },
  };
}

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
  readonly sharing?: Sharing;
}

const MOST_GAMES = 10_000;
const steadyNow = () => performance.timeOrigin + performance.now();

/** The games of a host. Each part is made of those above it. */
export function createGames(options: GamesOptions) {
  const { store, authority, log, now = steadyNow, random = Math.random, mostGames = MOST_GAMES } = options;
  const { missedMs = awakeTime.missedMs, sharing = singleHost } = options;
  const live = sharing.openLive({ aggregate: gameAggregate(store), store, hostClosing, log });
  const { cache, feed, queue, waits } = live;
  const standstills = sharing.openStandstills(store, now);
  const recovery = createRecovery({ store, standstills, log, now, missedMs, isAsleep: awakeTime.isAsleep }, live);
  const listen = (listener: (news: GameUpdate) => void, wantsAll?: () => boolean) =>
    feed.listen(({ before, value, entries }) => listener({ before, game: value, entries }), wantsAll);
  const leagueReviews = createLeagueReviews(store);
  const archive = createArchive(store, cache, leagueReviews);
  const offers = createAnnouncedOffers();
  listen(({ game }) => offers.update(game.state));
  listen(leagueReviews.onUpdate);

  const refusals = createRefusedMoveCounts();
  const { transactions, unasked } = live.transact(recovery.prepare);
  const parts = { feed, recovering: recovery.running, refusals, now };
  const byRequest = createGameTransactions({ ...parts, transactions });
  const byItself = { ...parts, transactions: unasked };
  const byHost = createGameTransactions(byItself, (game) => ({ game }));

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
  const actsIn = (game: string) => store.duties.holds({ game });
  const clocks = createClockWatch(now, actsIn, (id) => void dropFlag(id));
  /** A commit that a full disk refused is tried again, or waits would never end. */
  const lookAgain = (game: LiveGame | null, isDone: boolean) => game && clocks.watch(game, isDone ? 0 : BEAT_MS);
  listen(({ game }) => clocks.watch(game));
  recovery.listen(lookAgain);
  const stopHearing = [
    // A flag may fall at once: reads take seconds where a database has just come back.
    store.duties.listen(() => {
      for (const game of cache.unfinished()) clocks.watch(game);
    }),
    live.listenToShifts(recovery.takeUpOwn),
  ];

  const factory = createGameFactory({
    feed,
    mostGames,
    isClosing: queue.isClosed,
    now,
    random,
    unfinished: cache.countUnfinished,
    isUnfinished: (id) => cache.peek(id)?.state.outcome === null,
  });
  const talkLimit = createTalkLimit();
  const commandsIn = (own: typeof byRequest) =>
    createCommands({ transactions: own, authority, factory, talkLimit, refusals, now });
  const waitUntil = async (...args: Parameters<typeof waits.until>) =>
    mapResult(await waits.until(...args), ({ end, value }) => ({ end, game: value }));

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
    /** Whether this host runs the clocks and drivers of a game. */
    actsIn,
    /** Calls when that has changed for some, once those that this host has got are up to date. */
    listenToShifts: live.listenToShifts,
    create: factory.create,
    /** The commands of drivers, which nobody asked for: refused with `ELSEWHERE` where another host has the duty. */
    asDriver: commandsIn(byHost),
    /** The same of leagues. */
    asDirector: {
      adjudicate: commandsIn(createGameTransactions(byItself, () => "leagues")).adjudicate,
      create: (...[request, how]: Parameters<typeof factory.create>) =>
        factory.create(request, { ...how, duty: "leagues" }),
      createAlong: factory.createAlong,
    },
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
    listen,
    /** Resumes the games that were unfinished when the last host ended. Commands that come meanwhile wait for it. */
    recover: async () => {
      const summary = await recovery.run();
      await live.keepCurrent();
      return summary;
    },
    stoodStillUntil: recovery.stoodStillUntil,
    /** Calls after each standstill of this host, once its meaning is known. */
    listenToStandstills: recovery.listenToStandstills,
    /** The game in memory, where every unfinished one is; null for others. */
    inMemory: cache.peek,
    unfinished: cache.unfinished,
    /** How many calls wait. */
    waiting: waits.count,
    /** Ends all waits: the host is about to close. */
    endWaits: waits.close,

    close: async () => {
      const remaining = refusals.games();
      const keep = byRequest.decide(({ state }) => accept(refusals.due(state)));
      if (remaining.length > 0) await Promise.all(remaining.map((id) => byRequest.run(id, keep)));
      endAll(...stopHearing)();
      clocks.close();
      await recovery.close();
      await live.close();
    },
  };
}

const hostClosing = refuse("HOST_CLOSING", "Kibitz is closing. The game is saved; go on when it is back");
