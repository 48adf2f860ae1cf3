import { accept, type ErrorCode, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Log } from "../log.ts";
import type { LiveGame } from "../tables/live-game.ts";
import type { GivenUp } from "../tables/machine/ruling.ts";
import type { Table } from "../tables/machine/table.ts";
import { createQueue } from "../tables/queue.ts";
import type { Tables } from "../tables/tables.ts";
import type { Arranger } from "./arranger.ts";
import type { Attendance } from "./attendance.ts";
import type { LeaguePage, Leagues } from "./leagues.ts";
import { adjudicated, scoresLookedAt } from "./machine/adjudication.ts";
import {
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

/** Runs the leagues: sets their games up, takes their results, and sees to their time. */
export interface Director {
  /**
   * Takes up the leagues that were going on when the last host ended: a game that was decided on and not made is made, a
   * result that was not taken is taken, and what its league does not want any more is ended. To be called once the games
   * are taken up.
   */
  recover(): Promise<void>;
  /** Rules on a move that whoever is to make it gives up. */
  givenUp(gameId: string, seat: Seat, move: GivenUp): Promise<Result<unknown>>;
  /** The ply from which on each move of a game has to be ruled on before the next one is made; infinite for none. */
  ruledFrom(table: Table): Promise<number>;
  /** Resolves once what was decided on for a game has been done. */
  settled(gameId: string): Promise<void>;
  close(): Promise<void>;
}

export interface DirectorOptions {
  readonly leagues: Leagues;
  readonly tables: Tables;
  readonly arranger: Arranger;
  readonly attendance: Attendance;
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
  const { leagues, tables, arranger, attendance, scorer, log, now } = options;
  const orders = createQueue();
  const scores = createScores(scorer, (id) => tables.inMemory(id)?.table.outcome === null, log);
  const lapses = new Map<string, NodeJS.Timeout>();
  const moves = new Map<string, NodeJS.Timeout>();
  const retries = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  const isDamaged = (id: string) => leagues.damaged().some((league) => league.id === id);
  const outcomeOf = async (id: string, work: () => Promise<Result<unknown>>): Promise<Result<unknown>> => {
    try {
      return await work();
    } catch (error) {
      // One that nobody foresaw must not keep the others from being played.
      return leagues.setAside(id, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  };

  /** Does something for a league until it is done or cannot be; a full disk or table is tried again. */
  const insist = (id: string, what: string, work: () => Promise<Result<unknown>>, isFirst = true): void => {
    const run = async () => {
      const done = await outcomeOf(id, work);
      if (done.ok || closed || isDamaged(id) || !passing.includes(done.code)) return;
      if (isFirst) log.error(`league ${id}: ${what}: ${done.message}`);
      const timer = setTimeout(() => {
        retries.delete(timer);
        insist(id, what, work, false);
      }, RETRY_MS);
      retries.add(timer);
    };
    const running = run().finally(() => underWay.delete(running));
    underWay.add(running);
  };

  const report = (league: string, id: string, resultIn: (game: MatchGame) => GameResult | null): void =>
    insist(league, `the result of game ${id} could not be taken`, () =>
      leagues.act(league, (state) => {
        const open = openGame(state, id);
        const result = open ? resultIn(open.game) : null;
        return result && { type: "report", game: id, result };
      }),
    );

  /** Looks at a game of a league: takes its result, ends it by the league's own rules, and sees to the time of the next move. */
  const attend = async (live: LiveGame): Promise<void> => {
    const { id, league, outcome, turnSince } = live.table;
    clearTimeout(moves.get(id));
    moves.delete(id);
    if (!league || closed) return;
    if (outcome) {
      scores.forget(id);
      return report(league.id, id, (game) => resultOf(live, game));
    }
    const found = await leagues.get(league.id);
    if (!found.ok) return;
    const { settings } = found.value.league;
    assess(league.id, settings, live);
    const ruling = (table: Table, at: number) => {
      const hasGone = (place: 0 | 1) => attendance.hasGone({ league: league.id, number: league.entrants[place] });
      return rulingOn(settings, table, at, hasGone);
    };
    const judge = () => insist(league.id, `game ${id} could not be ruled on`, () => tables.adjudicate(id, ruling));
    if (ruling(live.table, now())) return judge();
    if (settings.moveMs === null || tables.inMemory(id)?.version !== live.version) return;
    const wait = Math.min(Math.max(0, Math.ceil(turnSince + settings.moveMs - now())), LONGEST_TIMER_MS);
    clearTimeout(moves.get(id));
    moves.set(id, setTimeout(judge, wait));
  };

  /** Has a game's last positions scored where the league ends games by that, and ends it. Moves do not wait for it. */
  const assess = (league: string, { adjudication }: LeagueSettings, live: LiveGame): void => {
    const { id, ply } = live.table;
    const many = scoresLookedAt(adjudication);
    if (many === 0) return;
    insist(league, `game ${id} could not be adjudicated`, async () => {
      const last = closed ? null : await scores.last(live, many);
      const lost = last ? adjudicated(adjudication, last, ply) : undefined;
      return lost === undefined ? accept(null) : tables.adjudicate(id, (table) => byScore(table, lost));
    });
  };

  const carryOut = (league: League, order: Order): void => {
    const id = order.type === "createGame" ? order.game.id : order.id;
    insist(league.id, `game ${id} could not be seen to`, () => orders.run(id, () => perform(league, order)));
  };

  const perform = async (league: League, order: Order): Promise<Result<unknown>> => {
    if (order.type === "endGame") return tables.adjudicate(order.id, (table) => brokenOff(table, order.loser));
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
    if (at === null || closed) return;
    const wait = Math.min(Math.max(0, Math.ceil(at - now())), LONGEST_TIMER_MS);
    const tick = () =>
      insist(league.id, "its time could not be seen to", () => leagues.act(league.id, { type: "tick" }));
    lapses.set(league.id, setTimeout(tick, wait));
  };

  const stopHearing = [
    leagues.listen(({ live, commands }) => {
      watchLapses(live.league);
      for (const order of commands ?? []) carryOut(live.league, order);
    }),
    tables.listen(({ game }) => {
      const { league } = game.table;
      if (league) void outcomeOf(league.id, async () => accept(await attend(game)));
    }),
  ];

  /** What of a league's decisions is not done at the tables, and what happened there that it does not know. */
  const reconcile = async (id: string): Promise<void> => {
    const taken = await leagues.act(id, { type: "recover" });
    if (!taken.ok) return log.error(`league ${id} was not taken up: ${taken.message}`);
    const { league } = taken.value;
    watchLapses(league);
    if (isOver(league)) return;
    for (const { match, game } of openGames(league)) {
      const found = await tables.get(game.id);
      if (found.ok) await attend(found.value);
      else if (found.code === "GAME_NOT_FOUND") carryOut(league, { type: "createGame", match, game });
      // It cannot be read, and nobody is to blame: the others are played.
      else report(id, game.id, () => undecided);
    }
  };

  /** Games that go on though their league is through with them. */
  const endStrays = async (): Promise<void> => {
    for (const { table } of tables.unfinished()) {
      if (!table.league) continue;
      const found = await leagues.get(table.league.id);
      if (!found.ok) continue;
      const { league } = found.value;
      const match = matchesOf(league).find(({ number }) => number === table.league?.match);
      const game = match?.games.find((each) => each.id === table.id);
      if (!match || !game || (game.result === null && !isOver(league))) continue;
      const winner = game.result?.winner ?? null;
      const loser = winner === null ? null : seatIndexOf(game, winner === "a" ? "b" : "a");
      carryOut(league, { type: "endGame", id: table.id, loser });
    }
  };

  return {
    recover: async () => {
      for (const status of ["open", "live"] as const) {
        let after: LeaguePage["next"] = null;
        do {
          const page: LeaguePage = await leagues.list({ status, limit: PAGE, after });
          for (const { id } of page.leagues) await outcomeOf(id, async () => accept(await reconcile(id)));
          after = page.next;
        } while (after);
      }
      await endStrays();
    },
    givenUp: async (gameId, seat, move) => {
      const id = tables.inMemory(gameId)?.table.league?.id;
      const found = id === undefined ? refuse("GAME_OVER", "This is no game of a league") : await leagues.get(id);
      if (!found.ok) return found;
      const { settings } = found.value.league;
      return tables.asDriver.adjudicate(gameId, (table) => rulingOnGivenUp(settings, table, seat, move));
    },
    ruledFrom: async ({ league }) => {
      if (!league) return Number.POSITIVE_INFINITY;
      const found = await leagues.get(league.id);
      return found.ok ? ruledFrom(found.value.league.settings) : 0;
    },
    settled: (gameId) => orders.run(gameId, async () => {}),
    close: async () => {
      closed = true;
      for (const stop of stopHearing) stop();
      scores.close();
      arranger.close();
      for (const timer of [...lapses.values(), ...moves.values(), ...retries]) clearTimeout(timer);
      await Promise.allSettled(underWay);
      await orders.idle();
    },
  };
}
