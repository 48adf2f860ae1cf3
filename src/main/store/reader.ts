import type { Ask, GameStatus, Row } from "./columns.ts";
import { createHistory } from "./history.ts";
import { createIndexedPaths } from "./indexed-paths.ts";
import {
  createLogRows,
  type Database,
  readCounts,
  readGame,
  readGameEntry,
  readLeague,
  readLeagueEntry,
  readRatedEntrants,
  readTallies,
} from "./rows.ts";
import * as stored from "./values.ts";

/**
 * Reads committed values of a database, which are the caller's own. Asynchronous, so that a database elsewhere can stand
 * behind it; a failed read rejects. `onDamage` is called once for each entry that is left out of the log of all games.
 */
export const createReader = (db: Database, onDamage: (message: string) => void) => ({
  ...gameReader(db, onDamage),
  ...leagueReader(db),
  isTaskCancelled: async (mark: string) =>
    (await db.ask("SELECT 1 FROM cancelled_tasks WHERE mark = ?", [mark])).length > 0,
});

/** The reads that are the same for games and for leagues. */
function aggregateReader<StoredValue, LogEntry>(
  { ask, noLimit }: Database,
  noun: "game" | "league",
  readStored: (row: Row) => StoredValue,
  readLogged: (row: Row) => LogEntry,
) {
  const table = `${noun}s`;
  return {
    one: async (id: string) => {
      const [row] = await ask(`SELECT * FROM ${table} WHERE id = ?`, [id]);
      return row ? readStored(row) : null;
    },
    /** 0 for one that does not exist. */
    version: async (id: string) =>
      Number((await ask(`SELECT version FROM ${table} WHERE id = ?`, [id]))[0]?.version ?? 0),
    /** Its events, oldest first: those with a number above `after` (0 for all), at most `limit`. */
    log: async (id: string, after: number, limit?: number): Promise<readonly LogEntry[]> => {
      const text = `SELECT * FROM events WHERE ${noun}_id = ? AND seq > ? ORDER BY seq LIMIT ?`;
      return (await ask(text, [id, after, limit ?? noLimit])).map(readLogged);
    },
    /** Those that are not deleted, newest first; those of one moment by falling id. */
    list: async ({ status, limit, after }: stored.Page): Promise<readonly StoredValue[]> => {
      const statuses = status === "all" || status === "deleted" ? [] : [status];
      const isWanted = status === "deleted" ? "deleted_at IS NOT NULL" : "deleted_at IS NULL";
      const text = `SELECT * FROM ${table} WHERE (created_at, id) < (?, ?) AND ${isWanted}${statuses.length > 0 ? " AND status = ?" : ""}
        ORDER BY created_at DESC, id DESC LIMIT ?`;
      const place = [after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? ""];
      return (await ask(text, [...place, ...statuses, limit])).map(readStored);
    },
  };
}

export type GameReader = ReturnType<typeof gameReader>;
function gameReader(db: Database, onDamage: (message: string) => void) {
  const { ask } = db;
  const entriesIn = createLogRows(onDamage);
  const { one, version, log, list } = aggregateReader(db, "game", readGame, readGameEntry);
  /** Games by their ids, in any order; those that are not there are left out. */
  const games = async (ids: readonly string[]): Promise<readonly stored.StoredGame[]> =>
    (await ask(`SELECT * FROM games WHERE id IN (${db.textsIn})`, [JSON.stringify(ids)])).map(readGame);
  return {
    ...createIndexedPaths(db),
    ...createHistory(db, games),
    games,
    game: one,
    gameVersion: version,
    log,
    /** The log of several games at once, each from its own `after` on, in the order of the whole; damaged entries are left out. */
    logs: async (requests: readonly { readonly id: string; readonly after: number }[]) => {
      const text = `SELECT events.* FROM ${db.requestTable} JOIN events ON game_id = wanted.id AND seq > wanted.after
        ORDER BY events.id`;
      return entriesIn(await ask(text, [JSON.stringify(requests)])).filter(stored.isOfGame);
    },
    list,
    /** Games that are open or live, oldest first. */
    unfinished: async (): Promise<readonly stored.StoredGame[]> =>
      (await ask("SELECT * FROM games WHERE status IN ('open', 'live') ORDER BY created_at, id")).map(readGame),
    count: async () => {
      const counts: Record<GameStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const { status, n } of readCounts(await ask(db.counts))) counts[status] = n;
      return counts;
    },
    /** The entries of all aggregates after one entry, oldest first, at most `limit`. */
    entriesAfter: async (id: number, limit: number): Promise<readonly stored.Entry[]> => {
      // Reads until the limit is reached, since fewer entries mean the end of the log.
      const entries: stored.Entry[] = [];
      for (let from = id; ; ) {
        const remaining = limit - entries.length;
        const rows = await ask("SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?", [from, remaining]);
        entries.push(...entriesIn(rows));
        if (rows.length < remaining || entries.length === limit) return entries;
        from = Number(rows.at(-1)?.id);
      }
    },
    /** The newest entry's id; 0 for an empty log. */
    lastEntryId: async () => Number((await ask(db.lastEntry))[0]?.id ?? 0),
    /** When a host was last known to run, or null. */
    lastBeat: async () => {
      const at = (await ask("SELECT at FROM heartbeat"))[0]?.at;
      return typeof at === "number" ? at : null;
    },
  };
}

export type LeagueReader = ReturnType<typeof leagueReader>;
function leagueReader(db: Database) {
  const { ask, wholeLeague } = db;
  const { one, version, log, list } = aggregateReader(db, "league", readLeague, readLeagueEntry);
  return {
    wholeLeague,
    league: one,
    leagueVersion: version,
    leagueLog: log,
    leagues: list,
    /** How many leagues are open or live. */
    unfinishedLeagues: async () =>
      Number((await ask("SELECT count(*) AS n FROM leagues WHERE status IN ('open', 'live')"))[0]?.n ?? 0),
    leagueReviews: async (id: string) => {
      const text = "SELECT id, review FROM games WHERE league_id = ? AND league_id IS NOT NULL AND review IS NOT NULL";
      const rows = await ask(`${text} ORDER BY id`, [id]);
      return rows.map((row) => ({ id: String(row.id), review: String(row.review) }));
    },
    /** The finished games of one kind that count for ratings, added up. */
    ratedTallies: async (kind: string) => {
      const text = `SELECT first_rated AS first, second_rated AS second, winner, reason, course, count(*) AS games FROM games
       WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished' GROUP BY 1, 2, 3, 4, 5`;
      return readTallies(await ask(text, [kind]));
    },
    ratedEntrants: async (kind: string) => {
      const text = `SELECT identity, coalesce(name, '') AS name, coalesce(last, 0) AS "lastPlayedAt" FROM (
         SELECT identity, name, last, row_number() OVER (PARTITION BY identity ORDER BY last DESC NULLS LAST) AS place
         FROM (
           SELECT first_rated AS identity, first_name AS name, finished_at AS last FROM games
           WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
           UNION ALL SELECT second_rated, second_name, finished_at FROM games
           WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
         ) AS seats
       ) AS placed WHERE place = 1`;
      return readRatedEntrants(await ask(text, [kind, kind]));
    },
  };
}

export const taskCanceller =
  (ask: Ask) =>
  async (mark: string, until: number, now: number): Promise<void> => {
    await ask("DELETE FROM cancelled_tasks WHERE until < ?", [Math.round(now)]);
    await ask("INSERT INTO cancelled_tasks VALUES (?, ?) ON CONFLICT DO NOTHING", [mark, Math.round(until)]);
  };
