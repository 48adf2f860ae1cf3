import type { Connection } from "./connections.ts";
import { gamesLeaguesLog } from "./migrations/001-games-leagues-log.ts";
import { leases } from "./migrations/002-leases.ts";
import { arena } from "./migrations/003-arena.ts";
import { courses } from "./migrations/004-courses.ts";
import { resultsAndRatings } from "./migrations/005-results-and-ratings.ts";
import { gamePaths } from "./migrations/006-game-paths.ts";
import { deletedGamesListed } from "./migrations/007-deleted-games-listed.ts";

/** In order; a migration's number is its place here plus one. Never change one that has been released. */
const migrations = [gamesLeaguesLog, leases, arena, courses, resultsAndRatings, gamePaths, deletedGamesListed];

/** Any number that nobody else locks: the letters KIBITZ. */
const LOCK = 0x4b49_4249_545a;

/**
 * Brings a database up to date, each migration in a transaction of its own together with its number, and under a lock:
 * of hosts that start together one does it and the others find it done. Throws when the database was made by a newer
 * Kibitz, or for something else: nothing is touched then.
 */
export async function migrate(db: Connection): Promise<void> {
  while (await migrateOnce(db));
}

/** Applies the next migration. Gives whether there was one. */
async function migrateOnce(db: Connection): Promise<boolean> {
  await db.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    // Of the transaction and not of the session: it ends with it, whatever stands between us and the database.
    await db.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    const version = (await knownVersionOf(db)) ?? (await begin(db));
    const migration = migrations[version];
    if (migration) await apply(db, migration, version + 1);
    await db.query("COMMIT");
    return migration !== undefined;
  } catch (error) {
    await db.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** The version of a database; null where there is nothing of Kibitz's yet. Throws where a newer Kibitz made it. */
export async function knownVersionOf(db: Connection): Promise<number | null> {
  const there = await db.query<{ there: boolean }>("SELECT to_regclass('kibitz_schema') IS NOT NULL AS there");
  if (!there.rows[0]?.there) return null;
  const read = await db.query<{ version: number }>("SELECT version FROM kibitz_schema");
  const version = read.rows[0]?.version ?? 0;
  if (version > migrations.length)
    throw new Error(
      `it is of version ${version}, and this Kibitz knows up to ${migrations.length}: update Kibitz, or name another database`,
    );
  return version;
}

/** Gives the version that it begins with. */
async function begin(db: Connection): Promise<number> {
  await db.query("CREATE TABLE kibitz_schema (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL)");
  await db.query("INSERT INTO kibitz_schema VALUES (1, 0)");
  return 0;
}

async function apply(db: Connection, migration: (typeof migrations)[number], number: number): Promise<void> {
  try {
    await db.query(migration.sql);
    await db.query("UPDATE kibitz_schema SET version = $1", [number]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration “${migration.name}” failed: ${reason}`, { cause: error });
  }
}
