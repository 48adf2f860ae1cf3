import { addedUsage, type Usage } from "../../../shared/usage.ts";
import { onceFor } from "../../base/once-for.ts";
import { byRound, type League } from "./league.ts";
import { noFigures } from "./side-figures.ts";

/** In the rounds before this one; their list stays the same object as long as the round lasts. */
const spentBefore = onceFor((_: League["past"], league: League) =>
  [...byRound({ ...league, current: [] })].reduce(addedGames, noFigures),
);

/** The cost of a league's models in the games that are over. */
export const spentIn = (league: League): Usage => addedGames(spentBefore(league.past, league), league.current);

const addedGames = (sum: Usage, matches: League["current"]): Usage =>
  matches.flatMap(({ games }) => games.flatMap(({ result }) => result?.figures ?? [])).reduce<Usage>(addedUsage, sum);

/** The reason why models may use no more in a league with this budget; null where they may. */
export function overBudget({ max_cost, max_tokens }: League["settings"], { tokens, cost }: Usage): string | null {
  const used = (tokens?.input ?? 0) + (tokens?.output ?? 0);
  const parts = [
    ...(max_cost !== null && (cost ?? 0) >= max_cost
      ? [`its models have cost $${Number((cost ?? 0).toFixed(6))} of $${max_cost}`]
      : []),
    ...(max_tokens !== null && used >= max_tokens ? [`its models have used ${used} of ${max_tokens} tokens`] : []),
  ];
  if (parts.length === 0) return null;
  return `The budget is spent: ${parts.join(", and ")}. Resume the league with a larger one (kibitz league --resume, with --max-cost or --max-tokens), or cancel it`;
}
