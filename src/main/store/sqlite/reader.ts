import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextPass } from "node:timers/promises";
import { createLogRows } from "../log-rows.ts";
import {
  countRow,
  readGame,
  readGameEntry,
  readLeague,
  readLeagueEntry,
  readPart,
  readRatedEntrant,
  readTally,
} from "../rows.ts";
import {
  type Entry,
  type GameReader,
  type GameStatus,
  isOfGame,
  type LeaguePart,
  type LeagueReader,
} from "../store.ts";
import { allRows } from "./all-rows.ts";
import { createHistory } from "./history.ts";

/**
 * Reads a SQLite database. Answers are computed at once; they are promises because the interface's are. `damaged` is
 * called once for each entry that is left out of the log of all games.
 */
export function createReader(
  db: DatabaseSync,
  positions: Pick<GameReader, "tried" | "prepareTried">,
  damaged: (message: string) => void,
): GameReader & LeagueReader {
  return { ...gameReader(db, damaged), ...positions, ...leagueReader(db) };
}

function gameReader(db: DatabaseSync, damaged: (message: string) => void): Omit<GameReader, "tried" | "prepareTried"> {
  const statements = {
    game: db.prepare("SELECT * FROM games WHERE id = ?"),
    version: db.prepare("SELECT version FROM games WHERE id = ?"),
    log: db.prepare("SELECT * FROM events WHERE game_id = ? AND seq > ? ORDER BY seq LIMIT ?"),
    listAll: db.prepare(
      "SELECT * FROM games WHERE deleted_at IS NULL AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?",
    ),
    listBy: db.prepare(
      "SELECT * FROM games WHERE deleted_at IS NULL AND status = ? AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?",
    ),
    listDeleted: db.prepare(
      "SELECT * FROM games WHERE deleted_at IS NOT NULL AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?",
    ),
    unfinished: db.prepare("SELECT * FROM games WHERE status IN ('open', 'live') ORDER BY created_at, id"),
    count: db.prepare("SELECT status, sum(games) AS n FROM game_counts GROUP BY status"),
    entriesAfter: db.prepare("SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?"),
    lastEntry: db.prepare("SELECT max(id) AS id FROM events"),
    lastBeat: db.prepare("SELECT at FROM heartbeat"),
  };

  const finished = createHistory(db);
  const entriesIn = createLogRows(damaged);

  return {
    game: async (id) => {
      const [row] = allRows(statements.game, id);
      return row ? readGame(row) : null;
    },
    gameVersion: async (id) => Number(statements.version.get(id)?.version ?? 0),
    // SQLite reads a negative limit as none.
    log: async (id, after, limit = -1) => allRows(statements.log, id, after, limit).map(readGameEntry),
    games: async (ids) => ids.flatMap((id) => allRows(statements.game, id).map(readGame)),
    logs: async (wanted) =>
      wanted
        .flatMap(({ id, after }) => entriesIn(allRows(statements.log, id, after, -1)))
        .filter(isOfGame)
        .toSorted((one, other) => one.id - other.id),
    list: async ({ status, limit, after }) => {
      const from = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };
      const place = [from.createdAt, from.id, limit];
      const rows =
        status === "all"
          ? allRows(statements.listAll, ...place)
          : status === "deleted"
            ? allRows(statements.listDeleted, ...place)
            : allRows(statements.listBy, status, ...place);
      return rows.map(readGame);
    },
    history: async (query) => {
      const { ids, total } = finished.page(query);
      return { games: ids.flatMap((id) => allRows(statements.game, id).map(readGame)), total };
    },
    historyIds: async (search) => finished.all(search),
    unfinished: async () => allRows(statements.unfinished).map(readGame),
    count: async () => {
      const counts: Record<GameStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const row of statements.count.all()) {
        const counted = countRow.safeParse(row);
        if (counted.success) counts[counted.data.status] = counted.data.n;
      }
      return counts;
    },
    entriesAfter: async (id, limit) => {
      // As many as were asked for, where there are so many: fewer mean the end of the log.
      const entries: Entry[] = [];
      for (let from = id; ; ) {
        const asked = limit - entries.length;
        const rows = allRows(statements.entriesAfter, from, asked);
        entries.push(...entriesIn(rows));
        if (rows.length < asked || entries.length === limit) return entries;
        from = Number(rows.at(-1)?.id);
      }
    },
    lastEntryId: async () => Number(statements.lastEntry.get()?.id ?? 0),
    lastBeat: async () => {
      const at = allRows(statements.lastBeat)[0]?.at;
      return typeof at === "number" ? at : null;
    },
  };
}

