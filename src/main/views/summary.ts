import { outcomeText } from "../../shared/games.ts";
import { statusOf, type Table, toMove } from "../games/table.ts";

/** A game as a line of a list. */
export function summary(table: Table) {
  const movers = toMove(table);
  return {
    game_id: table.id,
    game: table.kind,
    status: statusOf(table),
    players: Object.fromEntries(table.seats.map(({ seat, kind, name, level }) => [seat, { kind, name, level }])),
    turn: movers.length === 1 ? (movers[0] ?? null) : null,
    ply: table.ply,
    result: table.outcome && { ...table.outcome, text: outcomeText(table.outcome) },
    created_at: new Date(table.createdAt).toISOString(),
  };
}
