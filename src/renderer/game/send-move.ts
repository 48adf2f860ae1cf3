import type { Claim } from "../../games/page.ts";
import type { GameDetail } from "../../shared/api.ts";
import { play } from "../api/client.ts";
import { settings } from "../settings/settings.ts";
import { type GameModel, ownSeat } from "./game-model.ts";
import * as strings from "./strings.ts";

/** Plays a move, or lets the person confirm it first where the settings say so. */
export async function makeMove(model: GameModel, game: GameDetail, move: string): Promise<void> {
  const seat = ownSeat(game);
  if (!settings.value.confirm_moves || seat === null || !model.isLive.value) return sendMove(model, game, move);
  model.refusal.value = null;
  model.proposal.value = { seat, move, isSent: false };
}

/** Plays the confirmed move, which stays on the board until the host has answered. */
export async function confirmMove(model: GameModel): Promise<void> {
  const [live, proposal] = [model.live.value, model.proposal.value];
  if (!live || !proposal || proposal.isSent) return;
  const next = { ...proposal, isSent: true };
  model.proposal.value = next;
  await sendMove(model, live.game, next.move);
  if (model.proposal.value === next) model.proposal.value = null;
}

/** Plays a move from the live position, with the person's claim, which is made once. */
export async function sendMove(model: GameModel, game: GameDetail, move: string, claimKind?: Claim): Promise<void> {
  const seat = ownSeat(game);
  if (seat === null) return;
  if (!model.isLive.value) {
    model.refusal.value = { words: strings.goBackToLivePosition };
    return;
  }
  const claim = claimKind ?? model.claim.value;
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
