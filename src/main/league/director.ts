import { accept, type ErrorCode, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Duties } from "../duties.ts";
import type { Log } from "../log.ts";
import type { Connections } from "../tables/connections.ts";
import type { LiveGame } from "../tables/live-game.ts";
import type { GivenUp } from "../tables/machine/ruling.ts";
import type { Table } from "../tables/machine/table.ts";
import { createQueue } from "../tables/queue.ts";
import type { Tables } from "../tables/tables.ts";
import { Unavailable } from "../unavailable.ts";
import type { Arranger } from "./arranger.ts";
import type { LeaguePage, Leagues } from "./leagues.ts";
import { adjudicated, scoresLookedAt } from "./machine/adjudication.ts";
import {
  entrantOf,
  type GameResult,
  isOver,
  type League,
  type LeagueSettings,
  type MatchGame,
  matchesOf,
  nextLapse,
  type Order,
  openGame,
  openGames,
  seatIndexOf,
} from "./machine/league.ts";
import { brokenOff, byScore, resultOf, ruledFrom, rulingOn, rulingOnGivenUp, undecided } from "./referee.ts";
import { createScores, type Scorer } from "./scores.ts";

/** What may be gone in a moment: a full disk, and too many games. */
const passing: readonly ErrorCode[] = ["STORAGE_FAILED", "LIMIT_REACHED"];
/** Milliseconds before it is tried again. */
const RETRY_MS = 1_000;
/** Longest delay that a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Leagues that are looked through at once when a host takes them up. */
const PAGE = 100;
const WHAT_OTHERS_DID = "what another host decided could not be seen to";

/**
 * Runs the leagues: sets their games up, takes their results, and sees to their time. Of several hosts one does that, and
 * the next one when it dies: then, as at the start, it takes up the leagues that go on. A game that was decided on and
 * not made is made, a result that was not taken is taken, and what its league does not want any more is ended.
 */
