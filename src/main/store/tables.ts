import { columns, holdsNumbers } from "./columns.ts";

/** Finds the games of two players, as an import does for each game that may be here already. */
export const byPlayers = `CREATE INDEX games_by_players ON games (first_name, second_name)
  WHERE status = 'finished' AND deleted_at IS NULL`;

/** The tables that every database has, with the columns of {@link columns}, and the indexes that are the same in each. */
export function tablesIn(dialect: {
  /** The types of texts, which are ordered by their bytes, and of whole numbers up to 2⁵³. */
  readonly text: string;
  readonly number: string;
  /** How the database numbers the entries of the log, if it does. */
  readonly numbering: string;
  /** Ends the declaration of a table, and of one whose rows are found by its primary key alone. */
  readonly end: string;
  readonly endByKey: string;
}): string {
  const { text, number, numbering, end, endByKey } = dialect;
  /** @param rules what holds for a column beside its type */
  const declare = (table: keyof typeof columns, rules: Readonly<Record<string, string>>): string =>
    Object.entries(columns[table])
      .map(([name, values]) => {
        const need = values.safeParse(null).success ? "" : "NOT NULL";
        return [name, holdsNumbers(values) ? number : text, need, rules[name]].join(" ");
      })
      .join(", ");
  const aggregate = {
    id: "PRIMARY KEY",
    status: "CHECK (status IN ('open', 'live', 'finished'))",
    version: "CHECK (version > 0)",
  };
  const results = {
    result: "CHECK (result IN ('first', 'second', 'draw'))",
    own_result: "CHECK (own_result IN ('won', 'lost', 'drawn'))",
  };
  const owners = { game_id: "REFERENCES games (id)", league_id: "REFERENCES leagues (id)" };

  return `
    CREATE TABLE games (${declare("games", { ...aggregate, ...results })}) ${end};
    CREATE INDEX games_by_status ON games (status, created_at DESC, id DESC);
    CREATE INDEX games_by_age ON games (created_at DESC, id DESC);
    -- The deleted games, in the order in which they are listed: without this, all games would be gone through for them.
    CREATE INDEX games_deleted ON games (created_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX games_by_league ON games (league_id, id) WHERE league_id IS NOT NULL;
    -- The positions that finished games went through, beside the games and not in their rows: these are read again and
    -- again, and written whole.
    CREATE TABLE game_paths (${declare("game_paths", { game_id: "PRIMARY KEY REFERENCES games (id)" })}) ${end};

    CREATE TABLE leagues (${declare("leagues", aggregate)}) ${end};
    CREATE INDEX leagues_by_status ON leagues (status, created_at DESC, id DESC);
    -- What a league has many of, so that a change writes what it changed and not all of them.
    CREATE TABLE league_parts (
      ${declare("league_parts", { league_id: owners.league_id })}, PRIMARY KEY (league_id, part, number)
    ) ${endByKey};

    -- What happened in games and leagues, each entry of a game or of a league.
    CREATE TABLE events (
      ${declare("events", { id: `PRIMARY KEY ${numbering}`, ...owners })},
      CHECK ((game_id IS NULL) <> (league_id IS NULL))
    ) ${end};

    -- Tasks of agents that were cancelled, until nobody may ask for them any more: all else of a task is in its id.
    CREATE TABLE cancelled_tasks (mark ${text} PRIMARY KEY, until ${number} NOT NULL) ${end};
  `;
}
