import type { Ask } from "../ask.ts";
import type { Database } from "../database.ts";
import { readLeague, readParts } from "../rows.ts";

/** A PostgreSQL database as it is read, over an `ask` that places values by `$1`, `$2` and so on. */
export function postgresDatabase(askNumbered: Ask): Database {
  const numbered = new Map<string, string>();
  const withNumbers = (text: string): string => {
    let number = 0;
    return text.replaceAll("?", () => `$${++number}`);
  };
  const ask: Ask = async (text, values = []) => {
    // A text with U+0000 is in no row, since PostgreSQL's texts have none, and the database would refuse it.
    if (values.some((value) => typeof value === "string" && /\0|\\u0000/.test(value))) return [];
    const known = numbered.get(text) ?? withNumbers(text);
    numbered.set(text, known);
    return askNumbered(known, values);
  };
  return {
    ask,
    wholeLeague: async (id, known = {}) => {
      // In one statement, since other hosts write between two.
      const [row] = await ask(
        `SELECT *, (
           SELECT json_agg(json_build_object('part', part, 'number', number, 'data', data) ORDER BY part, number)
           FROM league_parts WHERE league_id = leagues.id AND number > coalesce((?::json ->> part)::integer, 0)
         ) AS parts FROM leagues WHERE id = ?`,
        [JSON.stringify(known), id],
      );
      return row ? { ...readLeague(row), parts: readParts(row.parts) } : null;
    },
    noLimit: null,
    position: "strpos",
    textsIn: "SELECT json_array_elements_text(?::json)",
    triplesIn: "SELECT triple ->> 0, triple ->> 1, triple ->> 2 FROM json_array_elements(?::json) AS triple",
    wanted: "json_to_recordset(?::json) AS wanted (id text, after integer)",
    finishedGames: "games",
    counts: "SELECT status, count(*) AS n FROM games WHERE deleted_at IS NULL GROUP BY status",
    countFinished: null,
    lastEntry: "SELECT id FROM log_end",
  };
}
