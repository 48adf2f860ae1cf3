import type { LeaguePair, LeagueRating } from "./leagues.ts";

/** `1512 ± 80`, `> 1850`, or a dash where nothing is known. */
export function ratingText({ kind, elo, interval }: LeagueRating): string {
  if (elo === null) return "–";
  if (kind === "at_least") return `> ${elo}`;
  return kind === "at_most" ? `< ${elo}` : `${elo} ± ${interval ?? 0}`;
}

/** What the pairs of games of two entrants say, in one line. */
export function pairText({ first, pairs, counts, elo, interval, superiority, sprt }: LeaguePair): string {
  const difference = elo === null ? "beyond measure" : `${elo} ± ${interval ?? "∞"}`;
  const parts = [
    `“${first}” in ${pairs} pairs (0, ½, 1, 1½ and 2 points: ${counts.join(", ")}): Elo ${difference}`,
    `likelihood of superiority ${(100 * superiority).toFixed(1)} %`,
  ];
  if (!sprt) return parts.join(", ");
  const { llr, lower, upper, decision, elo0, elo1 } = sprt;
  const verdict = decision === null ? "undecided" : `decided for ${decision === "elo0" ? elo0 : elo1} Elo`;
  return [
    ...parts,
    `SPRT ${elo0} against ${elo1}: ${verdict}, LLR ${llr.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`,
  ].join(", ");
}
