import type { GameCard } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";

/** How a game ended, in a sentence: `White wins by checkmate`, `Draw by agreement`, `Unfinished`. */
export function endInWords({ result, ended }: Pick<GameCard, "result" | "ended">): string {
  if (result === null || result.reason === "unfinished") return "Unfinished";
  return `${result.winner === null ? "Draw" : `${seatTitle(result.winner)} wins`} ${ended ?? ""}`.trim();
}
