import type { Outcome, Seats } from "../../shared/terms.ts";

/** `1–0`, `½–½`, `0–1`, or `*` for a game without a result, from the first seat's side. */
export function scoreText({ result, seats }: { readonly result: Outcome | null; readonly seats: Seats }): string {
  const winner = result?.winner ?? null;
  if (winner === null) return result === null || result.reason === "unfinished" ? "*" : "½–½";
  return winner === seats[0] ? "1–0" : "0–1";
}
