import type { Ask } from "../ask.ts";
import { createLogRows } from "../log-rows.ts";
import {
  countRow,
  readGame,
  readGameEntry,
  readLeague,
  readLeagueEntry,
  readParts,
  readRatedEntrant,
  readTally,
} from "../rows.ts";
import { type Entry, type GameReader, type GameStatus, isOfGame, type LeagueReader, type Page } from "../store.ts";
import { createHistory } from "./history.ts";

/** Reads a PostgreSQL database. `damaged` is called once for each entry that is left out of the log of all games. */
export function createReader(
  ask: Ask,
  positions: Pick<GameReader, "tried" | "prepareTried">,
  damaged: (message: string) => void,
): GameReader & LeagueReader {
  const found = findingNoNul(ask);
  return { ...gameReader(found, damaged), ...positions, ...leagueReader(found) };
}

/** A search with U+0000 matches no row, since PostgreSQL's texts have none, and the database would refuse it. */
const findingNoNul =
  (ask: Ask): Ask =>
  async (text, values = []) =>
    values.some((value) => typeof value === "string" && value.includes("\0")) ? [] : ask(text, values);

/** The beginning of a list: after every possible row. */
const fromThere = ({ after }: Pick<Page, "after">) => after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };

function gameReader(ask: Ask, damaged: (message: string) => void): Omit<GameReader, "tried" | "prepareTried"> {
  const entriesIn = createLogRows(damaged);
  const finished = createHistory(ask);
  return {
    game: async (id) => {
      const [row] = await ask("SELECT * FROM games WHERE id = $1", [id]);
      return row ? readGame(row) : null;
    },
    gameVersion: async (id) => Number((await ask("SELECT version FROM games WHERE id = $1", [id]))[0]?.version ?? 0),
    log: async (id, after, limit) => {
      const text = "SELECT * FROM events WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
      return (await ask(text, [id, after, limit ?? null])).map(readGameEntry);
    },
    games: async (ids) => (await ask("SELECT * FROM games WHERE id = ANY($1)", [ids])).map(readGame),
    logs: async (wanted) => {
      const text = `SELECT events.* FROM json_to_recordset($1::json) AS wanted (id text, after integer)
        JOIN events ON game_id = wanted.id AND seq > wanted.after ORDER BY events.id`;
      return entriesIn(await ask(text, [JSON.stringify(wanted)])).filter(isOfGame);
    },
    list: async (page) => {
      const { createdAt, id } = fromThere(page);
      const [deleted, all] = [page.status === "deleted", page.status === "deleted" || page.status === "all"];
      const rows = await ask(
        `SELECT * FROM games WHERE deleted_at IS ${deleted ? "NOT " : ""}NULL AND (created_at, id) < ($1, $2) ${all ? "" : "AND status = $4"}
         ORDER BY created_at DESC, id DESC LIMIT $3`,
        [createdAt, id, page.limit, ...(all ? [] : [page.status])],
      );
      return rows.map(readGame);
    },
    history: (query) => finished.page(query),
    historyIds: (search) => finished.all(search),
    unfinished: async () =>
      (await ask("SELECT * FROM games WHERE status IN ('open', 'live') ORDER BY created_at, id")).map(readGame),
    count: async () => {
      const counts: Record<GameStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const row of await ask("SELECT status, count(*) AS n FROM games WHERE deleted_at IS NULL GROUP BY status")) {
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
        const rows = await ask("SELECT * FROM events WHERE id > $1 ORDER BY id LIMIT $2", [from, asked]);
        entries.push(...entriesIn(rows));
        if (rows.length < asked || entries.length === limit) return entries;
        from = Number(rows.at(-1)?.id);
      }
    },
    lastEntryId: async () => Number((await ask("SELECT id FROM log_end"))[0]?.id ?? 0),
    lastBeat: async () => {
      const at = (await ask("SELECT at FROM heartbeat"))[0]?.at;
      return typeof at === "number" ? at : null;
    },
  };
}

function leagueReader(ask: Ask): LeagueReader {
  return {
    league: async (id) => {
      const [row] = await ask("SELECT * FROM leagues WHERE id = $1", [id]);
      return row ? readLeague(row) : null;
    },
    wholeLeague: async (id, known = {}) => {
      // In one statement, since other hosts write between two.
      const [row] = await ask(
        `SELECT *, (
           SELECT json_agg(json_build_object('part', part, 'number', number, 'data', data) ORDER BY part, number)
           FROM league_parts WHERE league_id = $1 AND number > coalesce(($2::json ->> part)::integer, 0)
         ) AS parts FROM leagues WHERE id = $1`,
        [id, JSON.stringify(known)],
      );
      return row ? { ...readLeague(row), parts: readParts(row.parts) } : null;
    },
    leagueVersion: async (id) =>
      Number((await ask("SELECT version FROM leagues WHERE id = $1", [id]))[0]?.version ?? 0),
    unfinishedLeagues: async () =>
      Number((await ask("SELECT count(*) AS n FROM leagues WHERE status IN ('open', 'live')"))[0]?.n ?? 0),
    leagueLog: async (id, after, limit) => {
      const text = "SELECT * FROM events WHERE league_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
      return (await ask(text, [id, after, limit ?? null])).map(readLeagueEntry);
    },
    leagues: async (page) => {
      const { createdAt, id } = fromThere(page);
      const rows = await ask(
        `SELECT * FROM leagues WHERE ($1 = 'all' OR status = $1) AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [page.status, createdAt, id, page.limit],
      );
      return rows.map(readLeague);
    },
    leagueReviews: async (id) => {
      const rows = await ask("SELECT id, review FROM games WHERE league_id = $1 AND review IS NOT NULL ORDER BY id", [
        id,
      ]);
      return rows.map((row) => ({ id: String(row.id), review: String(row.review) }));
    },
    ratedTallies: async (kind) => {
      const rows = await ask(
        `SELECT first_rated AS first, second_rated AS second, winner, reason, course, count(*) AS games FROM games
         WHERE kind = $1 AND first_rated IS NOT NULL AND status = 'finished' GROUP BY 1, 2, 3, 4, 5`,
        [kind],
      );
      return rows.flatMap(readTally);
    },
    ratedEntrants: async (kind) => {
      const rows = await ask(
        `SELECT DISTINCT ON (identity) identity, name, finished_at AS last FROM (
           SELECT first_rated AS identity, first_name AS name, finished_at FROM games
           WHERE kind = $1 AND first_rated IS NOT NULL AND status = 'finished'
           UNION ALL SELECT second_rated, second_name, finished_at FROM games
           WHERE kind = $1 AND first_rated IS NOT NULL AND status = 'finished'
         ) AS seats ORDER BY identity, finished_at DESC NULLS LAST`,
        [kind],
      );
      return rows.flatMap(readRatedEntrant);
    },
  };
}
