import type { Connection } from "./connections.ts";

/** Runs work in a transaction. Rejects with the work's error after rolling back. */
export async function transaction(db: Connection, work: () => Promise<void>): Promise<void> {
  await db.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await work();
    await db.query("COMMIT");
  } catch (error) {
    await db.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
