import { messageOf } from "../../../shared/error-text.ts";
import { type Schema, stepsFrom } from "../schema.ts";
import type { Connection } from "./connections.ts";
import { postgresSchema } from "./schema.ts";
import { transaction } from "./transaction.ts";

/** A lock number that nobody else uses: the letters KIBITZ. */
const LOCK = 0x4b49_4249_545a;

/**
 * Upgrades a database, all of it or nothing, and under a lock: of hosts that start together one does it and the others
 * find it done. Throws as `stepsFrom` does, and changes nothing then.
 */
export const migrate = (db: Connection, schema: Schema = postgresSchema): Promise<void> =>
  transaction(db, async () => {
    // The lock belongs to the transaction and not to the session: it ends with it, even behind a pooler.
    await db.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const version = await versionOf(db);
    if (version === 0)
      await db.query(`
        CREATE TABLE IF NOT EXISTS kibitz_schema (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL);
        INSERT INTO kibitz_schema VALUES (1, 0) ON CONFLICT DO NOTHING`);
    for (const step of stepsFrom(version, schema)) {
      await db.query(step.sql).catch((error: unknown) => {
        const reason = messageOf(error);
        throw new Error(`it could not be brought to version ${step.version}: ${reason}`, { cause: error });
      });
      await db.query("UPDATE kibitz_schema SET version = $1", [step.version]);
    }
  });

/** Throws as `stepsFrom` does where a database is of another version; changes nothing. */
export const checkVersion = async (db: Connection): Promise<void> =>
  void stepsFrom(await versionOf(db), postgresSchema);

/** The version of a database; 0 for an empty one. */
async function versionOf(db: Connection): Promise<number> {
  const there = await db.query<{ there: boolean }>("SELECT to_regclass('kibitz_schema') IS NOT NULL AS there");
  if (!there.rows[0]?.there) return 0;
  const read = await db.query<{ version: number }>("SELECT version FROM kibitz_schema");
  return read.rows[0]?.version ?? 0;
}
