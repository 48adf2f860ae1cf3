import { gameOf } from "../../games/register.ts";
import type { ExplorerMoves } from "../../shared/api.ts";
import type { Tables } from "../tables/tables.ts";
import type { Reached } from "./explore.ts";

/**
 * What was played in a position of the finished games here, in the words of its game. Nothing in a position of a game that
 * gives positions no keys.
 * @param own only in games in which a person played here, and in records in which somebody of these names did; null for all
 */
export async function triedIn(
  { kind, state }: Reached,
  { tried }: Pick<Tables, "tried">,
  own: readonly string[] | null,
): Promise<ExplorerMoves> {
  const { rules, positionKey } = gameOf(kind);
  const key = positionKey?.(state);
  if (key === undefined || rules.outcome(state)) return { moves: [] };
  const moves = await tried(kind, key, own);
  return {
    moves: moves.flatMap(({ move, ...counts }) => {
      const played = rules.play(state, rules.toMove(state)[0] ?? "", move);
      return played.ok ? [{ ...played.value.move, ...counts }] : [];
    }),
  };
}
