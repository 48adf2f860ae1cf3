import type { QueryConfig } from "pg";
import { type Columns, changing, columns, holdsNumbers } from "../columns.ts";

const { games, game_paths: paths, leagues, league_parts: parts } = columns;
const names = (columns: Columns) => Object.keys(columns).join(", ");
/** The columns with the types that PostgreSQL is told for values in JSON. */
export const withTypes = (table: Columns): string =>
  Object.entries(table)
    .map(([name, values]) => `${name} ${holdsNumbers(values) ? "bigint" : "text"}`)
    .join(", ");

/** Rows passed as one JSON text: any number of them with the same statement. */
const rows = (columns: Columns) => `json_to_recordset($1::json) AS next (${withTypes(columns)})`;
const insert = (table: string, columns: Columns) =>
  `INSERT INTO ${table} (${names(columns)}) SELECT ${names(columns)} FROM ${rows(columns)}`;
const update = (table: string, columns: Columns) =>
  `UPDATE ${table} SET ${Object.keys(columns)
    .map((name) => `${name} = next.${name}`)
    .join(", ")} FROM ${rows({ id: games.id, expected: games.version, ...columns })}
   WHERE ${table}.id = next.id AND ${table}.version = next.expected`;

const texts = {
  // Locked until the commit: no other host takes a lease in between.
  leases: "SELECT key, holder, epoch FROM leases WHERE key = ANY($1) ORDER BY key FOR SHARE",
  // Always locked in the same order, so that no two transactions wait for each other.
  lockGames: "SELECT id, version FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE",
  lockLeagues: "SELECT id, version FROM leagues WHERE id = ANY($1) ORDER BY id FOR UPDATE",
  // Never an upsert: a new game cannot overwrite another one.
  newGames: `${insert("games", games)} ORDER BY id ON CONFLICT (id) DO NOTHING`,
  games: update("games", changing(games)),
  paths: `${insert("game_paths", paths)} ON CONFLICT (game_id) DO NOTHING`,
  newLeagues: `${insert("leagues", leagues)} ORDER BY id ON CONFLICT (id) DO NOTHING`,
  leagues: update("leagues", changing(leagues)),
  parts: `${insert("league_parts", parts)} ON CONFLICT (league_id, part, number) DO UPDATE SET data = excluded.data`,
  events: `WITH log AS (UPDATE log_end SET id = id + $2::integer RETURNING id - $2::integer AS before)
    INSERT INTO events (id, game_id, league_id, seq, at, body)
    SELECT log.before + place, game_id, league_id, seq, at, body
    FROM log, json_to_recordset($1::json)
      AS next (place integer, game_id text, league_id text, seq integer, at bigint, body text)
    RETURNING id`,
  keptEvents: `SELECT events.id FROM events
    JOIN json_to_recordset($1::json) AS next (game_id text, league_id text, seq integer, at bigint, body text)
    USING (seq, at, body) WHERE events.game_id = next.game_id OR events.league_id = next.league_id`,
} as const;

/** A prepared statement, parsed and planned once a connection. */
export const statement = (name: keyof typeof texts, values: readonly unknown[]): QueryConfig => ({
  name,
  text: texts[name],
  values: [...values],
});
