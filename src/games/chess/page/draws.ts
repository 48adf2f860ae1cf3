import { positionKey } from "../rules/fen.ts";
import { after } from "./position.ts";
import type { Spot } from "./replay.ts";

const halfMovesOf = (fen: string): number => Number(fen.split(" ")[4] ?? 0);

export type DrawClaim =
  /** The position itself is a draw by claim. */
  | "now"
  /** A move leads to a draw by claim. */
  | "next"
  | null;

/** Whether the side to move can claim a draw, as far as the page knows; the host decides. */
export function drawClaim(spots: readonly Spot[], legal: readonly string[]): DrawClaim {
  const live = spots.at(-1);
  if (!live || legal.length === 0) return null;
  const seen = new Map<string, number>();
  for (const key of spots.map(({ fen }) => positionKey(fen))) seen.set(key, (seen.get(key) ?? 0) + 1);
  if (halfMovesOf(live.fen) >= 100 || (seen.get(positionKey(live.fen)) ?? 0) >= 3) return "now";
  // Only a position that occurred twice can occur a third time, so usually there is nothing to check.
  const twice = [...seen.values()].some((count) => count >= 2);
  if (halfMovesOf(live.fen) < 99 && !twice) return null;
  const reached = legal.map((uci) => after(live.fen, uci) ?? "");
  const claimable = reached.some((fen) => halfMovesOf(fen) >= 100 || (seen.get(positionKey(fen)) ?? 0) >= 2);
  return claimable ? "next" : null;
}