/** Parts of a league read in one piece, and attempts to do so where it changes meanwhile. */
const AT_ONCE = 1_000;
const TRIES = 4;

function leagueReader(db: DatabaseSync): LeagueReader {
  const statements = {
    league: db.prepare("SELECT * FROM leagues WHERE id = ?"),
    parts: db.prepare(
      `SELECT part, number, data FROM league_parts
       WHERE league_id = ? AND number > coalesce(json_extract(?, '$."' || part || '"'), 0) AND (part, number) > (?, ?)
       ORDER BY part, number LIMIT ?`,
    ),
    version: db.prepare("SELECT version FROM leagues WHERE id = ?"),
    unfinished: db.prepare("SELECT count(*) AS n FROM leagues WHERE status IN ('open', 'live')"),
    log: db.prepare("SELECT * FROM events WHERE league_id = ? AND seq > ? ORDER BY seq LIMIT ?"),
    list: db.prepare(
      "SELECT * FROM leagues WHERE (? = 'all' OR status = ?) AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?",
    ),
    reviews: db.prepare(
      "SELECT id, review FROM games WHERE league_id = ? AND league_id IS NOT NULL AND review IS NOT NULL ORDER BY id",
    ),
    tallies: db.prepare(
      `SELECT first_rated AS first, second_rated AS second, winner, reason, course, count(*) AS games
       FROM games WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
       GROUP BY first_rated, second_rated, winner, reason, course`,
    ),
    entrants: db.prepare(
      `SELECT identity, name, max(finished_at) AS last FROM (
         SELECT first_rated AS identity, first_name AS name, finished_at FROM games
         WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
         UNION ALL SELECT second_rated, second_name, finished_at FROM games
         WHERE kind = ? AND first_rated IS NOT NULL AND status = 'finished'
       ) GROUP BY identity`,
    ),
  };
  return {
    league: async (id) => {
      const [row] = allRows(statements.league, id);
      return row ? readLeague(row) : null;
    },
    wholeLeague: async (id, known = {}) => {
      for (let attempt = 1; ; attempt += 1) {
        const [row] = allRows(statements.league, id);
        if (!row) return null;
        const league = readLeague(row);
        const parts: LeaguePart[] = [];
        // The last attempt reads everything in one go, so that it succeeds even if the league changes again and again.
        const most = attempt === TRIES ? -1 : AT_ONCE;
        for (let page: LeaguePart[]; ; await nextPass()) {
          const { part, number } = parts.at(-1) ?? { part: "", number: 0 };
          page = allRows(statements.parts, id, JSON.stringify(known), part, number, most).map(readPart);
          parts.push(...page);
          if (page.length < most || most === -1) break;
        }
        // A league whose row is damaged has no version to compare.
        const [now] = most === -1 ? [] : allRows(statements.version, id);
        if (most === -1 || league.version === Number(now?.version ?? 0)) return { ...league, parts };
      }
    },
    leagueVersion: async (id) => Number(statements.version.get(id)?.version ?? 0),
    unfinishedLeagues: async () => Number(statements.unfinished.get()?.n ?? 0),
    leagueLog: async (id, after, limit = -1) => allRows(statements.log, id, after, limit).map(readLeagueEntry),
    leagues: async ({ status, limit, after }) => {
      const from = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };
      return allRows(statements.list, status, status, from.createdAt, from.id, limit).map(readLeague);
    },
    leagueReviews: async (id) =>
      allRows(statements.reviews, id).map((row) => ({ id: String(row.id), review: String(row.review) })),
    ratedTallies: async (kind) => allRows(statements.tallies, kind).flatMap(readTally),
    ratedEntrants: async (kind) => allRows(statements.entrants, kind, kind).flatMap(readRatedEntrant),
  };
}
