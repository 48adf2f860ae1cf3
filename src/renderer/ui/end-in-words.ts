import type { GameCard } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";

/** The words for a game without a result: one that ended before both had moved was aborted. */
export const unfinished = ({ ply, status }: Pick<GameCard, "ply" | "status">): string =>
  status === "finished" && ply < 2 ? "Aborted" : "Unfinished";

/** How a game ended, in a sentence: `White wins by checkmate`, `Draw by agreement`, `Aborted`, `Unfinished`. */
export function endInWords(game: Pick<GameCard, "result" | "ended" | "ply" | "status">): string {
  const { result, ended } = game;
  if (result === null || result.reason === "unfinished") return unfinished(game);
  return `${result.winner === null ? "Draw" : `${seatTitle(result.winner)} wins`} ${ended ?? ""}`.trim();
}
