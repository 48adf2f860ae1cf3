import { chmodSync, existsSync, lstatSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../../shared/result.ts";
import { isBusy, isDamaged, outOfDescriptors } from "../../base/disk.ts";
import { type Schema, stepsFrom } from "../schema.ts";
import { diskAdvice, transaction, writeNothing } from "./group-commit.ts";
import { sqliteSchema } from "./schema.ts";

/**
 * Opens or creates a database and upgrades it: WAL, and a commit is on the disk when it returns. Throws with a plain
 * message that names the file when it cannot be used. A new one gets its name when it is complete: so an empty file is
 * not a new database but a damaged one.
 */
function openDatabase(path: string): DatabaseSync {
  let db = new DatabaseSync(path, { open: false });
  const open = (file: string, synchronous: "FULL" | "OFF") => {
    db = new DatabaseSync(file, { open: false });
    db.open();
    db.exec(
      `PRAGMA busy_timeout = 500; PRAGMA synchronous = ${synchronous}; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON`,
    );
    migrate(db);
    // SQLite opens what it cannot write to all the same.
    writeNothing(db);
  };
  try {
    const damage = damageOf(path);
    if (damage !== null) throw new DamagedFile(damage);
    if (path !== ":memory:" && !existsSync(path)) {
      const draft = `${path}.new`;
      for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(file, { force: true });
      // Flushed once, when it is complete: closing the last connection writes the write-ahead log into the file.
      open(draft, "OFF");
      db.exec("PRAGMA synchronous = FULL");
      db.close();
      chmodSync(draft, 0o600);
      renameSync(draft, path);
    }
    open(path, "FULL");
    // From now on a wait inside SQLite would block the process.
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    const reason = unusableFile(path, error);
    if (db.isOpen) db.close();
    throw new Error(reason, { cause: error });
  }
}

/** Opens a database for reading alone, by a parameter that keeps SQLite from making files beside it. */
function openForReading(path: string, parameter: "immutable" | "readonly_shm"): DatabaseSync {
  const address = pathToFileURL(path);
  address.searchParams.set(parameter, "1");
  return new DatabaseSync(address, { readOnly: true });
}

/** Opens a database as usual; where its disk takes nothing, for reading alone, with the reason and what to do. */
export function openEither(path: string): { readonly db: DatabaseSync; readonly readOnly?: string } {
  try {
    return { db: openDatabase(path) };
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const advice = outOfDescriptors(path) ? null : diskAdvice(cause, path);
    if (advice === null || !existsSync(path)) throw error;
    const readOnly = `Kibitz shows what there is and keeps nothing new, since it cannot write to ${path} (${messageOf(cause)}). Nothing is lost; ${advice}, then start Kibitz again`;
    try {
      // Where there is a write-ahead log, its index is made in memory.
      const db = openForReading(path, sizeOf(`${path}-wal`) === 0 ? "immutable" : "readonly_shm");
      if (stepsTo(db).length === 0) return { db, readOnly };
      db.close();
    } catch {
      // It cannot be opened for reading, either: the first error is thrown.
    }
    throw error;
  }
}

/** Damage that can be told before a database is opened, and that SQLite would repair by dropping data. */
class DamagedFile extends Error {}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The reason not to open or create a database; null where there is none. */
function damageOf(path: string): string | null {
  if (existsSync(path)) return sizeOf(path) === 0 ? "it is empty, and a database of Kibitz never is" : null;
  if (lstatSync(path, { throwIfNoEntry: false })) return "it is a link to a file that is not there";
  return sizeOf(`${path}-wal`) > 0 ? `${path}-wal is there without it, and holds what was kept last` : null;
}

/**
 * The reason why a database that nobody has open could not be used; null where none is known. It is left as it is,
 * without what a killed host wrote last.
 */
export function obstacleIn(path: string): string | null {
  try {
    const damage = damageOf(path);
    if (damage !== null) throw new DamagedFile(damage);
    using db = openForReading(path, "immutable");
    stepsTo(db);
    // The file of a killed host need not be whole without its write-ahead log, which is not read.
    if (sizeOf(`${path}-wal`) > 0) return null;
    const [check = "ok"] = Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {});
    if (check !== "ok") throw new DamagedFile(String(check));
    return null;
  } catch (error) {
    return unusableFile(path, error);
  }
}

const unusableFile = (path: string, error: unknown): string => `${path} cannot be used: ${reasonOf(error, path)}`;

/** The reason and the remedy, to be found before anything that was opened is closed. */
function reasonOf(error: unknown, path: string): string {
  if (outOfDescriptors(path)) return "too many files are open. Raise the limit (ulimit -n), then start again";
  const cause = messageOf(error);
  if (isBusy(error)) return `another program holds it locked (${cause}). Close that program, then start again`;
  if (error instanceof DamagedFile || isDamaged(error))
    return (
      `it is damaged (${cause}). It was left as it is. \`kibitz doctor\` looks again and changes nothing. ` +
      "Put it back, or a copy from a backup in its place. To begin with an empty one, move it into another folder, and " +
      `with it ${path}-wal and ${path}-shm where they are there: SQLite's own program may still read much of it (.recover)`
    );
  const advice = diskAdvice(error, path) ?? diskAdvice(error instanceof Error && error.cause, path);
  if (advice !== null) return `${cause}. Nothing is lost; ${advice}, then start again`;
  const isOurs = !(error instanceof Error && "code" in error);
  return isOurs ? cause : `${cause}. Move the file away to begin with an empty one, or choose another --data-dir`;
}

/** Upgrades a database, with the number in `user_version`: all of it or nothing. Throws as `stepsFrom` does. */
export function migrate(db: DatabaseSync, schema: Schema = sqliteSchema): void {
  const steps = stepsTo(db, schema);
  if (steps.length === 0) return;
  transaction(db, () => {
    for (const { version, sql } of steps) {
      try {
        db.exec(`${sql}; PRAGMA user_version = ${version}`);
      } catch (error) {
        throw new Error(`it could not be brought to version ${version}: ${messageOf(error)}`, { cause: error });
      }
    }
  });
}

/** The steps that a database still needs. Throws as `stepsFrom` does. */
const stepsTo = (db: DatabaseSync, schema: Schema = sqliteSchema) =>
  stepsFrom(Number(db.prepare("PRAGMA user_version").get()?.user_version ?? 0), schema);
