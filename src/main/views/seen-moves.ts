import type { Seat } from "../../shared/games.ts";
import { rulesOf } from "../games/rules/index.ts";
import type { PlayedMove, Sitting } from "../tables/sitting.ts";

/** A move as a viewer may see it; what must stay hidden is a question mark. */
export function seenMoves(sitting: Sitting, viewer: Seat | null): readonly PlayedMove[] {
  const { table, moves } = sitting;
  const rules = rulesOf(table.kind);
  if (!rules.simultaneous) return moves;
  return moves.map((move, index) =>
    rules.conceals(table.state, index, viewer) ? { ...move, uci: "?", san: "?" } : move,
  );
}
