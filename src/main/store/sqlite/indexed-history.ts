import type { DatabaseSync } from "node:sqlite";
import type { Steps } from "../../../shared/steps.ts";
import { createHistoryIndex, type HistoryIndex, type IndexedGame } from "../history-index.ts";
import { allRows } from "./all-rows.ts";

/** Milliseconds of work after which others have their turn, and rows that are read at a time. */
const AT_ONCE_MS = 5;
const ROWS_AT_ONCE = 250;

export interface IndexedHistory {
  /** The index with all that is kept; null where more is new than can be taken up at once: it will be soon. */
  current(): HistoryIndex | null;
  /** Says that it will be wanted. */
  prepare(): void;
}

const columns = "id, finished_at, search, kind, person, league_id";
const isThere = "status = 'finished' AND deleted_at IS NULL";

/**
 * Finished games of a database by their words, in memory. It is made when somebody first looks at finished games, and
 * follows the log from then on, only when it is asked: a game that ends costs nothing more than before, and what other
 * programs wrote is in it as well.
 */
export function createIndexedHistory(db: DatabaseSync): IndexedHistory {
  const statements = {
    lastEntry: db.prepare("SELECT max(id) AS id FROM events"),
    // Of games from before the log told of their ends.
    endless: db.prepare(
      `SELECT ${columns} FROM games INDEXED BY games_history WHERE ${isThere} AND finished_at IS NULL ORDER BY id`,
    ),
    ended: db.prepare(
      `SELECT ${columns} FROM games INDEXED BY games_history WHERE ${isThere} AND (finished_at, id) > (?, ?)
       ORDER BY finished_at, id LIMIT ${ROWS_AT_ONCE}`,
    ),
    changed: db.prepare(
      `SELECT ${columns}, ${isThere} AS there FROM games
       WHERE id IN (SELECT game_id FROM events WHERE id > ? AND id <= ?)`,
    ),
  };
  let index: HistoryIndex | null = null;
  /** The last entry of the log that is in the index. */
  let followed = 0;
  const lastEntry = () => Number(statements.lastEntry.get()?.id ?? 0);

  const make = function* (): Steps<HistoryIndex> {
    const made = createHistoryIndex();
    for (const row of allRows(statements.endless)) made.put(gameIn(row));
    for (let last: readonly [number, string] = [Number.MIN_SAFE_INTEGER, ""]; ; ) {
      const games = allRows(statements.ended, ...last).map(gameIn);
      for (const game of games) made.put(game);
      const end = games.at(-1);
      if (games.length < ROWS_AT_ONCE || !end) return made;
      last = [end.finishedAt ?? 0, end.id];
      yield;
    }
  };
  const follow = function* (): Steps<HistoryIndex> {
    if (index === null || index.worn()) {
      index = null;
      const from = lastEntry();
      index = yield* make();
      followed = from;
    }
    for (let last = lastEntry(); followed < last; last = lastEntry()) {
      const to = Math.min(followed + ROWS_AT_ONCE, last);
      for (const row of allRows(statements.changed, followed, to)) {
        if (row.there === 1) index.put(gameIn(row));
        else index.remove(String(row.id));
      }
      followed = to;
      yield;
    }
    return index;
  };

  let work: Steps<HistoryIndex> | null = null;
  let isPrepared = false;
  /** Some of the work; what is made of it, once there is no more. */
  const advance = (): HistoryIndex | null => {
    try {
      work ??= follow();
      for (const since = performance.now(); performance.now() - since < AT_ONCE_MS; ) {
        const step = work.next();
        if (!step.done) continue;
        work = null;
        return step.value;
      }
      prepare();
    } catch {
      // Whoever looks something up without the index is told what is the matter with the database.
      work = null;
    }
    return null;
  };
  const prepare = () => {
    if (isPrepared) return;
    isPrepared = true;
    setImmediate(() => {
      isPrepared = false;
      if (db.isOpen) advance();
    });
  };
  return { current: advance, prepare };
}

const gameIn = (row: Readonly<Record<string, unknown>>): IndexedGame => ({
  id: String(row.id),
  finishedAt: row.finished_at === null ? null : Number(row.finished_at),
  search: String(row.search),
  kind: String(row.kind),
  person: row.person === 1,
  league: row.league_id === null ? null : String(row.league_id),
});
