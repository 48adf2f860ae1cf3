import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isBusy, outOfDescriptors } from "./failure.ts";
import { migrate, versionOf } from "./migrate.ts";

/**
 * Opens or makes a database and brings it up to date: WAL, and a commit is on the disk when it returns. Throws with a
 * plain message that names the file when it cannot be used.
 */
export function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { open: false });
  try {
    db.open();
    db.exec(
      "PRAGMA busy_timeout = 500; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
    );
    migrate(db);
    // From now on others would wait along with it.
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    const reason = unusable(path, error);
    if (db.isOpen) db.close();
    throw new Error(reason, { cause: error });
  }
}

/**
 * Why a database that is there and that nobody has open could not be used; null where nothing is known against it. It is
 * left as it is, and what a host that was killed wrote last is not looked at.
 */
export function obstacleIn(path: string): string | null {
  const address = pathToFileURL(path);
  // SQLite would put files of its own beside one that could change.
  address.searchParams.set("immutable", "1");
  try {
    using db = new DatabaseSync(address, { readOnly: true });
    versionOf(db);
    return null;
  } catch (error) {
    return unusable(path, error);
  }
}

const unusable = (path: string, error: unknown): string => `${path} cannot be used: ${reasonOf(error, path)}`;

/** Why it cannot be used and what to do, to be asked before anything that was opened is closed. */
function reasonOf(error: unknown, path: string): string {
  if (outOfDescriptors(path)) return "too many files are open. Raise the limit (ulimit -n), then start again";
  const cause = error instanceof Error ? error.message : String(error);
  if (isBusy(error)) return `another program holds it locked (${cause}). Close that program, then start again`;
  const isOurs = !(error instanceof Error && "code" in error);
  return isOurs ? cause : `${cause}. Move the file away to begin with an empty one, or choose another --data-dir`;
}
