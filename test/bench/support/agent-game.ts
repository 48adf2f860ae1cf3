import type { Caller } from "./callers.ts";
import { turnOf } from "./long-game.ts";

/** A game between two agents over a caller, from a position with white to move, and the way to play its next ply. */
export async function openAgentGame(
  caller: Caller,
  moves: readonly string[],
  fen?: string,
): Promise<() => Promise<void>> {
  const created = await caller.call("createGame", { type: "agent", ...(fen === undefined ? {} : { fen }) });
  const { game_id } = created;
  const joined = await caller.call("joinGame", { game_id });
  const tokens = { white: created.seat_token, black: joined.seat_token };
  let ply = 0;
  return async () => {
    const seat_token = turnOf(ply) === "white" ? tokens.white : tokens.black;
    await caller.call("finishTurn", { game_id, seat_token, move: moves[ply] });
    ply += 1;
  };
}
