import { gameOf } from "../../games/register.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { indexOf } from "../tables/machine/table.ts";

/** A game as PGN, with the clock after each move where there is one; null for games without that notation. */
export function gamePgn({ table, moves }: LiveGame): string | null {
  const { pgn } = gameOf(table.kind);
  if (!pgn) return null;
  const [first, second] = table.seats;
  const player = ({ name, kind }: typeof first) => ({ name, isHuman: kind === "human" });
  const clocks = moves.flatMap(({ clock, seat }) => (clock ? [clock[indexOf(table, seat)]] : []));
  return pgn.write({
    id: table.id,
    createdAt: table.createdAt,
    options: table.options,
    players: [player(first), player(second)],
    moves,
    clocks: clocks.length === moves.length && moves.length > 0 ? clocks : null,
    timeControl: table.clock && {
      initial: table.clock.initialMs / 1000,
      increment: table.clock.incrementMs / 1000,
    },
    outcome: table.outcome,
    tags: table.imported,
  });
}
