import { createHash } from "node:crypto";
import type { Seat } from "../../shared/terms.ts";
import type { GameState } from "./machine/game-state.ts";

/**
 * A key that is the same for two games of players without random choices where one repeats the other: the same start,
 * the same moves of either seat, the same end. Null for unfinished games, and for all others, which may be alike by
 * chance and each count.
 */
export function repetitionKey(
  { options, seats, outcome, league }: GameState,
  moves: readonly { readonly seat: Seat; readonly code: string }[],
): string | null {
  if (!league?.deterministic || !outcome) return null;
  // By seat: where both choose at once, the order of arrival is chance.
  const own = seats.map(({ seat }) => moves.filter((move) => move.seat === seat).map(({ code }) => code));
  const told = JSON.stringify([options, own, outcome.winner, outcome.reason]);
  return createHash("sha256").update(told).digest("base64url").slice(0, 22);
}
