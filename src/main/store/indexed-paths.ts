import { setImmediate as nextPass } from "node:timers/promises";
import { createExplorerIndex, type ExplorerIndex, type PathGame } from "./explorer-index.ts";
import { type Dialect, isFinished } from "./history-sql.ts";
import type { GameReader } from "./store.ts";

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

/** Rows that are read at a time; others have their turn in between. */
const ROWS_AT_ONCE = 250;

/**
 * Looks the moves up that were played in the positions of a database's finished games, in an index in memory. It is made
 * when somebody first asks, and follows the log from then on, only when it is asked: a game that ends costs nothing more
 * than before, and what others wrote is in it as well. Rejects where the database does not answer.
 */
export function createIndexedPaths({
  ask,
  value,
  games,
  lastEntry: lastEntryText,
}: IndexedDatabase): GameReader["tried"] {
  const all = "id, finished_at, kind, person, result, path, first_kind, first_name, second_kind, second_name";
  const along = "LEFT JOIN game_paths ON game_paths.game_id = games.id";
  const texts = {
    // Nothing tells when some games ended that were over before the log told of it.
    endless: `SELECT ${all} FROM ${games} ${along} WHERE ${isFinished} AND finished_at IS NULL`,
    ended: `SELECT ${all} FROM ${games} ${along} WHERE ${isFinished} AND (finished_at, id) > (${value(1)}, ${value(2)})
      ORDER BY finished_at, id LIMIT ${ROWS_AT_ONCE}`,
    changed: `SELECT ${all}, CASE WHEN ${isFinished} THEN 1 ELSE 0 END AS there FROM games ${along}
      WHERE id IN (SELECT game_id FROM events WHERE id > ${value(1)} AND id <= ${value(2)})`,
  };
  let index: ExplorerIndex | null = null;
  /** The last entry of the log that is in the index. */
  let followed = 0;
  const lastEntry = async () => Number((await ask(lastEntryText, []))[0]?.id ?? 0);

  const make = async (): Promise<ExplorerIndex> => {
    const made = createExplorerIndex();
    for (const row of await ask(texts.endless, [])) made.put(gameIn(row));
    for (let last: Row | undefined = { finished_at: Number.MIN_SAFE_INTEGER, id: "" }; last; ) {
      await nextPass();
      const rows = await ask(texts.ended, [last.finished_at, last.id]);
      for (const row of rows) made.put(gameIn(row));
      last = rows.at(-1);
    }
    return made;
  };
  const follow = async (): Promise<ExplorerIndex> => {
    if (!index) {
      const from = await lastEntry();
      index = await make();
      followed = from;
    }
    const made = index;
    for (let last = await lastEntry(); followed < last; last = await lastEntry()) {
      const to = Math.min(followed + ROWS_AT_ONCE, last);
      for (const row of await ask(texts.changed, [followed, to])) {
        if (row.there === 1) made.put(gameIn(row));
        else made.remove(String(row.id));
      }
      followed = to;
      if (to < last) await nextPass();
    }
    return made;
  };

  let following: Promise<unknown> = Promise.resolve();
  // One after the other: who asks now is to find what was kept before, also where somebody else has asked already.
  return async (query) => {
    const next = following.catch(() => {}).then(follow);
    following = next;
    next.catch(() => {});
    return (await next).find(query);
  };
}

const gameIn = (row: Row): PathGame => ({
  ...{ id: String(row.id), kind: String(row.kind), person: row.person === 1, result: resultOf(row) },
  path: row.path === null ? "" : String(row.path),
  entrants: [entrantIn(row.first_kind, row.first_name), entrantIn(row.second_kind, row.second_name)],
});
const entrantIn = (kind: unknown, name: unknown) => ({
  kind: String(kind),
  name: name === null ? null : String(name),
});
/** The winner, by seat, as a row has it. */
const resultOf = (row: Row) => (["first", "second", "draw"] as const).find((each) => each === row.result) ?? null;
