import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Step, Table } from "./table.ts";

/**
 * Deletes a finished game from all lists. Null where it is deleted already. Refuses an unfinished one, and a league's,
 * whose table depends on its games.
 */
export function deleteGame(table: Table, now: number): Result<Step | null> {
  if (table.deletedAt !== null) return accept(null);
  if (!table.outcome) return refuse("INVALID_ARGUMENT", "The game is still going on. End it before you delete it");
  if (table.league) return refuse("INVALID_ARGUMENT", `This game belongs to league ${table.league.id}, which needs it`);
  return accept({ table: { ...table, deletedAt: now }, events: [{ type: "gameDeleted" }] });
}

/** Restores a deleted game. Null where it is not deleted. */
export const restoreGame = (table: Table): Step | null =>
  table.deletedAt === null ? null : { table: { ...table, deletedAt: null }, events: [{ type: "gameRestored" }] };
