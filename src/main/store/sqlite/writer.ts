import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { accept, type Result } from "../../../shared/result.ts";
import { type Columns, changing, columns } from "../columns.ts";
import { type Commit, findConflict } from "../commit.ts";
import type { Entry } from "../store.ts";

export type Writer = (commit: Commit) => Result<readonly Entry[]>;

/** A row by the names of its columns. */
type Values = Readonly<Record<string, SQLInputValue>>;

/** Columns that change with the status. */
const withStatus = ["status", "first_rated", "second_rated", "course"];
const { id: _, ...newEntry } = columns.events;

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
  const insert = (table: string, row: Columns, or = "") => {
    const names = Object.keys(row);
    const values = names.map(() => "?").join(", ");
    return runner(db, `INSERT ${or} INTO ${table} (${names.join(", ")}) VALUES (${values})`, names);
  };
  /** @param where another column that must have its value already */
  const update = (table: string, row: Columns, where?: string) => {
    const names = Object.keys(row);
    const set = names.map((name) => `${name} = ?`).join(", ");
    const text = `UPDATE ${table} SET ${set} WHERE id = ? AND version = ?`;
    return where === undefined
      ? runner(db, text, [...names, "id", "expected"])
      : runner(db, `${text} AND ${where} = ?`, [...names, "id", "expected", where]);
  };
  const rows = {
    game: {
      // Never an upsert: a new game cannot overwrite another one.
      create: insert("games", columns.games),
      updates: [
        // A column that is set has its indexes written again, changed or not, and most commits leave the status as it is.
        update("games", changing(columns.games, ...withStatus), "status"),
        update("games", changing(columns.games)),
      ],
    },
    league: { create: insert("leagues", columns.leagues), updates: [update("leagues", changing(columns.leagues))] },
  };
  const addPath = insert("game_paths", columns.game_paths, "OR IGNORE");
  const keepPart = insert("league_parts", columns.league_parts, "OR REPLACE");
  const addEntry = insert("events", newEntry);

  return ({ written }) => {
    const conflict = findConflict(written, (aggregate, id) => Number(versions[aggregate].get(id)?.version ?? 0));
    if (conflict) return conflict;
    const entries: Entry[] = [];
    for (const { aggregate, id, expectedVersion: expected, ...change } of written) {
      const row = { ...change.row, expected };
      if (expected === 0) rows[aggregate].create(row);
      else if (!rows[aggregate].updates.some((update) => update(row).changes === 1))
        throw new Error(`${aggregate} ${id} left version ${expected} within a transaction`);
      for (const path of change.paths) addPath(path);
      for (const part of change.parts) keepPart(part);
      for (const { row, entryAt } of change.entries) entries.push(entryAt(Number(addEntry(row).lastInsertRowid)));
    }
    return accept(entries);
  };
}
