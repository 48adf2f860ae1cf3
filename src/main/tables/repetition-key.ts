import { createHash } from "node:crypto";
import type { Seat } from "../../shared/terms.ts";
import type { Table } from "./machine/table.ts";

/**
 * The same for two games between players who draw nothing by chance, where the one repeats the other: the same start, the
 * same moves of either seat, the same end. Null for all other games, which by chance may be alike and tell something each,
 * and for those that go on.
 */
export function repetitionKey(
  { options, seats, outcome, league }: Table,
  moves: readonly { readonly seat: Seat; readonly uci: string }[],
): string | null {
  if (!league?.deterministic || !outcome) return null;
  // By seat: where both choose at once, it is chance whose choice arrives first.
  const own = seats.map(({ seat }) => moves.filter((move) => move.seat === seat).map(({ uci }) => uci));
  const told = JSON.stringify([options, own, outcome.winner, outcome.reason]);
  return createHash("sha256").update(told).digest("base64url").slice(0, 22);
}
