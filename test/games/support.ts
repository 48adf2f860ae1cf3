import type { GameDefinition } from "../../src/games/game.ts";
import type { Seat } from "../../src/shared/terms.ts";

/** The state after a move that a test knows to be legal. */
export function played<State>(
  rules: Pick<GameDefinition<State>["rules"], "play">,
  state: State,
  seat: Seat,
  move: string,
): State {
  const result = rules.play(state, seat, move);
  if (!result.ok) throw new Error(`${move}: ${result.message}`);
  return result.value.state;
}
