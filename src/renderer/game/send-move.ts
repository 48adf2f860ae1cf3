import type { Claim } from "../../games/page.ts";
import type { GameDetail } from "../../shared/api.ts";
import { play } from "../api/client.ts";
import { type GameModel, notLive, ownSeat } from "./game-model.ts";

/** Plays a move from the live position, with what the person claims of it. A claim is made once. */
export async function sendMove(model: GameModel, game: GameDetail, move: string, claimed?: Claim): Promise<void> {
  const seat = ownSeat(game);
  if (seat === null) return;
  if (!model.isLive.value) {
    model.refusal.value = { words: notLive };
    return;
  }
  const claim = claimed ?? model.claim.value;
  model.claim.value = null;
  await model.take(
    play(game.game_id, {
      move,
      ply: game.ply,
      seat,
      ...(claim === "win" && { claim_win: true }),
      ...(claim === "draw" && { claim_draw: true }),
    }),
  );
}
