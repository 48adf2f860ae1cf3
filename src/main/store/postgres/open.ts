import { messageOf } from "../../../shared/error-text.ts";
import type { DatabaseAddress } from "./address.ts";
import { type Connection, connectAlone, connectForTransfer } from "./connections.ts";
import { obstacleOf, POOLED } from "./failure.ts";
import { checkVersion, migrate } from "./migrate.ts";

/** The oldest version with `pg_current_xact_id`. */
const OLDEST = 13;

/**
 * Checks a database and upgrades it. `remark` is called with what makes it less safe than Kibitz promises. Throws with
 * a plain message, in which the address stands without its password.
 */
export const openDatabase = (address: DatabaseAddress, remark: (message: string) => void): Promise<void> =>
  visit(address, remark, migrate);

/**
 * The reason why a database could not be used, in the words of `openDatabase`; null where it could. Changes nothing.
 */
export async function obstacleAt(address: DatabaseAddress, remark: (message: string) => void): Promise<string | null> {
  try {
    await visit(address, remark, checkVersion);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

async function visit(
  address: DatabaseAddress,
  remark: (message: string) => void,
  then: (db: Connection) => Promise<unknown>,
): Promise<void> {
  let db: Connection | null = null;
  try {
    db = await connectForTransfer(address);
    await refusePooler(db, address);
    await examine(db, (message) => remark(`the database ${address.shown} ${message}`));
    await then(db);
  } catch (error) {
    throw new Error(`The database ${address.shown} cannot be used: ${obstacleOf(error)}`, { cause: error });
  } finally {
    await db?.end();
  }
}

/**
 * Throws where a pooler gives each transaction another connection of the database: settings, prepared statements and
 * listeners of one connection would come to others. Two of our connections that are the same one there, or one that
 * changes, show it.
 */
async function refusePooler(db: Connection, address: DatabaseAddress): Promise<void> {
  const processOf = async (connection: Connection) =>
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

async function examine(db: Connection, remark: (message: string) => void): Promise<void> {
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
