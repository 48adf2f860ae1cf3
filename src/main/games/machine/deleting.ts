import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { GameState, Step } from "./game-state.ts";

/**
 * Deletes a finished game from all lists. Null where it is deleted already. Refuses an unfinished one, and a league's,
 * whose table depends on its games.
 */
export function deleteGame(state: GameState, now: number): Result<Step | null> {
  if (state.deletedAt !== null) return accept(null);
  if (!state.outcome) return invalid("The game is still going on. End it before you delete it");
  if (state.league) return invalid(`This game belongs to league ${state.league.id}, which needs it`);
  return accept({ state: { ...state, deletedAt: now }, events: [{ type: "gameDeleted" }] });
}

/** Restores a deleted game. Null where it is not deleted. */
export const restoreGame = (state: GameState): Step | null =>
  state.deletedAt === null ? null : { state: { ...state, deletedAt: null }, events: [{ type: "gameRestored" }] };
