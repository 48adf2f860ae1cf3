import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { accept, messageOf, type Refusal, type Result } from "../../../shared/result.ts";
import { awakeTime } from "../../base/awake-time.ts";
import { extendedCodeOf, isBusy, isOnReadOnlyDisk, primaryCodeOf } from "../../base/disk.ts";
import { type Columns, changing, columns } from "../columns.ts";
import { type Commit, findConflict, outcomeUnknown, storageFailed } from "../commit.ts";
import type { CommitNotification, Entry } from "../store.ts";

/** SQLite's primary result codes (sqlite.org/rescode), and the remedies. */
const advices: ReadonlyMap<number, string> = new Map([
  [5, "another program holds the database locked: close that program or wait until it has done its work"],
  [8, "the database may not be written to: give it back to this user or make its disk writable"],
  [10, "the disk has a fault or is full: see to it"],
  [11, "the database is damaged: close Kibitz and ask `kibitz doctor`, which says what to do"],
  [13, "free some disk space"],
  [14, "the database's files cannot be opened: see whether the data folder is still there"],
]);

const IOERR_WRITE = 778;

/** Thrown where a transaction may be in the database after a kill or a power cut, although it was not stored. */
class SettlementUnknown extends Error {}

/**
 * Whether a failed COMMIT may have left the whole transaction in the write-ahead log: the disk did not flush it, or its
 * place there could not be noted. Where a write failed, the end of it is missing.
 */
const mayBeWritten = (error: unknown): boolean => primaryCodeOf(error) === 10 && extendedCodeOf(error) !== IOERR_WRITE;

/** The remedy where a database's disk is full, faulty or read-only; null for all other errors. */
export function diskAdvice(error: unknown, path: string): string | null {
  const code = primaryCodeOf(error);
  if (![8, 10, 13, 14].includes(code)) return null;
  return advices.get(isOnReadOnlyDisk(path) ? 8 : code) ?? null;
}

/** An error of SQLite as a refusal that says what to do. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof SettlementUnknown) return outcomeUnknown(error, "The disk has a fault or is full: see to it. ");
  const advice = advices.get(primaryCodeOf(error));
  return storageFailed(error, advice && `Nothing is lost; ${advice}, then try again`);
}

/** Runs work in a transaction. Throws its error after rolling back; `SettlementUnknown` if the disk did neither. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  let isWritten = false;
  try {
    const value = work();
    isWritten = true;
    db.exec("COMMIT");
    return value;
  } catch (error) {
    // A full disk may have rolled back already; the first error is the one that tells.
    if (db.isTransaction) db.exec("ROLLBACK");
    try {
      // The next start would find the failed transaction in the write-ahead log, so another one is written over it.
      if (isWritten && mayBeWritten(error)) writeNothing(db);
    } catch {
      throw new SettlementUnknown(messageOf(error), { cause: error });
    }
    throw error;
  }
}

/** Stores a transaction that changes nothing. Throws what keeps the disk from storing anything. */
export const writeNothing = (db: DatabaseSync): void =>
  db.exec(`PRAGMA user_version = ${Number(db.prepare("PRAGMA user_version").get()?.user_version)}`);

/** A row by the names of its columns. */
type SqlValues = Readonly<Record<string, SQLInputValue>>;

/** Columns that change with the status. */
const withStatus = ["status", "first_rated", "second_rated", "course"];
const { id: _, ...newEntry } = columns.events;

/**
 * Makes a function that runs a statement with values by their names, in the order of its placeholders. `node:sqlite`
 * takes 1.7 times as long for an insert whose values it is given by name.
 */
function runner(db: DatabaseSync, sql: string, names: readonly string[]) {
  const statement = db.prepare(sql);
  return (values: SqlValues) => statement.run(...names.map((name) => values[name] ?? null));
}

/**
 * Writes commits within a transaction of the caller's. All versions are compared before anything is written: a commit
 * that is refused with `CONFLICT` leaves the transaction as it was, and no savepoint is needed.
 */
