import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { accept, type Result } from "../../../shared/result.ts";
import { changing, columns } from "../columns.ts";
import { type Commit, findConflict, type WrittenGame, type WrittenLeague } from "../commit.ts";
import type { Entry } from "../store.ts";
import { gameRow, leagueRow } from "../written-rows.ts";

export type Writer = (commit: Commit) => Result<readonly Entry[]>;

/** A row by the names of its columns. */
type Values = Readonly<Record<string, SQLInputValue>>;

const all = Object.keys(columns.games);
/** Columns that change with the status. */
const withStatus = ["status", "first_rated", "second_rated", "course"];
const changed = Object.keys(changing(columns.games));
const changedWithinStatus = Object.keys(changing(columns.games, ...withStatus));
const allOfLeague = Object.keys(columns.leagues);
const changedOfLeague = Object.keys(changing(columns.leagues));
const allOfPart = Object.keys(columns.league_parts);
const eventColumns = Object.keys(columns.events).filter((name) => name !== "id");

const insertInto = (table: string, names: readonly string[]): string =>
  `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
const assignments = (names: readonly string[]): string => names.map((name) => `${name} = ?`).join(", ");

/**
 * Makes a function that runs a statement with values by their names, in the order of its placeholders. `node:sqlite`
 * takes 1.7 times as long for an insert whose values it is given by name.
 */
function runner(db: DatabaseSync, sql: string, names: readonly string[]) {
  const statement = db.prepare(sql);
  return (values: Values) => statement.run(...names.map((name) => values[name] ?? null));
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
  const create = runner(db, insertInto("games", all), all);
  // A column that is set has its indexes written again, changed or not, and most commits leave the status as it is.
  const updateWithinStatus = runner(
    db,
    `UPDATE games SET ${assignments(changedWithinStatus)} WHERE id = ? AND version = ? AND status = ?`,
    [...changedWithinStatus, "id", "expected", "status"],
  );
  const update = runner(db, `UPDATE games SET ${assignments(changed)} WHERE id = ? AND version = ?`, [
    ...changed,
    "id",
    "expected",
  ]);
  const addPath = db.prepare("INSERT OR IGNORE INTO game_paths (game_id, path) VALUES (?, ?)");
  const addEvent = runner(db, insertInto("events", eventColumns), eventColumns);

  const createLeague = runner(db, insertInto("leagues", allOfLeague), allOfLeague);
  const updateLeague = runner(db, `UPDATE leagues SET ${assignments(changedOfLeague)} WHERE id = ? AND version = ?`, [
    ...changedOfLeague,
    "id",
    "expected",
  ]);
  const keepPart = runner(db, insertInto("league_parts", allOfPart).replace("INSERT", "INSERT OR REPLACE"), allOfPart);

  const keepGame = (change: WrittenGame) => {
    const { id, expectedVersion: expected } = change;
    const row = { ...gameRow(change), expected };
    if (expected === 0) create(row);
    else if (updateWithinStatus(row).changes !== 1 && update(row).changes !== 1)
      throw new Error(`game ${id} left version ${expected} within a transaction`);
  };

  const keepLeague = (change: WrittenLeague) => {
    const { id, expectedVersion: expected, parts } = change;
    const row = { ...leagueRow(change), expected };
    if (expected === 0) createLeague(row);
    else if (updateLeague(row).changes !== 1)
      throw new Error(`league ${id} left version ${expected} within a transaction`);
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