export interface Director {
  /** Begins. To be called once the games are taken up. */
  recover(): Promise<void>;
  /** Rules on a move that whoever is to make it gives up. */
  givenUp(gameId: string, seat: Seat, move: GivenUp): Promise<Result<unknown>>;
  /** The ply from which on each move of a game has to be ruled on before the next one is made; infinite for none. */
  ruledFrom(table: Table): Promise<number>;
  /** Resolves once a game that was decided on is there, whichever host makes it, or after so many milliseconds. */
  settled(gameId: string, ms: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface DirectorOptions {
  readonly leagues: Leagues;
  /** Whether it is this host that directs them. */
  readonly duties: Duties;
  readonly tables: Tables;
  readonly arranger: Arranger;
  readonly connections: Pick<Connections, "isOpen" | "lookUp">;
  /** Hears of a league that is taken up. */
  readonly taken: (league: League) => void;
  /** What is asked for the score of a position, in leagues that adjudicate by it. */
  readonly scorer: Scorer;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The league is decided on and kept first; what follows at the tables is done then. It can be found undone after a crash
 * and be done again without harm: a game's id follows from match and number, and a result is taken once.
 */
export function createDirector(options: DirectorOptions): Director {
  const { leagues, duties, tables, arranger, connections, scorer, log, now } = options;
  const orders = createQueue();
  const scores = createScores(scorer, (id) => tables.inMemory(id)?.table.outcome === null, log);
  const lapses = new Map<string, NodeJS.Timeout>();
  const moves = new Map<string, NodeJS.Timeout>();
  const retries = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  /** Whether the games have been taken up, on which all of it stands. */
  let isReady = false;
  /** Since when this host directs: the epoch of its duty; null while another one does. */
  let epoch: number | null = null;
  const directs = () => !closed && duties.holds("leagues");

  const isDamaged = (id: string) => leagues.damaged().some((league) => league.id === id);
  const outcomeOf = async (id: string, work: () => Promise<Result<unknown>>): Promise<Result<unknown>> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Unavailable) return error.refusal;
      // One that nobody foresaw must not keep the others from being played.
      return leagues.setAside(id, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  };

  const track = (work: Promise<void>): void => {
    const running = work.finally(() => underWay.delete(running));
    underWay.add(running);
  };
  const later = (work: () => void): void => {
    const timer = setTimeout(() => {
      retries.delete(timer);
      work();
    }, RETRY_MS);
    retries.add(timer);
  };

  /** Does something for a league until it is done or cannot be; a full disk or table is tried again. */
  const insist = (id: string, what: string, work: () => Promise<Result<unknown>>, isFirst = true): void => {
    const run = async () => {
      if (!directs()) return;
      const done = await outcomeOf(id, work);
      if (done.ok || !directs() || isDamaged(id) || !passing.includes(done.code)) return;
      if (isFirst) log.error(`league ${id}: ${what}: ${done.message}`);
      later(() => insist(id, what, work, false));
    };
    track(run());
  };

  const report = (league: string, id: string, resultIn: (game: MatchGame) => GameResult | null): void =>
    insist(league, `the result of game ${id} could not be taken`, () =>
      leagues.asDirector.act(league, (state) => {
        const open = openGame(state, id);
        const result = open ? resultIn(open.game) : null;
        return result && { type: "report", game: id, result };
      }),
    );

  /** Looks at a game of a league: takes its result, ends it by the league's own rules, and sees to the time of the next move. */
  const attend = async (live: LiveGame): Promise<void> => {
    const { id, league, outcome } = live.table;
    clearTimeout(moves.get(id));
    moves.delete(id);
    if (!league || !directs()) return;
    if (outcome) {
      scores.forget(id);
      return report(league.id, id, (game) => resultOf(live, game));
    }
    const found = await leagues.copyOf(league.id);
    if (!found.ok) return;
    const { settings } = found.value.league;
    assess(league.id, settings, live);
    watchMove(settings, live);
  };

  /** Ends a game by the league's own rules, and wakes when its next move is late. */
  const watchMove = (settings: LeagueSettings, live: LiveGame): void => {
    const { id, league, turnSince } = live.table;
    if (!league || !directs()) return;
    if (rulingOn(settings, live.table, now(), () => false)) {
      insist(league.id, `game ${id} could not be ruled on`, async () => {
        const gone = await whoHasGone(league);
        return tables.asDirector.adjudicate(id, (table, at) => rulingOn(settings, table, at, (place) => gone[place]));
      });
      return;
    }
    if (settings.moveMs === null || tables.inMemory(id)?.version !== live.version) return;
    const wait = Math.min(Math.max(0, Math.ceil(turnSince + settings.moveMs - now())), LONGEST_TIMER_MS);
    clearTimeout(moves.get(id));
    const look = () => {
      const current = tables.inMemory(id);
      if (current && !current.table.outcome) watchMove(settings, current);
    };
    moves.set(id, setTimeout(look, wait));
  };

  /** Who is known to have gone away, of those who play a game, by their seats. */
  const whoHasGone = async ({ id, entrants }: NonNullable<Table["league"]>): Promise<readonly [boolean, boolean]> => {
    const found = await leagues.get(id);
    const over = entrants.map((number) => (found.ok && entrantOf(found.value.league, number)?.connection) || null);
    await connections.lookUp(over.filter((connection) => connection !== null));
    const [first = false, second = false] = over.map(
      (connection) => connection !== null && !connections.isOpen(connection),
    );
    return [first, second];
  };

  /** Has a game's last positions scored where the league ends games by that, and ends it. Moves do not wait for it. */
  const assess = (league: string, { adjudication }: LeagueSettings, live: LiveGame): void => {
    const { id, ply } = live.table;
    const many = scoresLookedAt(adjudication);
    if (many === 0) return;
    insist(league, `game ${id} could not be adjudicated`, async () => {
      const last = closed ? null : await scores.last(live, many);
      const lost = last ? adjudicated(adjudication, last, ply) : undefined;
      return lost === undefined ? accept(null) : tables.asDirector.adjudicate(id, (table) => byScore(table, lost));
    });
  };

  const carryOut = (league: League, order: Order): void => {
    const id = order.type === "createGame" ? order.game.id : order.id;
    insist(league.id, `game ${id} could not be seen to`, () => orders.run(id, () => perform(league, order)));
  };

  const perform = async (league: League, order: Order): Promise<Result<unknown>> => {
    if (order.type === "endGame")
      return tables.asDirector.adjudicate(order.id, (table) => brokenOff(table, order.loser));
    const made = await arranger.make(league, order);
    // What no game can be made of never will; one that is there already, or is another host's to make, is as good as made.
    return made.ok || [...passing, "CONFLICT", "OFF_DUTY", "HOST_CLOSING"].includes(made.code)
      ? made
      : leagues.setAside(league.id, made.message);
  };

  /** Wakes when the next invitation lapses. */
  const watchLapses = (league: League): void => {
    clearTimeout(lapses.get(league.id));
    lapses.delete(league.id);
    const at = nextLapse(league);
    if (at === null || !directs()) return;
    const wait = Math.min(Math.max(0, Math.ceil(at - now())), LONGEST_TIMER_MS);
    const tick = () =>
      insist(league.id, "its time could not be seen to", async () => {
        const done = await leagues.asDirector.act(league.id, { type: "tick" });
        // By the clock that all go by it may not be time yet.
        if (done.ok) watchLapses(done.value.league);
        return done;
      });
    lapses.set(league.id, setTimeout(tick, wait));
  };

  const stopHearing = [
    leagues.listen(({ live: { league }, commands }) => {
      if (!directs()) return;
      watchLapses(league);
      for (const order of commands ?? []) carryOut(league, order);
      if (commands === null) insist(league.id, WHAT_OTHERS_DID, async () => accept(await reconcile(league)));
    }, directs),
    duties.listen(() => {
      const mine = isReady && directs() ? (duties.fenceOf("leagues")?.epoch ?? null) : null;
      if (mine === epoch) return;
      rest();
      epoch = mine;
      if (mine !== null) insistOnAll(mine);
    }),
    tables.listen(({ game }) => {
      const { league } = game.table;
      if (league)
        insist(league.id, `game ${game.table.id} could not be looked at`, async () => accept(await attend(game)));
    }),
  ];

  /** Does what of a league's decisions is not done at the tables, and takes what happened there that it does not know. */
  const reconcile = async (league: League): Promise<void> => {
    if (!isOver(league))
      for (const { match, game } of openGames(league)) {
        const found = await tables.get(game.id);
        if (found.ok) await attend(found.value);
        else if (found.code === "GAME_NOT_FOUND") carryOut(league, { type: "createGame", match, game });
        // It cannot be read, and nobody is to blame: the others are played.
        else report(league.id, game.id, () => undecided);
      }
    const open = new Set(isOver(league) ? [] : openGames(league).map(({ game }) => game.id));
    for (const { table } of tables.unfinished())
      if (table.league?.id === league.id && !open.has(table.id)) endIfStray(league, table);
  };

  /** Ends a game that goes on though its league is through with it. */
  const endIfStray = (league: League, table: Table): void => {
    const match = matchesOf(league).find(({ number }) => number === table.league?.match);
    const game = match?.games.find((each) => each.id === table.id);
    if (!match || !game || (game.result === null && !isOver(league))) return;
    const winner = game.result?.winner ?? null;
    const loser = winner === null ? null : seatIndexOf(game, winner === "a" ? "b" : "a");
    carryOut(league, { type: "endGame", id: table.id, loser });
  };

  const takeUp = async (id: string): Promise<Result<null>> => {
    const taken = await leagues.asDirector.act(id, { type: "recover", stoodStillUntil: tables.stoodStillUntil() });
    if (!taken.ok) return taken;
    const { league } = taken.value;
    watchLapses(league);
    options.taken(league);
    await reconcile(league);
    return accept(null);
  };

  /** Takes all leagues up. Rejects with `Unavailable` where it cannot be read which there are. */
  const takeUpAll = async (): Promise<void> => {
    const since = epoch;
    for (const status of ["open", "live"] as const) {
      let after: LeaguePage["next"] = null;
      do {
        const page: LeaguePage = await leagues.list({ status, limit: PAGE, after });
        for (const { id } of page.leagues) {
          if (epoch !== since) return;
          const done = await outcomeOf(id, () => takeUp(id));
          if (done.ok || isDamaged(id)) continue;
          insist(id, "it could not be taken up", () => takeUp(id));
        }
        after = page.next;
      } while (after);
    }
    // Those that were over before their games were.
    for (const { table } of tables.unfinished()) {
      const found = table.league ? await leagues.get(table.league.id) : null;
      if (found?.ok && isOver(found.value.league)) endIfStray(found.value.league, table);
    }
  };
  const insistOnAll = (since: number): void => {
    const run = async () => {
      if (epoch !== since || closed) return;
      try {
        await takeUpAll();
      } catch (error) {
        log.error(`the leagues could not be taken up yet: ${error instanceof Error ? error.message : error}`);
        later(() => insistOnAll(since));
      }
    };
    track(run());
  };

  /** Another host directs: what is to be done at some time is done there. */
  const rest = (): void => {
    for (const timer of [...lapses.values(), ...moves.values(), ...retries]) clearTimeout(timer);
    for (const timers of [lapses, moves, retries]) timers.clear();
  };

  return {
    recover: async () => {
      isReady = true;
      epoch = duties.fenceOf("leagues")?.epoch ?? null;
      if (epoch !== null) await takeUpAll();
    },
    givenUp: async (gameId, seat, move) => {
      const id = tables.inMemory(gameId)?.table.league?.id;
      const found = id === undefined ? refuse("GAME_OVER", "This is no game of a league") : await leagues.copyOf(id);
      if (!found.ok) return found;
      const { settings } = found.value.league;
      return tables.asDriver.adjudicate(gameId, (table) => rulingOnGivenUp(settings, table, seat, move));
    },
    ruledFrom: async ({ league }) => {
      if (!league) return Number.POSITIVE_INFINITY;
      const found = await leagues.copyOf(league.id);
      return found.ok ? ruledFrom(found.value.league.settings) : 0;
    },
    settled: async (gameId, ms, signal) => {
      await orders.run(gameId, async () => {});
      const { promise: there, resolve } = Promise.withResolvers<void>();
      const stop = tables.listen(({ game }) => game.table.id === gameId && resolve());
      const timer = setTimeout(resolve, ms);
      const gone = () => resolve();
      signal?.addEventListener("abort", gone, { once: true });
      try {
        const found = await tables.get(gameId);
        if (!found.ok && found.code === "GAME_NOT_FOUND" && !signal?.aborted) await there;
      } finally {
        stop();
        clearTimeout(timer);
        signal?.removeEventListener("abort", gone);
      }
    },
    close: async () => {
      closed = true;
      for (const stop of stopHearing) stop();
      scores.close();
      arranger.close();
      rest();
      await Promise.allSettled(underWay);
      await orders.idle();
    },
  };
}
