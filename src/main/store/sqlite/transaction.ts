import type { DatabaseSync } from "node:sqlite";

/** Runs work in a transaction and returns its result. Throws the work's error after rolling back. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    db.exec("COMMIT");
    return value;
  } catch (error) {
    // A full disk may have rolled back already; the first error is the one that tells.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
