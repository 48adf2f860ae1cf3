import { setImmediate as nextPass } from "node:timers/promises";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Row } from "./columns.ts";
import { createExplorerIndex, type ExplorerIndex, type PathGame } from "./explorer-index.ts";
import { isFinished } from "./history.ts";
import type { Database } from "./rows.ts";
import type { PositionQuery } from "./values.ts";

/** Rows read at a time; the event loop goes on in between. */
const ROWS_AT_ONCE = 250;

/**
 * Finds the moves tried in a position of finished games, in an index in memory. The index is built at the first
 * question, or ahead of it, and follows the log from then on, only when it is asked: the end of a game costs nothing
 * more than before, and other hosts' games are in it as well. Rejects where the database does not answer.
 */
export function createIndexedPaths(db: Pick<Database, "ask" | "finishedGames" | "lastEntry">) {
  const { ask, finishedGames: games } = db;
  const all = "id, finished_at, person, result, path, first_kind, first_name, second_kind, second_name";
  const along = "LEFT JOIN game_paths ON game_paths.game_id = games.id";
  const texts = {
    // Games that were over before the log recorded ends are read by their own rows.
    endless: `SELECT ${all} FROM ${games} ${along} WHERE ${isFinished} AND finished_at IS NULL`,
    finishedSince: `SELECT ${all} FROM ${games} ${along} WHERE ${isFinished} AND (finished_at, id) > (?, ?)
      ORDER BY finished_at, id LIMIT ${ROWS_AT_ONCE}`,
    changesSince: `SELECT ${all}, CASE WHEN ${isFinished} THEN 1 ELSE 0 END AS there FROM games ${along}
      WHERE id IN (SELECT game_id FROM events WHERE id > ? AND id <= ?)`,
  };
  let index: ExplorerIndex | null = null;
  /** The last entry of the log that is in the index. */
  let position = 0;
  const lastEntry = async () => Number((await ask(db.lastEntry))[0]?.id ?? 0);

  const make = async (): Promise<ExplorerIndex> => {
    const next = createExplorerIndex();
    for (const row of await ask(texts.endless)) next.put(gameIn(row));
    for (let last: Row | undefined = { finished_at: Number.MIN_SAFE_INTEGER, id: "" }; last; ) {
      await nextPass();
      const rows = await ask(texts.finishedSince, [last.finished_at, last.id]);
      for (const row of rows) next.put(gameIn(row));
      last = rows.at(-1);
    }
    return next;
  };
  const follow = async (): Promise<ExplorerIndex> => {
    if (!index) {
      const from = await lastEntry();
      index = await make();
      position = from;
    }
    const current = index;
    for (let last = await lastEntry(); position < last; last = await lastEntry()) {
      const to = Math.min(position + ROWS_AT_ONCE, last);
      for (const row of await ask(texts.changesSince, [position, to])) {
        if (row.there === 1) current.put(gameIn(row));
        else current.remove(String(row.id));
      }
      position = to;
      if (to < last) await nextPass();
    }
    return current;
  };

  let following: Promise<unknown> = Promise.resolve();
  /** One question after the other: each finds everything stored before it, and all of them together take one slice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = following.then(work, work);
    following = next;
    return next;
  };
  return {
    movesTried: (query: PositionQuery) => inTurn(async () => runInSlices((await follow()).find(query))),
    /** Reads the positions of every finished game, so that the first call of `movesTried` is as fast as later ones. */
    prepareTried: async () => void (await inTurn(follow)),
  };
}

const gameIn = (row: Row): PathGame => ({
  id: String(row.id),
  person: row.person === 1 ? 1 : 0,
  result: resultOf(row),
  path: row.path === null ? "" : String(row.path),
  first_kind: String(row.first_kind),
  first_name: nameIn(row.first_name),
  second_kind: String(row.second_kind),
  second_name: nameIn(row.second_name),
});
const nameIn = (name: unknown) => (name === null ? null : String(name));
/** The winner, by seat, as a row has it. */
const resultOf = (row: Row) => (["first", "second", "draw"] as const).find((each) => each === row.result) ?? null;
