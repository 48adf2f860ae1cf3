import { outcomeText } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import type { GameEvent, PublicEvent } from "../../shared/events.ts";
import type { Table } from "../tables/machine/table.ts";

/** An event as everybody may hear it: a choice made in secret is news, what was chosen is not. */
export function publicEvent(event: GameEvent, table: Table): PublicEvent {
  const game = gameOf(table.kind);
  if (event.type === "gameOver") return { ...event, text: outcomeText(game, event.outcome) };
  if (!game.capabilities.simultaneous) return event;
  if (event.type === "movePlayed") return { ...event, uci: "?", san: "?" };
  if (event.type === "moveRefused") return { ...event, text: "?", reason: "Invalid move" };
  return event;
}
