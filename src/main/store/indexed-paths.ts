import { createExplorerIndex, type PathGame } from "./explorer-index.ts";
import { createIndexedGames, type IndexedDatabase, type Row } from "./indexed-games.ts";
import { resultIn } from "./indexed-history.ts";
import type { KeptPath, PositionQuery, Tried } from "./store.ts";

export interface IndexedPaths {
  /** Rejects where the database does not answer. */
  tried(query: PositionQuery): Promise<Tried>;
  /** Is told what was kept of games that had no path. */
  kept(paths: readonly KeptPath[]): void;
}

/** Games without a path that are told of at once. */
export const PATHLESS_AT_ONCE = 50;

/** The moves that were played in the positions of a database's finished games, in memory. */
export function createIndexedPaths(database: IndexedDatabase): IndexedPaths {
  const current = createIndexedGames(database, {
    columns: "kind, person, result, path, first_kind, first_name, second_kind, second_name",
    along: "LEFT JOIN game_paths ON game_paths.game_id = games.id",
    create: () => {
      const index = createExplorerIndex();
      return { ...index, put: (row: Row) => index.put(gameIn(row)) };
    },
  });
  /** Kept since the index was last asked for: no entry of the log tells of them. */
  let fresh: readonly KeptPath[] = [];
  return {
    tried: async (query) => {
      const index = await current();
      for (const { id, path } of fresh) index.fill(id, path);
      fresh = [];
      return { moves: index.find(query), pathless: index.pathless(query.kind, PATHLESS_AT_ONCE) };
    },
    kept: (paths) => {
      fresh = [...fresh, ...paths];
    },
  };
}

const gameIn = (row: Row): PathGame => ({
  ...{ id: String(row.id), kind: String(row.kind), person: row.person === 1, result: resultIn(row) },
  path: row.path === null ? null : String(row.path),
  entrants: [entrantIn(row.first_kind, row.first_name), entrantIn(row.second_kind, row.second_name)],
});
const entrantIn = (kind: unknown, name: unknown) => ({
  kind: String(kind),
  name: name === null ? null : String(name),
});
