import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { accept, type Result } from "../../../shared/result.ts";
import { type Commit, findConflict, type WrittenGame, type WrittenLeague } from "../commit.ts";
import { searchedText } from "../search.ts";
import type { Entry } from "../store.ts";

export type Writer = (commit: Commit) => Result<readonly Entry[]>;

/** Columns that change as a game goes on, without its status. */
const changing = [
  "version",
  "started_at",
  "finished_at",
  "deleted_at",
  "winner",
  "reason",
  "person",
  "plies",
  "opening",
  "search",
  "review",
  "result",
  "own_result",
  "elo",
  "first_kind",
  "first_name",
  "second_kind",
  "second_name",
  "snapshot_form",
  "snapshot",
] as const;
/** Columns that change with the status. */
const withStatus = ["status", "first_rated", "second_rated", "course"] as const;
const columns = [...changing, ...withStatus, "kind", "created_at", "league_id", "id"] as const;
/** A value for each of some columns, by its name. */
type Values<Names extends readonly string[]> = Readonly<Record<Names[number], SQLInputValue>>;

const leagueColumns = ["version", "name", "status", "finished_at", "snapshot_form", "snapshot"] as const;
const partColumns = ["league_id", "part", "number", "data"] as const;
const eventColumns = ["game_id", "league_id", "seq", "at", "body"] as const;

const insertInto = (table: string, names: readonly string[]): string =>
  `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
const assignments = (names: readonly string[]): string => names.map((name) => `${name} = ?`).join(", ");

/**
 * Makes a function that runs a statement with values by their names, in the order of its placeholders. `node:sqlite`
 * takes 1.7 times as long for an insert whose values it is given by name.
 */
function runner<const Names extends readonly string[]>(db: DatabaseSync, sql: string, names: Names) {
  const statement = db.prepare(sql);
  return (values: Values<Names>) => statement.run(...names.map((name: Names[number]) => values[name]));
}

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
  const create = runner(db, insertInto("games", columns), columns);
  // A column that is set has its indexes written again, changed or not, and most commits leave the status as it is.
  const updateWithinStatus = runner(
    db,
    `UPDATE games SET ${assignments(changing)} WHERE id = ? AND version = ? AND status = ?`,
    [...changing, "id", "expected", "status"],
  );
  const update = runner(
    db,
    `UPDATE games SET ${assignments([...changing, ...withStatus])} WHERE id = ? AND version = ?`,
    [...changing, ...withStatus, "id", "expected"],
  );
  const addPath = db.prepare("INSERT OR IGNORE INTO game_paths (game_id, path) VALUES (?, ?)");
  const addEvent = runner(db, insertInto("events", eventColumns), eventColumns);

  const newLeague = [...leagueColumns, "kind", "created_at", "id"] as const;
  const createLeague = runner(db, insertInto("leagues", newLeague), newLeague);
  const updateLeague = runner(db, `UPDATE leagues SET ${assignments(leagueColumns)} WHERE id = ? AND version = ?`, [
    ...leagueColumns,
    "id",
    "expected",
  ]);
  const keepPart = runner(
    db,
    insertInto("league_parts", partColumns).replace("INSERT", "INSERT OR REPLACE"),
    partColumns,
  );

  const keepGame = (change: WrittenGame) => {
    const { id, expectedVersion, columns: game } = change;
    const { status } = game;
    const values = changingValues(change);
    const [first_rated, second_rated] = game.rated ?? [null, null];
    const ofStatus: Values<typeof withStatus> = { status, first_rated, second_rated, course: game.course };
    if (expectedVersion === 0) {
      create({ ...values, ...ofStatus, kind: game.kind, created_at: game.createdAt, league_id: game.league, id });
      return;
    }
    const at = { id, expected: expectedVersion };
    if (updateWithinStatus({ ...values, ...at, status }).changes === 1) return;
    if (update({ ...values, ...ofStatus, ...at }).changes === 1) return;
    throw new Error(`game ${id} left version ${expectedVersion} within a transaction`);
  };

  const keepLeague = (change: WrittenLeague) => {
    const { id, expectedVersion, columns: league, form, snapshot, parts, events } = change;
    const values: Values<typeof leagueColumns> = {
      version: expectedVersion + events.length,
      name: league.name,
      status: league.status,
      finished_at: league.finishedAt,
      snapshot_form: form,
      snapshot,
    };
    if (expectedVersion === 0) createLeague({ ...values, kind: league.kind, created_at: league.createdAt, id });
    else if (updateLeague({ ...values, id, expected: expectedVersion }).changes !== 1)
      throw new Error(`league ${id} left version ${expectedVersion} within a transaction`);
    for (const { part, number, data } of parts) keepPart({ league_id: id, part, number, data });
  };

  return ({ written, at }) => {
    const conflict = findConflict(written, (aggregate, id) => Number(versions[aggregate].get(id)?.version ?? 0));
    if (conflict) return conflict;
    const entries: Entry[] = [];
    const add = (event: { game_id: string | null; league_id: string | null; seq: number; body: string }) =>
      Number(addEvent({ ...event, at }).lastInsertRowid);
    for (const change of written) {
      const { id } = change;
      let seq = change.expectedVersion;
      if (change.aggregate === "league") {
        keepLeague(change);
        for (const { event, body } of change.events) {
          seq += 1;
          entries.push({ id: add({ game_id: null, league_id: id, seq, body }), leagueId: id, seq, at, event });
        }
        continue;
      }
      keepGame(change);
      if (change.path !== null) addPath.run(id, change.path);
      for (const { event, body } of change.events) {
        seq += 1;
        entries.push({ id: add({ game_id: id, league_id: null, seq, body }), gameId: id, seq, at, event });
      }
    }
    return accept(entries);
  };
}

function changingValues({
  columns: game,
  expectedVersion,
  events,
  form,
  snapshot,
}: WrittenGame): Values<typeof changing> {
  const [first, second] = game.entrants;
  return {
    version: expectedVersion + events.length,
    started_at: game.startedAt,
    finished_at: game.finishedAt,
    deleted_at: game.deletedAt,
    winner: game.winner,
    reason: game.reason,
    person: game.person ? 1 : 0,
    plies: game.plies,
    opening: game.opening,
    search: searchedText(game),
    review: game.review,
    result: game.result,
    own_result: game.ownResult,
    elo: game.elo,
    first_kind: first.kind,
    first_name: first.name,
    second_kind: second.kind,
    second_name: second.name,
    snapshot_form: form,
    snapshot,
  };
}
