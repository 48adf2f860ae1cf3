import { DatabaseSync } from "node:sqlite";
import { migrate } from "../migrate.ts";

/**
 * Opens or makes a database and brings it up to date: WAL, and a commit is on the disk when it returns. Throws with a
 * plain message that names the file when it cannot be used.
 */
export function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { open: false });
  try {
    db.open();
    db.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000",
    );
    migrate(db);
    return db;
  } catch (error) {
    if (db.isOpen) db.close();
    const cause = error instanceof Error ? error.message : String(error);
    const isOurs = !(error instanceof Error && "code" in error);
    const advice = isOurs ? "" : ". Move the file away to begin with an empty one, or choose another --data-dir";
    throw new Error(`${path} cannot be used: ${cause}${advice}`, { cause: error });
  }
}
