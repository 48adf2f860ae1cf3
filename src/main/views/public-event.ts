import type { GameEvent } from "../../shared/events.ts";
import { rulesOf } from "../games/rules/index.ts";
import type { Table } from "../games/table.ts";

/** An event as everybody may hear it: a choice made in secret is news, what was chosen is not. */
export function publicEvent(event: GameEvent, table: Table): GameEvent {
  const secret = rulesOf(table.kind).simultaneous;
  if (event.type === "movePlayed" && secret) return { ...event, uci: "?", san: "?" };
  if (event.type === "moveRefused" && secret) return { ...event, text: "?", reason: "Invalid move" };
  return event;
}
