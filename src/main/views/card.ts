import type { GameSummary } from "../../shared/api.ts";
import { rulesOf } from "../games/rules/index.ts";
import type { Table } from "../games/table.ts";
import { clockView } from "./clock-view.ts";
import { summary } from "./summary.ts";

/** A game as a card of the dashboard, as everybody may see it. */
export function gameCard(table: Table, now: number): GameSummary {
  const rules = rulesOf(table.kind);
  const hidden = table.ply > 0 && rules.conceals(table.state, table.ply - 1, null);
  return {
    ...summary(table),
    turn_since: Math.round(table.turnSince),
    view: rules.view(table.state, null),
    last_move: hidden ? null : table.lastMove,
    clock: clockView(table, now),
    person_seats: table.imported ? [] : table.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat),
  };
}
