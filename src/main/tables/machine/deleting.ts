import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Step, Table } from "./table.ts";

/**
 * Takes a game that is over out of all lists; it can be taken back. Null where it is so already. Refuses one that goes on,
 * and a league's, whose table is made of its games.
 */
export function deleteGame(table: Table, now: number): Result<Step | null> {
  if (table.deletedAt !== null) return accept(null);
  if (!table.outcome) return refuse("INVALID_ARGUMENT", "The game is still going on. End it before you delete it");
  if (table.league) return refuse("INVALID_ARGUMENT", `This game belongs to league ${table.league.id}, which needs it`);
  return accept({ table: { ...table, deletedAt: now }, events: [{ type: "gameDeleted" }] });
}

/** Takes a deleted game back into the lists. Null where it is there. */
export const restoreGame = (table: Table): Step | null =>
  table.deletedAt === null ? null : { table: { ...table, deletedAt: null }, events: [{ type: "gameRestored" }] };