function createWriter(db: DatabaseSync): (commit: Commit) => CommitAnswer {
  const versions = {
    game: db.prepare("SELECT version FROM games WHERE id = ?"),
    league: db.prepare("SELECT version FROM leagues WHERE id = ?"),
  };
  const insert = (table: string, row: Columns, or = "") => {
    const names = Object.keys(row);
    const values = names.map(() => "?").join(", ");
    return runner(db, `INSERT ${or} INTO ${table} (${names.join(", ")}) VALUES (${values})`, names);
  };
  /** @param where another column that must have its value already */
  const update = (table: string, row: Columns, where?: string) => {
    const names = Object.keys(row);
    const set = names.map((name) => `${name} = ?`).join(", ");
    const text = `UPDATE ${table} SET ${set} WHERE id = ? AND version = ?`;
    return where === undefined
      ? runner(db, text, [...names, "id", "expected"])
      : runner(db, `${text} AND ${where} = ?`, [...names, "id", "expected", where]);
  };
  const rows = {
    game: {
      // Never an upsert: a new game cannot overwrite another one.
      create: insert("games", columns.games),
      updates: [
        // A column that is set has its indexes written again, changed or not, and most commits leave the status as it is.
        update("games", changing(columns.games, ...withStatus), "status"),
        update("games", changing(columns.games)),
      ],
    },
    league: { create: insert("leagues", columns.leagues), updates: [update("leagues", changing(columns.leagues))] },
  };
  const addPath = insert("game_paths", columns.game_paths, "OR IGNORE");
  const keepPart = insert("league_parts", columns.league_parts, "OR REPLACE");
  const addEntry = insert("events", newEntry);

  return ({ writes }) => {
    const conflict = findConflict(writes, (aggregate, id) => Number(versions[aggregate].get(id)?.version ?? 0));
    if (conflict) return conflict;
    const entries: Entry[] = [];
    for (const { aggregate, id, expectedVersion: version, ...change } of writes) {
      const row = { ...change.row, expected: version };
      if (version === 0) rows[aggregate].create(row);
      else if (!rows[aggregate].updates.some((update) => update(row).changes === 1))
        throw new Error(`${aggregate} ${id} left version ${version} within a transaction`);
      for (const path of change.paths) addPath(path);
      for (const part of change.parts) keepPart(part);
      for (const { row, entryAt } of change.entries) entries.push(entryAt(Number(addEntry(row).lastInsertRowid)));
    }
    return accept(entries);
  };
}

/** Milliseconds between two tries while another program holds the lock, and how long a commit waits for it at most. */
const RETRY_MS = 25;
const PATIENCE_MS = 2_000;

type CommitAnswer = Result<readonly Entry[]>;

/**
 * Commits that arrive in the same pass of the event loop share one transaction, and so one flush to the disk. Another
 * program's lock is waited for on a timer: SQLite's own waiting would block the process. `obstacle` returns the reason why
 * nothing can be stored just now; null where all is well.
 */
export function createGroupCommit(
  db: DatabaseSync,
  publish: (news: CommitNotification) => void,
  obstacle: () => Refusal | null,
) {
  const write = createWriter(db);
  type Waiting = { readonly commit: Commit; readonly since: number; readonly resolve: (answer: CommitAnswer) => void };
  let waiting: Waiting[] = [];
  let retry: NodeJS.Timeout | null = null;
  let idle: PromiseWithResolvers<void> | null = null;

  const answer = ({ commit, resolve }: Waiting, result: CommitAnswer) => {
    if (result.ok) publish({ entries: result.value, changes: commit.changes });
    resolve(result);
  };
  const alone = ({ commit }: Waiting): CommitAnswer => {
    try {
      return obstacle() ?? transaction(db, () => write(commit));
    } catch (error) {
      return refusalFor(error);
    }
  };
  /** Their answers in order; `busy` for another program's lock, null where they cannot be stored together. */
  const together = (batch: readonly Waiting[]): readonly CommitAnswer[] | { readonly busy: unknown } | null => {
    try {
      const refusal = obstacle();
      return refusal ? batch.map(() => refusal) : transaction(db, () => batch.map(({ commit }) => write(commit)));
    } catch (error) {
      // A second attempt that fails would be said to be undone, and the first may be in the database.
      if (error instanceof SettlementUnknown) return batch.map(() => refusalFor(error));
      return isBusy(error) ? { busy: error } : null;
    }
  };
  const keepAll = () => {
    if (retry) clearTimeout(retry);
    retry = null;
    const batch = waiting;
    waiting = [];
    const results = batch.length === 0 ? [] : together(batch);
    if (results && "busy" in results) {
      const latest = awakeTime.now() - PATIENCE_MS;
      waiting = batch.filter(({ since }) => since > latest);
      for (const each of batch) if (each.since <= latest) answer(each, refusalFor(results.busy));
    } else {
      // One commit that cannot be stored must not take the others with it.
      for (const [index, each] of batch.entries()) answer(each, results?.[index] ?? alone(each));
    }
    if (waiting.length > 0) {
      retry = setTimeout(keepAll, RETRY_MS);
      return;
    }
    idle?.resolve();
    idle = null;
  };

  return {
    /** Resolves when the commit is on the disk and published, or with the refusal. */
    add: (commit: Commit): Promise<CommitAnswer> =>
      new Promise((resolve) => {
        waiting.push({ commit, since: awakeTime.now(), resolve });
        if (waiting.length === 1 && !retry) setImmediate(keepAll);
      }),
    /** Stores the waiting commits in this pass of the event loop. Resolves when none waits. */
    flush: (): Promise<void> => {
      idle ??= Promise.withResolvers();
      const { promise } = idle;
      keepAll();
      return promise;
    },
  };
}
