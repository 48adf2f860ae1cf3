import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { setImmediate as nextPass } from "node:timers/promises";
import { refuse } from "../../../shared/result.ts";
import { fileIdentity, isBusy } from "../../base/disk.ts";
import { entryOf } from "../../base/once-for.ts";
import type { Ask } from "../columns.ts";
import { storageFailed, writeCommit } from "../commit.ts";
import { createReader, taskCanceller } from "../reader.ts";
import { type Database, readLeague, readPart } from "../rows.ts";
import { type CommitNotification, createSubscribers, ownDuties, type Store } from "../store.ts";
import type { LeaguePart } from "../values.ts";
import { checkpointInThread } from "./checkpoints.ts";
import { createGroupCommit, refusalFor, writeNothing } from "./group-commit.ts";
import { openEither } from "./open.ts";

type SqliteRow = Record<string, SQLOutputValue>;

/** All rows of a query. In a row with a number that is too large for JavaScript, that is a bigint: damaged. */
function allRows(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly SqliteRow[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all(...values).map(asNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

const asNumbers = (row: SqliteRow): SqliteRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const number = Number(value);
      return [name, typeof value === "bigint" && Number.isSafeInteger(number) ? number : value];
    }),
  );

/** A SQLite database as it is read. Answers are computed at once; they are promises because others' are. */
export function sqliteDatabase(db: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  const toSqlite = (value: unknown) =>
    typeof value === "number" || typeof value === "bigint" || value === null ? value : String(value);
  const ask: Ask = async (text, values = []) => {
    const statement = entryOf(statements, text, () => db.prepare(text));
    return allRows(statement, ...values.map(toSqlite));
  };
  return {
    ask,
    wholeLeague: wholeLeagueIn(ask),
    // SQLite reads a negative limit as none.
    noLimit: -1,
    position: "instr",
    textsIn: "SELECT value FROM json_each(?)",
    triplesIn: "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
    requestTable: "(SELECT value ->> 'id' AS id, value ->> 'after' AS after FROM json_each(?)) AS wanted",
    // Left to itself, SQLite goes by the status and reads every row.
    finishedGames: "games INDEXED BY games_history",
    counts: "SELECT status, sum(games) AS n FROM game_counts GROUP BY status",
    countFinished:
      "SELECT sum(games) AS total FROM game_counts WHERE status = 'finished' AND kind = ifnull(?, kind) AND person >= ?",
    lastEntry: "SELECT max(id) AS id FROM events",
  };
}

/** Parts of a league read in one piece, and attempts to do so where it changes meanwhile. */
const AT_ONCE = 1_000;
const TRIES = 4;

const wholeLeagueIn =
  (ask: Ask): Database["wholeLeague"] =>
  async (id, versions = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const [row] = await ask("SELECT * FROM leagues WHERE id = ?", [id]);
      if (!row) return null;
      const league = readLeague(row);
      const parts: LeaguePart[] = [];
      // The last attempt reads everything in one go, so that it succeeds even if the league changes again and again.
      const most = attempt === TRIES ? -1 : AT_ONCE;
      for (let page: LeaguePart[]; ; await nextPass()) {
        const { part, number } = parts.at(-1) ?? { part: "", number: 0 };
        const rows = await ask(
          `SELECT part, number, data FROM league_parts
           WHERE league_id = ? AND number > coalesce(json_extract(?, '$."' || part || '"'), 0) AND (part, number) > (?, ?)
           ORDER BY part, number LIMIT ?`,
          [id, JSON.stringify(versions), part, number, most],
        );
        page = rows.map(readPart);
        parts.push(...page);
        if (page.length < most || most === -1) break;
      }
      // A league whose row is damaged has no version to compare.
      const [now] = most === -1 ? [] : await ask("SELECT version FROM leagues WHERE id = ?", [id]);
      if (most === -1 || league.version === Number(now?.version ?? 0)) return { ...league, parts };
    }
  };

/**
 * A store in a SQLite file, which is created or upgraded if necessary. Throws with a plain message when it cannot be
 * used. `:memory:` makes one that lasts as long as the store. `remark` is called about what cannot be read and is left
 * out.
 */
export function openSqliteStore(path: string, remark: (message: string) => void = () => {}): Store {
  const { db, readOnly } = openEither(path);
  if (readOnly !== undefined) remark(readOnly);
  const database = sqliteDatabase(db);
  const reader = createReader(database, remark);
  const subscribers = createSubscribers();
  const filesAreThere = watchFiles(path);
  const obstacle = () => {
    if (!db.isOpen) return storageFailed("the store is closed");
    if (readOnly !== undefined)
      return refuse("STORAGE_FAILED", `This could not be saved, so it did not happen. ${readOnly}`);
    if (filesAreThere()) return null;
    return storageFailed(`the files of ${path} were deleted or replaced`, "Put them back, or start Kibitz again");
  };
  const checkpoints = checkpointInThread(db, readOnly === undefined ? path : null, remark);
  const publish = (news: CommitNotification) => {
    checkpoints.noteCommit();
    if (news.entries.length > 0) subscribers.tell(news);
  };
  const group = createGroupCommit(db, publish, obstacle);
  /** Runs a statement that writes outside the commits. */
  const keep: Ask = async (text, values) => {
    const refusal = obstacle();
    if (refusal) throw new Error(refusal.message);
    return database.ask(text, values);
  };

  return {
    ...reader,
    ...(readOnly === undefined ? {} : { readOnly }),
    duties: ownDuties(readOnly === undefined),
    commit: async (changes, at) => {
      const commit = writeCommit(changes, at);
      return commit.ok ? group.add(commit.value) : commit;
    },
    subscribe: subscribers.listen,
    cancelTask: taskCanceller(keep),
    check: async () => {
      const trouble = obstacle()?.message ?? checkpoints.trouble();
      if (trouble !== null) throw new Error(trouble);
      try {
        writeNothing(db);
        checkpoints.noteCommit();
      } catch (error) {
        // A commit waits until another program lets go of the database.
        if (!isBusy(error)) throw new Error(refusalFor(error).message, { cause: error });
      }
    },
    beat: async (now) => {
      await keep("INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at", [
        Math.round(now),
      ]);
    },
    close: async () => {
      await group.flush();
      subscribers.clear();
      // The last connection that closes writes the write-ahead log into the file.
      await checkpoints.close();
      if (db.isOpen) db.close();
    },
  };
}

/**
 * Tells whether the files that a database was opened with are still in their folder. A deleted file can be written to
 * as long as it is open, and all of that is lost afterwards; SQLite does not check.
 */
function watchFiles(path: string): () => boolean {
  if (path === ":memory:") return () => true;
  const files = [path, `${path}-wal`, `${path}-shm`].map((file) => ({ file, identity: fileIdentity(file) }));
  return () => files.every(({ file, identity }) => fileIdentity(file) === identity);
}
