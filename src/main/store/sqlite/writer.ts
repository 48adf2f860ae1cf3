import type { DatabaseSync } from "node:sqlite";
import { accept, type Result } from "../../../shared/result.ts";
import { type Commit, findConflict, type WrittenGame, type WrittenLeague } from "../commit.ts";
import { searchedText } from "../search.ts";
import type { Entry } from "../store.ts";

export type Writer = (commit: Commit) => Result<readonly Entry[]>;

/** Columns that change as a game goes on, without its status. */
const changing = [
  ...["version", "started_at", "finished_at", "deleted_at", "winner", "reason", "person", "plies", "opening", "search"],
  ...["review", "result", "own_result", "elo"],
  ...["first_kind", "first_name", "second_kind", "second_name", "snapshot_form", "snapshot"],
];
const columns = [
  ...changing,
  "status",
  "kind",
  "created_at",
  "league_id",
  "first_rated",
  "second_rated",
  "course",
  "id",
];

/**
 * Writes commits within a transaction of the caller's. All versions are compared before anything is written: a commit
 * that is refused with `CONFLICT` leaves the transaction as it was, and no savepoint is needed.
 */
export function createWriter(db: DatabaseSync): Writer {
  const versions = {
    game: db.prepare("SELECT version FROM games WHERE id = ?"),
    league: db.prepare("SELECT version FROM leagues WHERE id = ?"),
  };
  // Never an upsert: a new game cannot overwrite another one.
  const create = db.prepare(`INSERT INTO games (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`);
  const set = changing.map((name) => `${name} = ?`).join(", ");
  // A column that is set has its indexes written again, changed or not, and most commits leave the status as it is.
  const playOn = db.prepare(`UPDATE games SET ${set} WHERE id = ? AND version = ? AND status = ?`);
  const update = db.prepare(
    `UPDATE games SET ${set}, status = ?, first_rated = ?, second_rated = ?, course = ? WHERE id = ? AND version = ?`,
  );
  const addPath = db.prepare("INSERT OR IGNORE INTO game_paths (game_id, path) VALUES (?, ?)");
  const addEvent = db.prepare("INSERT INTO events (game_id, league_id, seq, at, body) VALUES (?, ?, ?, ?, ?)");

  const createLeague = db.prepare(
    "INSERT INTO leagues (version, name, status, finished_at, snapshot_form, snapshot, kind, created_at, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const updateLeague = db.prepare(
    "UPDATE leagues SET version = ?, name = ?, status = ?, finished_at = ?, snapshot_form = ?, snapshot = ? WHERE id = ? AND version = ?",
  );
  const keepPart = db.prepare(
    "INSERT OR REPLACE INTO league_parts (league_id, part, number, data) VALUES (?, ?, ?, ?)",
  );

  const keepGame = (change: WrittenGame) => {
    const { id, expectedVersion, columns: game } = change;
    const values = changingValues(change);
    const [first, second] = game.rated ?? [null, null];
    if (expectedVersion === 0) {
      return void create.run(
        ...values,
        game.status,
        game.kind,
        game.createdAt,
        game.league,
        first,
        second,
        game.course,
        id,
      );
    }
    if (playOn.run(...values, id, expectedVersion, game.status).changes === 1) return;
    if (update.run(...values, game.status, first, second, game.course, id, expectedVersion).changes === 1) return;
    throw new Error(`game ${id} left version ${expectedVersion} within a transaction`);
  };

  const keepLeague = (change: WrittenLeague) => {
    const { id, expectedVersion, columns: league, form, snapshot, parts, events } = change;
    const version = expectedVersion + events.length;
    const values = [version, league.name, league.status, league.finishedAt, form, snapshot];
    if (expectedVersion === 0) createLeague.run(...values, league.kind, league.createdAt, id);
    else if (updateLeague.run(...values, id, expectedVersion).changes !== 1)
      throw new Error(`league ${id} left version ${expectedVersion} within a transaction`);
    for (const { part, number, data } of parts) keepPart.run(id, part, number, data);
  };

  return ({ written, at }) => {
    const conflict = findConflict(written, (aggregate, id) => Number(versions[aggregate].get(id)?.version ?? 0));
    if (conflict) return conflict;
    const entries: Entry[] = [];
    const add = (game: string | null, league: string | null, seq: number, body: string) =>
      Number(addEvent.run(game, league, seq, at, body).lastInsertRowid);
    for (const change of written) {
      const { id } = change;
      let seq = change.expectedVersion;
      if (change.aggregate === "league") {
        keepLeague(change);
        for (const { event, body } of change.events) {
          seq += 1;
          entries.push({ id: add(null, id, seq, body), leagueId: id, seq, at, event });
        }
        continue;
      }
      keepGame(change);
      if (change.path !== null) addPath.run(id, change.path);
      for (const { event, body } of change.events) {
        seq += 1;
        entries.push({ id: add(id, null, seq, body), gameId: id, seq, at, event });
      }
    }
    return accept(entries);
  };
}

/** In the order of {@link changing}. */
function changingValues({ columns: game, expectedVersion, events, form, snapshot }: WrittenGame) {
  const [first, second] = game.entrants;
  return [
    ...[expectedVersion + events.length, game.startedAt, game.finishedAt, game.deletedAt, game.winner, game.reason],
    ...[game.person ? 1 : 0, game.plies, game.opening, searchedText(game)],
    ...[game.review, game.result, game.ownResult, game.elo],
    ...[first.kind, first.name, second.kind, second.name, form, snapshot],
  ];
}
