import { definitionOf } from "../../games/register.ts";
import type { ExplorerMoves } from "../../shared/api.ts";
import type { Games } from "../games/games.ts";
import type { Reached } from "./explore.ts";

/**
 * The moves tried in a position in the finished games here, in the words of its game. Empty for a game that gives
 * positions no keys.
 * @param own only games in which a person played here, and records in which one of these names did; null for all
 */
export async function triedIn(
  { kind, state }: Reached,
  { tried }: Pick<Games, "tried">,
  own: readonly string[] | null,
): Promise<ExplorerMoves> {
  const { rules, positions } = definitionOf(kind);
  const key = positions?.key(state);
  if (key === undefined || rules.outcome(state)) return { moves: [] };
  const moves = await tried(kind, key, own);
  return {
    moves: moves.flatMap(({ move, ...counts }) => {
      const played = rules.play(state, rules.toMove(state)[0] ?? "", move);
      return played.ok ? [{ ...played.value.move, ...counts }] : [];
    }),
  };
}
