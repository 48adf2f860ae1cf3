import { z } from "zod";
import type { LoggedEvent } from "../../shared/events.ts";
import { describeIssues } from "../../shared/issues.ts";
import type { Row } from "./ask.ts";
import { readEntry } from "./rows.ts";

/** The entries that rows of the log of all games hold. `damaged` is told of those that are left out, once each. */
export function createLogRows(damaged: (message: string) => void): (rows: readonly Row[]) => readonly LoggedEvent[] {
  const told = new Set<unknown>();
  const entryIn = (row: Row): LoggedEvent[] => {
    try {
      return [readEntry(row)];
    } catch (error) {
      if (!told.has(row.id))
        damaged(`left out of the log: entry ${row.id}, of game ${row.game_id} (${reasonOf(error)})`);
      told.add(row.id);
      return [];
    }
  };
  return (rows) => rows.flatMap(entryIn);
}

const reasonOf = (error: unknown): string => (error instanceof z.ZodError ? describeIssues(error) : String(error));
