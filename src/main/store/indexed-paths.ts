import { createExplorerIndex, type PathGame } from "./explorer-index.ts";
import { createIndexedGames, type IndexedDatabase, type Row } from "./indexed-games.ts";
import { resultIn } from "./indexed-history.ts";
import type { GameReader } from "./store.ts";

/** Looks the moves up in memory that were played in the positions of a database's finished games. */
export function createIndexedPaths(database: IndexedDatabase): GameReader["tried"] {
  const current = createIndexedGames(database, {
    columns: "kind, person, result, path, first_kind, first_name, second_kind, second_name",
    along: "LEFT JOIN game_paths ON game_paths.game_id = games.id",
    create: () => {
      const index = createExplorerIndex();
      return { ...index, put: (row: Row) => index.put(gameIn(row)) };
    },
  });
  return async (query) => (await current()).find(query);
}

const gameIn = (row: Row): PathGame => ({
  ...{ id: String(row.id), kind: String(row.kind), person: row.person === 1, result: resultIn(row) },
  path: row.path === null ? "" : String(row.path),
  entrants: [entrantIn(row.first_kind, row.first_name), entrantIn(row.second_kind, row.second_name)],
});
const entrantIn = (kind: unknown, name: unknown) => ({
  kind: String(kind),
  name: name === null ? null : String(name),
});
