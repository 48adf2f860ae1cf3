import type { Ask, Row } from "./columns.ts";
import type { Database } from "./database.ts";
import { createHistory } from "./history.ts";
import { createIndexedPaths } from "./indexed-paths.ts";
import { createLogRows, readGame, readGameEntry, readLeague, readLeagueEntry } from "./rows.ts";
import * as stored from "./store.ts";
import { readCounts, readRatedEntrants, readTallies } from "./sums.ts";

/** Reads a database. `onDamage` is called once for each entry that is left out of the log of all games. */
export const createReader = (
  db: Database,
  onDamage: (message: string) => void,
): stored.GameReader & stored.LeagueReader & Pick<stored.Store, "isTaskCancelled"> => ({
  ...gameReader(db, onDamage),
  ...leagueReader(db),
  isTaskCancelled: async (mark) => (await db.ask("SELECT 1 FROM cancelled_tasks WHERE mark = ?", [mark])).length > 0,
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
    version: async (id: string) =>
      Number((await ask(`SELECT version FROM ${table} WHERE id = ?`, [id]))[0]?.version ?? 0),
    log: async (id: string, after: number, limit?: number) => {
      const text = `SELECT * FROM events WHERE ${noun}_id = ? AND seq > ? ORDER BY seq LIMIT ?`;
      return (await ask(text, [id, after, limit ?? noLimit])).map(readLogged);
    },
    list: async ({ status, limit, after }: stored.Page) => {
      const statuses = status === "all" || status === "deleted" ? [] : [status];
      const isWanted = status === "deleted" ? "deleted_at IS NOT NULL" : "deleted_at IS NULL";
      const text = `SELECT * FROM ${table} WHERE (created_at, id) < (?, ?) AND ${isWanted}${statuses.length > 0 ? " AND status = ?" : ""}
        ORDER BY created_at DESC, id DESC LIMIT ?`;
      const place = [after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? ""];
      return (await ask(text, [...place, ...statuses, limit])).map(readStored);
    },
  };
}

function gameReader(db: Database, onDamage: (message: string) => void): stored.GameReader {
  const { ask } = db;
  const entriesIn = createLogRows(onDamage);
  const { one, version, log, list } = aggregateReader(db, "game", readGame, readGameEntry);
  const games = async (ids: readonly string[]) =>
    (await ask(`SELECT * FROM games WHERE id IN (${db.textsIn})`, [JSON.stringify(ids)])).map(readGame);
  return {
    ...createIndexedPaths(db),
    ...createHistory(db, games),
    games,
    game: one,
    gameVersion: version,
    log,
    logs: async (requests) => {
      const text = `SELECT events.* FROM ${db.requestTable} JOIN events ON game_id = wanted.id AND seq > wanted.after
        ORDER BY events.id`;
      return entriesIn(await ask(text, [JSON.stringify(requests)])).filter(stored.isOfGame);
    },
    list,
    unfinished: async () =>
      (await ask("SELECT * FROM games WHERE status IN ('open', 'live') ORDER BY created_at, id")).map(readGame),
    count: async () => {
      const counts: Record<stored.GameStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const { status, n } of readCounts(await ask(db.counts))) counts[status] = n;
      return counts;
    },
    entriesAfter: async (id, limit) => {
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
    lastEntryId: async () => Number((await ask(db.lastEntry))[0]?.id ?? 0),
    lastBeat: async () => {
      const at = (await ask("SELECT at FROM heartbeat"))[0]?.at;
      return typeof at === "number" ? at : null;
    },
  };
}

function leagueReader(db: Database): stored.LeagueReader {
  const { ask, wholeLeague } = db;
  const { one, version, log, list } = aggregateReader(db, "league", readLeague, readLeagueEntry);
  return {
    wholeLeague,
    league: one,
    leagueVersion: version,
    leagueLog: log,
    leagues: list,
    unfinishedLeagues: async () =>
      Number((await ask("SELECT count(*) AS n FROM leagues WHERE status IN ('open', 'live')"))[0]?.n ?? 0),
    leagueReviews: async (id) => {
      const text = "SELECT id, review FROM games WHERE league_id = ? AND league_id IS NOT NULL AND review IS NOT NULL";
      const rows = await ask(`${text} ORDER BY id`, [id]);
      return rows.map((row) => ({ id: String(row.id), review: String(row.review) }));
    },
    ratedTallies: async (kind) => {
      const rows = await ask(
        `SELECT first_rated AS first, second_rated AS second, winner, reason, course, count(*) AS games FROM games
       WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished' GROUP BY 1, 2, 3, 4, 5`,
        [kind],
      );
      return readTallies(rows);
    },
    ratedEntrants: async (kind) => {
      const rows = await ask(
        `SELECT identity, coalesce(name, '') AS name, coalesce(last, 0) AS "lastPlayedAt" FROM (
         SELECT identity, name, last, row_number() OVER (PARTITION BY identity ORDER BY last DESC NULLS LAST) AS place
         FROM (
           SELECT first_rated AS identity, first_name AS name, finished_at AS last FROM games
           WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
           UNION ALL SELECT second_rated, second_name, finished_at FROM games
           WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
         ) AS seats
       ) AS placed WHERE place = 1`,
        [kind, kind],
      );
      return readRatedEntrants(rows);
    },
  };
}

export const taskCanceller =
  (ask: Ask): stored.Store["cancelTask"] =>
  async (mark, until, now) => {
    await ask("DELETE FROM cancelled_tasks WHERE until < ?", [Math.round(now)]);
    await ask("INSERT INTO cancelled_tasks VALUES (?, ?) ON CONFLICT DO NOTHING", [mark, Math.round(until)]);
  };
