import { gameOf } from "../../games/register.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { linesOf } from "./game-lines.ts";

/** A game as PGN, with all that was written of it; null for games without that notation. */
export function gamePgn(game: LiveGame): string | null {
  const { table } = game;
  const { pgn } = gameOf(table.kind);
  if (!pgn) return null;
  const [first, second] = table.seats;
  const player = ({ name, kind }: typeof first) => ({ name, isHuman: kind === "human" });
  return pgn.write({
    id: table.id,
    createdAt: table.createdAt,
    options: table.options,
    players: [player(first), player(second)],
    lines: linesOf(game),
    timeControl: table.clock && {
      initial: table.clock.initialMs / 1000,
      increment: table.clock.incrementMs / 1000,
    },
    outcome: table.outcome,
    annotator: game.review?.engine ?? null,
    tags: table.imported,
  });
}
