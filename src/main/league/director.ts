import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import { createAlarms } from "../base/alarms.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { GameState } from "../games/machine/game-state.ts";
import type { GivenUp } from "../games/machine/play.ts";
import { createQueue } from "../live/transactions.ts";
import { pauseFor } from "../players/pause.ts";
import type { Duties } from "../store/store.ts";
import { createGameWatch, type GameWatchOptions } from "./game-watch.ts";
import { createLeagueRetry, transientErrors } from "./jobs.ts";
import { type LeagueGames, type LeaguePage, type Leagues, reissueSeats } from "./leagues.ts";
import { forfeitAbsent } from "./machine/advance.ts";
import * as machine from "./machine/league.ts";
import { brokenOff, ruledFrom, rulingOnGivenUp, unreadableResult } from "./rulings.ts";
import { createRunAttempts } from "./run-attempts.ts";

/** Leagues that are read at a time when a host takes them over. */
const PAGE = 100;
const WHAT_IS_DECIDED = "what is decided on it could not be seen to";

/**
 * Runs the leagues: creates their games, takes their results, and watches their time limits. One of several hosts does
 * so, and another one takes over when it dies. Then, as at the start, it resumes the unfinished leagues: creates games
 * that were ordered and not created, takes results that were not taken, and ends games that no league needs.
 */
export type Director = ReturnType<typeof createDirector>;

export interface DirectorOptions extends Pick<GameWatchOptions, "connections" | "scorer" | "log" | "now"> {
  readonly leagues: Leagues;
  /** Tells whether this host directs the leagues. */
  readonly duties: Duties;
  readonly games: Games;
  readonly leagueGames: LeagueGames;
  /** Called for each league that this host takes over. */
  readonly onTakeUp: (league: machine.League) => void;
}

/**
 * The league's step is stored first; its games follow. After a crash they may be missing, and are created without harm:
 * a game's id follows from match and number, and a result is taken once.
 */
