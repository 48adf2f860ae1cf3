import type { Database } from "./database.ts";
import { createHistory } from "./history.ts";
import { createIndexedPaths } from "./indexed-paths.ts";
import { createLogRows } from "./log-rows.ts";
import { countRow, readGame, readGameEntry, readLeague, readLeagueEntry, readRatedEntrant, readTally } from "./rows.ts";
import { type Entry, type GameReader, type GameStatus, isOfGame, type LeagueReader, type Page } from "./store.ts";

/** Reads a database. `damaged` is called once for each entry that is left out of the log of all games. */
export const createReader = (db: Database, damaged: (message: string) => void): GameReader & LeagueReader => ({
  ...gameReader(db, damaged),
  ...leagueReader(db),
});

/** The place before the first row of a list, newest first. */
const placeOf = ({ after }: Pick<Page, "after">) => [after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? ""];
const newestFirst = "ORDER BY created_at DESC, id DESC LIMIT ?";

function gameReader(db: Database, damaged: (message: string) => void): GameReader {
  const { ask } = db;
  const entriesIn = createLogRows(damaged);
  const games = async (ids: readonly string[]) =>
    (await ask(`SELECT * FROM games WHERE id IN (${db.textsIn})`, [JSON.stringify(ids)])).map(readGame);
  return {
    ...createIndexedPaths(db),
    ...createHistory(db, games),
    games,
    game: async (id) => {
      const [row] = await ask("SELECT * FROM games WHERE id = ?", [id]);
      return row ? readGame(row) : null;
    },
    gameVersion: async (id) => Number((await ask("SELECT version FROM games WHERE id = ?", [id]))[0]?.version ?? 0),
    log: async (id, after, limit) => {
      const text = "SELECT * FROM events WHERE game_id = ? AND seq > ? ORDER BY seq LIMIT ?";
      return (await ask(text, [id, after, limit ?? db.noLimit])).map(readGameEntry);
    },
    logs: async (wanted) => {
      const text = `SELECT events.* FROM ${db.wanted} JOIN events ON game_id = wanted.id AND seq > wanted.after
        ORDER BY events.id`;
      return entriesIn(await ask(text, [JSON.stringify(wanted)])).filter(isOfGame);
    },
    list: async ({ status, limit, after }) => {
      const deleted = `deleted_at IS ${status === "deleted" ? "NOT " : ""}NULL`;
      const asked = status === "deleted" || status === "all" ? [] : [status];
      const text = `SELECT * FROM games WHERE ${deleted} AND (created_at, id) < (?, ?)${asked.length > 0 ? " AND status = ?" : ""} ${newestFirst}`;
      return (await ask(text, [...placeOf({ after }), ...asked, limit])).map(readGame);
    },
    unfinished: async () =>
      (await ask("SELECT * FROM games WHERE status IN ('open', 'live') ORDER BY created_at, id")).map(readGame),
    count: async () => {
      const counts: Record<GameStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const row of await ask(db.counts)) {
        const counted = countRow.safeParse(row);
        if (counted.success) counts[counted.data.status] = counted.data.n;
      }
      return counts;
    },
    entriesAfter: async (id, limit) => {
      // Reads until the limit is reached, since fewer entries mean the end of the log.
      const entries: Entry[] = [];
      for (let from = id; ; ) {
        const asked = limit - entries.length;
        const rows = await ask("SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?", [from, asked]);
        entries.push(...entriesIn(rows));
        if (rows.length < asked || entries.length === limit) return entries;
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

const leagueReader = ({ ask, noLimit, wholeLeague }: Database): LeagueReader => ({
  wholeLeague,
  league: async (id) => {
    const [row] = await ask("SELECT * FROM leagues WHERE id = ?", [id]);
    return row ? readLeague(row) : null;
  },
  leagueVersion: async (id) => Number((await ask("SELECT version FROM leagues WHERE id = ?", [id]))[0]?.version ?? 0),
  unfinishedLeagues: async () =>
    Number((await ask("SELECT count(*) AS n FROM leagues WHERE status IN ('open', 'live')"))[0]?.n ?? 0),
  leagueLog: async (id, after, limit) => {
    const text = "SELECT * FROM events WHERE league_id = ? AND seq > ? ORDER BY seq LIMIT ?";
    return (await ask(text, [id, after, limit ?? noLimit])).map(readLeagueEntry);
  },
  leagues: async ({ status, limit, after }) => {
    const asked = status === "all" ? [] : [status];
    const text = `SELECT * FROM leagues WHERE (created_at, id) < (?, ?)${asked.length > 0 ? " AND status = ?" : ""} ${newestFirst}`;
    return (await ask(text, [...placeOf({ after }), ...asked, limit])).map(readLeague);
  },
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
    return rows.flatMap(readTally);
  },
  ratedEntrants: async (kind) => {
    const rows = await ask(
      `SELECT identity, name, last FROM (
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
    return rows.flatMap(readRatedEntrant);
  },
});
