/** The columns of a table by name, with their types as PostgreSQL calls them. */
export type Columns = Readonly<Record<string, "text" | "integer" | "bigint">>;

/** The tables in which games and leagues are kept. They have the same columns in each database. */
export const columns = {
  games: {
    id: "text",
    kind: "text",
    status: "text",
    version: "integer",
    created_at: "bigint",
    started_at: "bigint",
    finished_at: "bigint",
    deleted_at: "bigint",
    winner: "text",
    reason: "text",
    result: "text",
    own_result: "text",
    elo: "integer",
    first_kind: "text",
    first_name: "text",
    second_kind: "text",
    second_name: "text",
    person: "integer",
    plies: "integer",
    opening: "text",
    search: "text",
    review: "text",
    league_id: "text",
    first_rated: "text",
    second_rated: "text",
    course: "text",
    snapshot_form: "integer",
    snapshot: "text",
  },
  game_paths: { game_id: "text", path: "text" },
  events: { id: "bigint", game_id: "text", league_id: "text", seq: "integer", at: "bigint", body: "text" },
  leagues: {
    id: "text",
    name: "text",
    kind: "text",
    status: "text",
    version: "integer",
    created_at: "bigint",
    finished_at: "bigint",
    snapshot_form: "integer",
    snapshot: "text",
  },
  league_parts: { league_id: "text", part: "text", number: "integer", data: "text" },
} as const satisfies Readonly<Record<string, Columns>>;

/** Columns of a game or a league that never change. */
const fixed: readonly string[] = ["id", "kind", "created_at", "league_id"];
/** The columns of a table that change as a game or a league goes on, but for these. */
export const changing = (table: Columns, ...but: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !fixed.includes(name) && !but.includes(name)));