export function createDirector(options: DirectorOptions) {
  const { leagues, duties, games: liveGames, leagueGames, connections, scorer, log, now } = options;
  const orders = createQueue();
  const ticks = createAlarms(now);
  let isClosed = false;
  /** Whether the games have been resumed, on which everything depends. */
  let isReady = false;
  /** The time for which this host directs; null while another one does. */
  let term: number | null = null;
  const directs = () => !isClosed && duties.holds("leagues");

  const retry = createLeagueRetry(leagues, directs, log);
  const { untilDone } = retry;
  const runAttempts = createRunAttempts(leagues, log);
  const games = createGameWatch({ leagues, games: liveGames, connections, retry, scorer, log, now });

  const carryOut = (league: machine.League, order: machine.Order): void => {
    const id = order.type === "createGame" ? order.game.id : order.id;
    untilDone(league.id, `game ${id} could not be seen to`, () => orders.run(id, () => perform(league, order)));
  };

  const perform = async (league: machine.League, order: machine.Order): Promise<Result<unknown>> => {
    if (order.type === "endGame")
      return liveGames.asDirector.adjudicate(order.id, (state) => brokenOff(state, order.loser));
    const creation = await leagueGames.create(league, order);
    // A game that cannot be created now never can; one that exists already, or that another host is to create, needs
    // nothing more.
    return creation.ok || [...transientErrors, "CONFLICT", "ELSEWHERE", "HOST_CLOSING"].includes(creation.code)
      ? creation
      : leagues.setAside(league.id, creation.message);
  };

  /** Wakes when the next deadline of a league is reached. */
  const watchTicks = (league: machine.League): void => {
    ticks.clear(league.id);
    const at = machine.nextTick(league);
    if (at === null || !directs()) return;
    const tick = () =>
      untilDone(league.id, "its time could not be seen to", async () => {
        const result = await leagues.asDirector.act(league.id, { type: "tick" });
        // By the common clock it may not be time yet.
        if (result.ok) watchTicks(result.value.league);
        return result;
      });
    ticks.set(league.id, at, tick);
  };

  /** Takes all leagues over for as long as this host directs; no more where it does not. */
  const takeOver = (failure: string): void => {
    const since = term;
    if (since !== null) retry.forAll(failure, () => term === since && !isClosed, takeUpAll);
  };

  const stopHearing = [
    leagues.listen(({ before, value: { league }, step }) => {
      if (!directs()) return;
      watchTicks(league);
      runAttempts.note(league);
      for (const order of step?.commands ?? []) carryOut(league, order);
      // Moves get their whole time again after the league was paused.
      const goesOn = before !== null && machine.isHeld(before.league) && !machine.isHeld(league);
      if (step === null || goesOn) untilDone(league.id, WHAT_IS_DECIDED, async () => accept(await reconcile(league)));
    }, directs),
    duties.listen(() => {
      const mine = isReady && directs() ? duties.term("leagues") : null;
      if (mine === term) return;
      stopTimers();
      term = mine;
      takeOver("the leagues could not be taken up yet");
    }),
    liveGames.listenToStandstills(() => takeOver("the leagues could not be taken up after a standstill")),
    liveGames.listen(({ game }) => {
      const { league } = game.state;
      if (league) untilDone(league.id, `game ${game.state.id} could not be looked at`, () => games.attend(game));
    }),
  ];

  /** Carries out a league's decisions that its games do not show, and takes results that it does not have. */
  const reconcile = async (league: machine.League): Promise<void> => {
    if (!machine.isOver(league))
      for (const { match, game } of machine.openGames(league)) {
        const result = await liveGames.get(game.id);
        if (result.ok) {
          untilDone(league.id, `the seats of game ${game.id} could not be reissued`, () =>
            reissueSeats(liveGames, result.value.state, league),
          );
          await games.attend(result.value);
        } else if (result.code === "GAME_NOT_FOUND") carryOut(league, { type: "createGame", match, game });
        // An unreadable game is nobody's fault: the others are played.
        else games.report(league.id, game.id, () => unreadableResult);
      }
    if (league.status === "running")
      for (const order of forfeitAbsent({ league, events: [], commands: [] }).commands) carryOut(league, order);
    const open = new Set(machine.isOver(league) ? [] : machine.openGames(league).map(({ game }) => game.id));
    for (const { state } of liveGames.unfinished())
      if (state.league?.id === league.id && !open.has(state.id)) endIfStray(league, state);
  };

  /** Ends an unfinished game that its league does not need any more. */
  const endIfStray = (league: machine.League, state: GameState): void => {
    const match = machine.matchNumbered(league, state.league?.match ?? 0);
    const game = match?.games.find((each) => each.id === state.id);
    if (!match || !game || (game.result === null && !machine.isOver(league))) return;
    const winner = game.result?.winner ?? null;
    const loser = winner && machine.seatIndexOf(game, machine.otherSide(winner));
    carryOut(league, { type: "endGame", id: state.id, loser });
  };

  const takeUp = async (id: string): Promise<Result<null>> => {
    // The attempt is stored before any player is called.
    await runAttempts.begin(id);
    const result = await leagues.asDirector.act(id, { type: "tick" });
    if (!result.ok) return result;
    const { league } = result.value;
    watchTicks(league);
    options.onTakeUp(league);
    await reconcile(league);
    return accept(null);
  };

  /** Takes all leagues over. Rejects with `Unavailable` where the list cannot be read. */
  const takeUpAll = async (): Promise<void> => {
    const since = term;
    for (const status of ["open", "live"] as const) {
      let after: LeaguePage["next"] = null;
      do {
        const { page, next } = await leagues.listIds({ status, limit: PAGE, after });
        for (const { id } of page) {
          if (term !== since) return;
          const result = await retry.once(id, () => takeUp(id));
          if (!result.ok) untilDone(id, "it could not be taken up", () => takeUp(id));
        }
        after = next;
      } while (after);
    }
    // Leagues that are over may have left games under way.
    for (const { state } of liveGames.unfinished()) {
      const current = state.league ? await leagues.get(state.league.id) : null;
      if (current?.ok && machine.isOver(current.value.league)) endIfStray(current.value.league, state);
    }
  };
  /** Stops: another host directs. */
  const stopTimers = (): void => {
    ticks.clearAll();
    games.stopTimers();
  };

  return {
    /** Starts. To be called once the games are resumed. */
    recover: async () => {
      isReady = true;
      term = duties.term("leagues");
      if (term !== null) await takeUpAll();
    },
    /** Rules on a move that its player gives up. */
    givenUp: async (gameId: string, seat: Seat, move: GivenUp) => {
      const id = liveGames.inMemory(gameId)?.state.league?.id;
      const current = id === undefined ? refuse("GAME_OVER", "This is no game of a league") : await leagues.local(id);
      if (!current.ok) return current;
      const { settings } = current.value.league;
      const why = move.effort.failures.join("; ") || "none came";
      log.debug(`league ${id}: ${seat} gives up its move in game ${gameId}: ${why}`, { league: id, game: gameId });
      return liveGames.asDriver.adjudicate(gameId, (state) => rulingOnGivenUp(settings, state, seat, move));
    },
    /** The ply from which on each move of a game needs a ruling before the next one is made; infinite for none. */
    ruledFrom: async ({ league }: GameState) => {
      if (!league) return Number.POSITIVE_INFINITY;
      const current = await leagues.local(league.id);
      return current.ok ? ruledFrom(current.value.league.settings) : 0;
    },
    /** Resolves once an ordered game exists, whichever host creates it, or after so many milliseconds. */
    whenSettled: async (gameId: string, ms: number, signal?: AbortSignal) => {
      await orders.run(gameId, async () => {});
      const { promise: there, resolve } = Promise.withResolvers<void>();
      const stop = liveGames.listen(({ game }) => game.state.id === gameId && resolve());
      const isThere = async () => {
        const game = await liveGames.get(gameId);
        if (!game.ok && game.code === "GAME_NOT_FOUND") await there;
      };
      await atMost(isThere(), ms, signal).finally(stop);
    },
    /** Resolves once a game was ended by its score, or is known to go on, or after so many milliseconds. */
    whenAssessed: async (live: LiveGame, ms: number, signal: AbortSignal) => {
      // The watch of the game reports failures.
      const assessment = directs() ? games.assess(live).catch(() => null) : null;
      if (assessment) await atMost(assessment, ms, signal);
    },
    close: async () => {
      if (directs()) await runAttempts.close();
      isClosed = true;
      for (const stop of stopHearing) stop();
      games.close();
      leagueGames.close();
      stopTimers();
      await retry.close();
      await orders.close();
    },
  };
}

/** Resolves with the work, after so many milliseconds, or as soon as the caller gives up. Rejects with the work. */
async function atMost(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  const completion = new AbortController();
  const timeout = pauseFor(ms, signal ? AbortSignal.any([signal, completion.signal]) : completion.signal);
  await Promise.race([work, timeout]).finally(() => completion.abort());
}
