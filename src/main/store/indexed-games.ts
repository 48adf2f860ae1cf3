import { setImmediate as nextTurn } from "node:timers/promises";
import { type Dialect, isFinished } from "./history-sql.ts";

export type Row = Readonly<Record<string, unknown>>;

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

/** An index of finished games, in memory. */
export interface GameIndex {
  /** Takes up a game, or what has become of one. */
  put(row: Row): void;
  /** Leaves a game out, where it is known. */
  remove(id: string): void;
  /** Whether it holds more of what is gone than of what is there, and is better made anew. */
  worn(): boolean;
}

/** The parts of an index. */
export interface Indexed<Index> {
  readonly create: () => Index;
  /** The columns that it is told of a game beside `id` and `finished_at`. */
  readonly columns: string;
  /** Another table that they are read from: a join to the games. */
  readonly along?: string;
}

/** Rows that are read at a time; others have their turn in between. */
const ROWS_AT_ONCE = 250;

/**
 * An index of a database's finished games, in memory. It is made when somebody first asks for it, and follows the log from
 * then on, only when it is asked for: a game that ends costs nothing more than before, and what others wrote is in it as
 * well. Gives what gives it with all that is kept; that rejects where the database does not answer.
 */
export function createIndexedGames<Index extends GameIndex>(
  { ask, value, games, lastEntry: lastEntryText }: IndexedDatabase,
  { create, columns, along = "" }: Indexed<Index>,
): () => Promise<Index> {
  const all = `id, finished_at, ${columns}`;
  const texts = {
    // Nothing tells when some games ended that were over before the log told of it.
    endless: `SELECT ${all} FROM ${games} ${along} WHERE ${isFinished} AND finished_at IS NULL`,
    ended: `SELECT ${all} FROM ${games} ${along} WHERE ${isFinished} AND (finished_at, id) > (${value(1)}, ${value(2)})
      ORDER BY finished_at, id LIMIT ${ROWS_AT_ONCE}`,
    changed: `SELECT ${all}, CASE WHEN ${isFinished} THEN 1 ELSE 0 END AS there FROM games ${along}
      WHERE id IN (SELECT game_id FROM events WHERE id > ${value(1)} AND id <= ${value(2)})`,
  };
  let index: Index | null = null;
  /** The last entry of the log that is in the index. */
  let followed = 0;
  const lastEntry = async () => Number((await ask(lastEntryText, []))[0]?.id ?? 0);

  const make = async (): Promise<Index> => {
    const made = create();
    for (const row of await ask(texts.endless, [])) made.put(row);
    for (let last: Row | undefined = { finished_at: Number.MIN_SAFE_INTEGER, id: "" }; last; ) {
      await nextTurn();
      const rows = await ask(texts.ended, [last.finished_at, last.id]);
      for (const row of rows) made.put(row);
      last = rows.at(-1);
    }
    return made;
  };
  const follow = async (): Promise<Index> => {
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
        if (row.there === 1) made.put(row);
        else made.remove(String(row.id));
      }
      followed = to;
      if (to < last) await nextTurn();
    }
    return made;
  };

  let following: Promise<unknown> = Promise.resolve();
  // One after the other: who asks now is to find what was kept before, also where somebody else has asked already.
  return () => {
    const next = following.catch(() => {}).then(follow);
    following = next;
    next.catch(() => {});
    return next;
  };
}
