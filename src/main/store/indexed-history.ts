import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { createHistoryIndex, type HistoryIndex, type IndexedGame } from "./history-index.ts";
import { type Dialect, isFinished } from "./history-sql.ts";

type Row = Readonly<Record<string, unknown>>;

/** The database whose finished games are indexed. */
export interface IndexedDatabase {
  /** Gives the rows; rejects where the database does not answer. */
  readonly ask: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>;
  readonly value: Dialect["value"];
  /** The games, with what the database has to be told of how to look for the finished ones. */
  readonly games: string;
  /** Asks for the id of the newest entry of the log. */
  readonly lastEntry: string;
}

export interface IndexedHistory {
  /** The index with all that is kept; null where that takes longer than a search waits: it will be there soon. */
  current(): Promise<HistoryIndex | null>;
  /** Says that it will be wanted. */
  prepare(): void;
}

/** Milliseconds that a search waits for the index before it goes without. */
const PATIENCE_MS = 100;
/** Rows that are read at a time; others have their turn in between. */
const ROWS_AT_ONCE = 250;
const columns = "id, finished_at, search, kind, person, league_id, result, own_result, opening, elo";

/**
 * Finished games of a database by their words, in memory. The index is made when somebody first looks at finished games,
 * and follows the log from then on, only when it is asked: a game that ends costs nothing more than before, and what
 * others wrote is in it as well.
 */
export function createIndexedHistory(database: IndexedDatabase): IndexedHistory {
  const { ask, value, games } = database;
  const texts = {
    // Nothing tells when some games ended that were over before the log told of it.
    endless: `SELECT ${columns} FROM ${games} WHERE ${isFinished} AND finished_at IS NULL`,
    ended: `SELECT ${columns} FROM ${games} WHERE ${isFinished} AND (finished_at, id) > (${value(1)}, ${value(2)})
      ORDER BY finished_at, id LIMIT ${ROWS_AT_ONCE}`,
    changed: `SELECT ${columns}, CASE WHEN ${isFinished} THEN 1 ELSE 0 END AS there FROM games
      WHERE id IN (SELECT game_id FROM events WHERE id > ${value(1)} AND id <= ${value(2)})`,
  };
  let index: HistoryIndex | null = null;
  /** The last entry of the log that is in the index. */
  let followed = 0;
  const lastEntry = async () => Number((await ask(database.lastEntry, []))[0]?.id ?? 0);

  const make = async (): Promise<HistoryIndex> => {
    const made = createHistoryIndex();
    for (const row of await ask(texts.endless, [])) made.put(gameIn(row));
    for (let last: Row | undefined = { finished_at: Number.MIN_SAFE_INTEGER, id: "" }; last; ) {
      await nextTurn();
      const rows = await ask(texts.ended, [last.finished_at, last.id]);
      for (const row of rows) made.put(gameIn(row));
      last = rows.at(-1);
    }
    return made;
  };
  const follow = async (): Promise<HistoryIndex> => {
    let made = index?.worn() ? null : index;
    if (!made) {
      const from = await lastEntry();
      made = await make();
      followed = from;
      index = made;
    }
    for (let last = await lastEntry(); followed < last; last = await lastEntry()) {
      const to = Math.min(followed + ROWS_AT_ONCE, last);
      for (const row of await ask(texts.changed, [followed, to])) {
        if (row.there === 1) made.put(gameIn(row));
        else made.remove(String(row.id));
      }
      followed = to;
      if (to < last) await nextTurn();
    }
    return made;
  };

  let following: Promise<HistoryIndex | null> = Promise.resolve(null);
  // One after the other: who asks now is to find what was kept before, also where somebody else has asked already. Who
  // looks something up without the index is told what is the matter with the database.
  const next = () => {
    following = following.then(follow).catch(() => null);
    return following;
  };
  return {
    current: () => Promise.race([next(), pause(PATIENCE_MS, null, { ref: false })]),
    prepare: () => void next(),
  };
}

const gameIn = (row: Row): IndexedGame => ({
  id: String(row.id),
  finishedAt: numberIn(row.finished_at),
  search: String(row.search),
  kind: String(row.kind),
  person: row.person === 1,
  league: textIn(row.league_id),
  result: results.find((each) => each === row.result) ?? null,
  ownResult: ownResults.find((each) => each === row.own_result) ?? null,
  opening: textIn(row.opening),
  elo: numberIn(row.elo),
});

const results = ["first", "second", "draw"] as const;
const ownResults = ["won", "lost", "drawn"] as const;
const textIn = (value: unknown): string | null => (value === null ? null : String(value));
const numberIn = (value: unknown): number | null => (value === null ? null : Number(value));
