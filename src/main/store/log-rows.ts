import { z } from "zod";
import { describeIssues } from "../../shared/issues.ts";
import type { Row } from "./ask.ts";
import { readEntry } from "./rows.ts";
import type { Entry } from "./store.ts";

/** Reads entries from rows of the log. `damaged` is called once for each entry that is left out. */
export function createLogRows(damaged: (message: string) => void): (rows: readonly Row[]) => readonly Entry[] {
  const told = new Set<unknown>();
  const entryIn = (row: Row): Entry[] => {
    try {
      return [readEntry(row)];
    } catch (error) {
      if (!told.has(row.id)) damaged(`left out of the log: entry ${row.id}, of ${ownerOf(row)} (${reasonOf(error)})`);
      told.add(row.id);
      return [];
    }
  };
  return (rows) => rows.flatMap(entryIn);
}

const ownerOf = ({ game_id, league_id }: Row) => (game_id === null ? `league ${league_id}` : `game ${game_id}`);
const reasonOf = (error: unknown): string => (error instanceof z.ZodError ? describeIssues(error) : String(error));
