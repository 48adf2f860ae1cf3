import type { DatabaseSync } from "node:sqlite";
import { foldText } from "../../../shared/text.ts";
import { gamesAndEvents } from "./migrations/001-games-and-events.ts";
import { versionsAndColumns } from "./migrations/002-versions-and-columns.ts";
import { leagues } from "./migrations/003-leagues.ts";
import { deletedGames } from "./migrations/004-deleted-games.ts";
import { history } from "./migrations/005-history.ts";
import { reviews } from "./migrations/006-reviews.ts";
import { countedGames } from "./migrations/007-counted-games.ts";
import { courses } from "./migrations/008-courses.ts";
import { resultsAndRatings } from "./migrations/009-results-and-ratings.ts";
import { gamePaths } from "./migrations/010-game-paths.ts";
import { deletedGamesListed } from "./migrations/011-deleted-games-listed.ts";
import { transaction } from "./transaction.ts";

/** In order; a migration's number is its place here plus one. Never change one that has been released. */
const migrations = [
  ...[gamesAndEvents, versionsAndColumns, leagues, deletedGames, history, reviews, countedGames, courses],
  ...[resultsAndRatings, gamePaths, deletedGamesListed],
];

/**
 * Brings a database up to date, each migration in a transaction of its own together with its number in `user_version`.
 * Throws when the database was made by a newer Kibitz: nothing is touched then.
 */
export function migrate(db: DatabaseSync): void {
  const version = versionOf(db);
  db.function("fold", { deterministic: true }, (text) => foldText(String(text)));
  migrations.slice(version).forEach((migration, done) => {
    try {
      transaction(db, () => {
        db.exec(migration.sql);
        db.exec(`PRAGMA user_version = ${version + done + 1}`);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`migration “${migration.name}” failed: ${reason}`, { cause: error });
    }
  });
}

/** How many of the migrations a database has had. Throws when it was made by a newer Kibitz. */
export function versionOf(db: DatabaseSync): number {
  const row = db.prepare("PRAGMA user_version").get();
  const version = Number(row?.user_version ?? 0);
  if (version > migrations.length)
    throw new Error(
      `the database is of version ${version}, and this Kibitz knows up to ${migrations.length}: update Kibitz, or choose another --data-dir`,
    );
  return version;
}
