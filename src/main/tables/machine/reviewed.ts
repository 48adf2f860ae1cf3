import type { FullReview } from "../../../shared/events.ts";
import type { Step, Table } from "./table.ts";

/**
 * Keeps what an engine found of a game that is over: the figures with the game, what they follow from in its log. Null
 * for one that goes on, or that was looked at as hard before.
 */
export function keepReview(table: Table, { positions, ...review }: FullReview): Step | null {
  if (!table.outcome || (table.review && table.review.nodes >= review.nodes)) return null;
  return { table: { ...table, review }, events: [{ type: "gameReviewed", ...review, positions }] };
}
