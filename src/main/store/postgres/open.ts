import { messageOf } from "../../../shared/result.ts";
import type { DatabaseAddress } from "../address.ts";
import { type Schema, stepsFrom } from "../schema.ts";
import { connectAlone, connectForTransfer, obstacleOf, type PgClient, POOLED, transaction } from "./connections.ts";
import { postgresSchema } from "./schema.ts";

/** The oldest version with `pg_current_xact_id`. */
const OLDEST = 13;

/**
 * Checks a database and upgrades it. `remark` is called with what makes it less safe than Kibitz promises. Throws with
 * a plain message, in which the address stands without its password.
 */
export const openDatabase = (address: DatabaseAddress, remark: (message: string) => void): Promise<void> =>
  withConnection(address, remark, migrate);

/** Why a database could not be used, in the words of `openDatabase`; null where it could. Changes nothing. */
export async function obstacleAt(address: DatabaseAddress, remark: (message: string) => void): Promise<string | null> {
  try {
    await withConnection(address, remark, async (db) => stepsFrom(await versionOf(db), postgresSchema));
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The failure with the address, and what to do. */
export const unusableDatabase = ({ display }: DatabaseAddress, error: unknown): Error =>
  new Error(`The database ${display} cannot be used: ${obstacleOf(error)}`, { cause: error });

async function withConnection(
  address: DatabaseAddress,
  remark: (message: string) => void,
  then: (db: PgClient) => Promise<unknown>,
): Promise<void> {
  let db: PgClient | null = null;
  try {
    db = await connectForTransfer(address);
    await refusePooler(db, address);
    await checkDatabase(db, (message) => remark(`the database ${address.display} ${message}`));
    await then(db);
  } catch (error) {
    throw unusableDatabase(address, error);
  } finally {
    await db?.end();
  }
}

/**
 * Throws where a pooler gives each transaction another connection of the database: settings, prepared statements and
 * listeners of one connection would come to others. Two of our connections that are the same one there, or one that
 * changes, show it.
 */
async function refusePooler(db: PgClient, address: DatabaseAddress): Promise<void> {
  const processOf = async (connection: PgClient) =>
    (await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
  const other = await connectAlone(address);
  try {
    const first = await processOf(db);
    await other.query("BEGIN");
    const second = await processOf(other);
    const again = await processOf(db);
    await other.query("ROLLBACK");
    if (second === first || again !== first) throw new Error(POOLED);
  } finally {
    await other.end();
  }
}

async function checkDatabase(db: PgClient, remark: (message: string) => void): Promise<void> {
  const { rows } = await db.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('server_version_num', 'server_encoding', 'fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  const set = new Map(rows.map(({ name, setting }) => [name, setting]));
  if (Number(set.get("server_version_num")) < OLDEST * 10_000)
    throw new Error(`it is older than PostgreSQL ${OLDEST}: bring it up to date`);
  if (set.get("server_encoding") !== "UTF8")
    throw new Error(`its encoding is ${set.get("server_encoding")}: make one with the encoding UTF8`);
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"])
    if (set.get(name) === "off")
      remark(`has ${name} off: moves that were acknowledged are lost when its machine fails`);
}

/** A lock number that nobody else uses: the letters KIBITZ. */
const LOCK = 0x4b49_4249_545a;

/**
 * Upgrades a database, all of it or nothing, and under a lock: of hosts that start together one does it and the others
 * find it done. Throws as `stepsFrom` does, and changes nothing then.
 */
export const migrate = (db: PgClient, schema: Schema = postgresSchema): Promise<void> =>
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

/** The version of a database; 0 for an empty one. */
async function versionOf(db: PgClient): Promise<number> {
  const there = await db.query<{ there: boolean }>("SELECT to_regclass('kibitz_schema') IS NOT NULL AS there");
  if (!there.rows[0]?.there) return 0;
  return (await db.query<{ version: number }>("SELECT version FROM kibitz_schema")).rows[0]?.version ?? 0;
}
