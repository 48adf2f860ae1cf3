import { definitionOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import type { LiveGame, PlayedMove } from "./live-game.ts";

/** Stands in place of a move that must stay hidden. */
export const CONCEALED = "?";

/** The moves as a viewer may see them. */
export function seenMoves({ state, moves }: LiveGame, viewer: Seat | null): readonly PlayedMove[] {
  const { rules } = definitionOf(state.kind);
  if (!rules.conceals) return moves;
  return moves.map((move, index) =>
    rules.conceals?.(state.position, index, viewer) ? { ...move, code: CONCEALED, text: CONCEALED } : move,
  );
}
