import type { Result } from "../../shared/result.ts";
import type { Log } from "../log.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { createQueue } from "../tables/queue.ts";
import type { Tables } from "../tables/tables.ts";
import type { LeaguePage, Leagues } from "./leagues.ts";
import { isOver, type League, matchesOf, nextLapse, type Order, openGames, seatIndexOf } from "./machine/league.ts";
import { brokenOff, newTableOf, resultOf, verdictOn } from "./referee.ts";

/** Milliseconds before something that the disk did not take is tried again. */
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
  /** Resolves once what was decided on for a game has been done. */
  settled(gameId: string): Promise<void>;
  close(): Promise<void>;
}

export interface DirectorOptions {
  readonly leagues: Leagues;
  readonly tables: Tables;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The league is decided on and kept first; what follows at the tables is done then. It can be found undone after a crash
 * and be done again without harm: a game's id follows from match and number, and a result is taken once.
 */
export function createDirector({ leagues, tables, log, now }: DirectorOptions): Director {
  const orders = createQueue();
  const lapses = new Map<string, NodeJS.Timeout>();
  const moves = new Map<string, NodeJS.Timeout>();
  const retries = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  /** Does something until it is done or cannot be; a full disk is tried again. */
  const insist = (what: string, work: () => Promise<Result<unknown>>): void => {
    const run = async () => {
      const done = await work();
      if (done.ok || closed || done.code !== "STORAGE_FAILED") return;
      log.error(`${what}: ${done.message}`);
      const timer = setTimeout(() => {
        retries.delete(timer);
        insist(what, work);
      }, RETRY_MS);
      retries.add(timer);
    };
    const running = run().finally(() => underWay.delete(running));
    underWay.add(running);
  };

  const report = (live: LiveGame): void => {
    const { id, league } = live.table;
    if (!league) return;
    insist(`the result of game ${id} could not be taken`, () =>
      leagues.act(league.id, (state) => {
        const open = openGames(state).find(({ game }) => game.id === id);
        const result = open ? resultOf(live, open.game) : null;
        return result && { type: "report", game: id, result };
      }),
    );
  };

  /** Looks at a game of a league: takes its result, ends it by the league's own rules, and sees to the time of the next move. */
  const attend = async (live: LiveGame): Promise<void> => {
    const { id, league, outcome, turnSince } = live.table;
    clearTimeout(moves.get(id));
    moves.delete(id);
    if (!league || closed) return;
    if (outcome) return report(live);
    const found = await leagues.get(league.id);
    if (!found.ok) return;
    const { settings } = found.value.league;
    const judge = () =>
      insist(`game ${id} could not be ended`, () =>
        tables.adjudicate(id, (table, at) => verdictOn(settings, table, at)),
      );
    if (verdictOn(settings, live.table, now())) return judge();
    if (settings.moveMs === null || tables.inMemory(id)?.version !== live.version) return;
    const wait = Math.min(Math.max(0, Math.ceil(turnSince + settings.moveMs - now())), LONGEST_TIMER_MS);
    clearTimeout(moves.get(id));
    moves.set(id, setTimeout(judge, wait));
  };

  const carryOut = (league: League, order: Order): void => {
    const id = order.type === "createGame" ? order.game.id : order.id;
    insist(`game ${id} of league ${league.id}`, () => orders.run(id, () => perform(league, order)));
  };

  const perform = async (league: League, order: Order): Promise<Result<unknown>> => {
    if (order.type === "endGame") return tables.adjudicate(order.id, (table) => brokenOff(table, order.loser));
    const request = newTableOf(league, order.match, order.game);
    if (!request) throw new Error(`match ${order.match.number} of league ${league.id} has no two entrants`);
    return tables.create(request, { id: order.game.id });
  };

  /** Wakes when the next invitation lapses. */
  const watchLapses = (league: League): void => {
    clearTimeout(lapses.get(league.id));
    lapses.delete(league.id);
    const at = nextLapse(league);
    if (at === null || closed) return;
    const wait = Math.min(Math.max(0, Math.ceil(at - now())), LONGEST_TIMER_MS);
    const tick = () => insist(`league ${league.id}`, () => leagues.act(league.id, { type: "tick" }));
    lapses.set(league.id, setTimeout(tick, wait));
  };

  const stopHearing = [
    leagues.listen(({ live, commands }) => {
      watchLapses(live.league);
      for (const order of commands) carryOut(live.league, order);
    }),
    tables.listen(({ game }) => {
      if (game.table.league) void attend(game);
    }),
  ];

  /** What of a league's decisions is not done at the tables, and what happened there that it does not know. */
  const reconcile = async (id: string): Promise<void> => {
    const taken = await leagues.act(id, { type: "recover" });
    if (!taken.ok) return log.error(`league ${id} was set aside: ${taken.message}`);
    const { league } = taken.value;
    watchLapses(league);
    if (isOver(league)) return;
    for (const { match, game } of openGames(league)) {
      const found = await tables.get(game.id);
      if (found.ok) await attend(found.value);
      else if (found.code === "GAME_NOT_FOUND") carryOut(league, { type: "createGame", match, game });
      else log.error(`league ${id}: ${found.message}`);
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
          for (const { id } of page.leagues) await reconcile(id);
          after = page.next;
        } while (after);
      }
      await endStrays();
    },
    settled: (gameId) => orders.run(gameId, async () => {}),
    close: async () => {
      closed = true;
      for (const stop of stopHearing) stop();
      for (const timer of [...lapses.values(), ...moves.values(), ...retries]) clearTimeout(timer);
      await Promise.allSettled(underWay);
      await orders.idle();
    },
  };
}
