import type { LineScore } from "../../shared/lines.ts";

/** The score of a position, and whether the game is over there. */
export interface Evaluation {
  readonly score: Pick<LineScore, "kind" | "value">;
  readonly over: boolean;
}

/** `+0.4`, `−1.2`, `#3`, `#−3`, from the first seat's side. */
export function scoreInFigures({ score, over }: Evaluation): string {
  // Checkmate on the board has no mate to come.
  if (score.kind === "mate" && over) return "#";
  const sign = score.value < 0 ? "−" : "";
  if (score.kind === "mate") return `#${sign}${Math.abs(score.value)}`;
  const size = Math.abs(score.value) / 100;
  // Beyond ten pawns tenths do not matter.
  const pawns = size < 9.95 ? size.toFixed(1) : size.toFixed(0);
  return `${score.value < 0 ? "−" : "+"}${pawns}`;
}
