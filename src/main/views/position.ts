import { definitionOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { type GameState, rulesOf } from "../games/machine/game-state.ts";

/** The position by the fields that the game is known by, such as a FEN, and whether there is check, where it knows that. */
export function positionOf(state: GameState, viewer: Seat | null): Readonly<Record<string, unknown>> {
  const { words } = definitionOf(state.kind);
  const view = rulesOf(state).view(state.position, viewer);
  const check = words.check?.(view);
  return { ...words.position(view), ...(check === undefined ? {} : { check }) };
}
