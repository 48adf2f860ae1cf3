import type { Caller } from "./callers.ts";
import { turnOf } from "./long-game.ts";

/** A game between two agents, each over a caller, from a position with white to move, and the way to play its next ply. */
export async function openAgentGame(
  caller: Caller,
  moves: readonly string[],
  fen?: string,
  opponent: Caller = caller,
): Promise<() => Promise<void>> {
  const created = await caller.call("createGame", { type: "agent", ...(fen === undefined ? {} : { fen }) });
  const { game_id } = created;
  const joined = await opponent.call("joinGame", { game_id });
  let ply = 0;
  return async () => {
    const isFirst = turnOf(ply) === "white";
    const { seat_token } = isFirst ? created : joined;
    await (isFirst ? caller : opponent).call("finishTurn", { game_id, seat_token, move: moves[ply] });
    ply += 1;
  };
}
