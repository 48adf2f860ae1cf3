import { definitionOf } from "../../games/register.ts";
import type { GameReport } from "../../games/report.ts";
import type { ApiReview } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import type { LiveGame } from "../games/live-game.ts";
import { keptReview } from "./review.ts";

/** The review of a game, in the form of the pages; null where nothing is kept. */
export function reviewOf(game: LiveGame): ApiReview | null {
  const kept = keptReview(game);
  if (!kept || !game.review) return null;
  const { positions, report } = kept;
  const [first] = definitionOf(game.state.kind).seats;
  return {
    nodes: game.review.nodes,
    engine: game.review.engine,
    seats: Object.fromEntries(
      Object.entries(report.seats).map(([seat, { accuracy, averageCentipawnLoss, judged }]) => [
        seat,
        { accuracy, average_centipawn_loss: averageCentipawnLoss, judged },
      ]),
    ),
    moves: report.moves.map(({ ply, judgement }) => ({
      ply,
      judgement,
      better: judgement === null ? [] : (positions[ply - 1]?.line ?? []),
    })),
    positions: positions.map(({ score }, ply) => ({ score, chance: chanceAt(report, ply, first) })),
  };
}

/** The first seat's chances after so many plies; even where no move was made. */
function chanceAt({ moves }: GameReport, ply: number, first: Seat): number {
  const move = moves[Math.max(0, ply - 1)];
  if (!move) return 50;
  const own = ply === 0 ? move.winBefore : move.winAfter;
  return move.seat === first ? own : 100 - own;
}
