import { endingSentence } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import type { GameEvent, PublicEvent } from "../../shared/events.ts";
import type { GameState } from "../games/machine/game-state.ts";

/**
 * An event as the person at the pages may hear it: a choice made in secret is news, what was chosen is not; nor is what
 * spectators remark on a game that the person is playing.
 */
export function publicEvent(event: GameEvent, state: GameState): PublicEvent {
  const definition = definitionOf(state.kind);
  if (event.type === "kibitzed" && concealsRemarks(state)) return { ...event, name: "?", message: "?" };
  if (event.type === "gameReviewed") {
    const { positions: _, ...found } = event;
    return found;
  }
  if (event.type === "gameAnnotated") return { type: event.type };
  if (event.type === "gameOver") return { ...event, text: endingSentence(definition, event.outcome, state.position) };
  if (!definition.simultaneous) return event;
  if (event.type === "movePlayed") {
    const { effort, metadata, ...rest } = event;
    return {
      ...rest,
      code: "?",
      text: "?",
      ...(effort ? { effort: { ...effort, failures: [] } } : {}),
      // A player's remark may reveal its hidden choice.
      ...(state.outcome && metadata !== undefined ? { metadata } : {}),
    };
  }
  if (event.type === "moveRefused") return { ...event, text: "?", reason: "Invalid move" };
  return event;
}

/** Whether what spectators remark must be kept from the person at the pages: while that person plays. */
export const concealsRemarks = ({ outcome, imported, seats }: GameState): boolean =>
  outcome === null && imported === null && seats.some(({ kind }) => kind === "human");
