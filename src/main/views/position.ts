import { gameOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { rulesOf, type Table } from "../tables/machine/table.ts";

/** The position by the fields that the game is known by, such as a FEN, and whether there is check, where it knows that. */
export function positionOf(table: Table, viewer: Seat | null): Readonly<Record<string, unknown>> {
  const { words } = gameOf(table.kind);
  const view = rulesOf(table).view(table.state, viewer);
  const check = words.check?.(view);
  return { ...words.position(view), ...(check === undefined ? {} : { check }) };
}
