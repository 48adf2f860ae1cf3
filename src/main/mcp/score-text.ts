import type { Score } from "../../games/report.ts";

/** `+0.35`, `−1.20`, `mate in 3`, `mated in 3`, and `mate` or `mated` where it stands on the board: from the first seat's side. */
export function scoreText({ kind, value }: Score, over: boolean): string {
  if (kind === "mate" && over) return value > 0 ? "mate" : "mated";
  if (kind === "mate") return value > 0 ? `mate in ${value}` : `mated in ${-value}`;
  const pawns = (Math.abs(value) / 100).toFixed(2);
  return `${value < 0 ? "−" : "+"}${pawns}`;
}
