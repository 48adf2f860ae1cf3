import { setTimeout as pause } from "node:timers/promises";
import { createHistoryIndex, type HistoryIndex } from "./history-index.ts";
import { createIndexedGames, type IndexedDatabase, type Row } from "./indexed-games.ts";

export interface IndexedHistory {
  /** The index with all that is kept; null where that takes longer than a search waits: it will be there soon. */
  current(): Promise<Pick<HistoryIndex, "page"> | null>;
  /** Says that it will be wanted. */
  prepare(): void;
}

/** Milliseconds that a search waits for the index before it goes without. */
const PATIENCE_MS = 100;

/** Finished games of a database by their words, in memory. */
export function createIndexedHistory(database: IndexedDatabase): IndexedHistory {
  const current = createIndexedGames(database, {
    columns: "search, kind, person, league_id, result, own_result, opening, elo",
    create: () => {
      const index = createHistoryIndex();
      return { ...index, put: (row: Row) => index.put(gameIn(row)) };
    },
  });
  // A search without the index tells what is the matter with the database.
  const next = () => current().catch(() => null);
  return {
    current: () => Promise.race([next(), pause(PATIENCE_MS, null, { ref: false })]),
    prepare: () => void next(),
  };
}

const gameIn = (row: Row): Parameters<HistoryIndex["put"]>[0] => ({
  id: String(row.id),
  finishedAt: numberIn(row.finished_at),
  search: String(row.search),
  kind: String(row.kind),
  person: row.person === 1,
  league: textIn(row.league_id),
  result: resultIn(row),
  ownResult: (["won", "lost", "drawn"] as const).find((each) => each === row.own_result) ?? null,
  opening: textIn(row.opening),
  elo: numberIn(row.elo),
});

/** The winner, by seat, as a row has it. */
export const resultIn = (row: Row) =>
  (["first", "second", "draw"] as const).find((each) => each === row.result) ?? null;
const textIn = (value: unknown): string | null => (value === null ? null : String(value));
const numberIn = (value: unknown): number | null => (value === null ? null : Number(value));
