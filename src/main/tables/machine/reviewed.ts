import type { GameReviewed } from "../../../shared/events.ts";
import type { Step, Table } from "./table.ts";

/** Keeps what an engine found of a game that is over. Null for one that goes on, or that was looked at as hard before. */
export function keepReview(table: Table, review: GameReviewed): Step | null {
  if (!table.outcome || (table.review && table.review.nodes >= review.nodes)) return null;
  return { table: { ...table, review }, events: [{ type: "gameReviewed", ...review }] };
}
