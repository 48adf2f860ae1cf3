import type { GameDefinition } from "../../src/games/game.ts";
import type { Seat } from "../../src/shared/terms.ts";

/** A repeatable stand-in for chance (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
