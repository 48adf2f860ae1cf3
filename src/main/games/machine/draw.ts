import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { end, overBefore } from "./ending.ts";
import { type GameState, indexOf, opponentSeat, type Step, statusOf } from "./game-state.ts";

/** A player's action about an offer: makes one, or answers the opponent's. */
export type OfferAnswer = "offer" | "accept" | "decline";

/**
 * Offers, accepts or declines a draw. Offering while the opponent's offer stands accepts it. One offer a move:
 * a second one before the seat has moved again is refused with `RATE_LIMITED`. A flag that fell before ends the game.
 */
export function offerOrAnswerDraw(state: GameState, seat: Seat, answer: OfferAnswer, now: number): Result<Step> {
  const over = overBefore(state, now);
  if (over) return over;
  const opponent = opponentSeat(state, seat);
  const theirs = state.drawOffer === opponent;
  if (theirs && answer !== "decline") return accept(end(state, { winner: null, reason: "agreement" }, now));
  if (answer === "accept") return invalid("There is no draw offer to accept. Use answer=offer to make one");
  if (answer === "decline") {
    if (!theirs) return invalid("There is no draw offer to decline");
    const declined: GameState = { ...state, drawOffer: null, declined: opponent };
    return accept({ state: declined, events: [{ type: "drawDeclined", seat }] });
  }
  if (statusOf(state) === "open") return refuse("GAME_NOT_STARTED", "Nobody sits in the other seat yet");
  const index = indexOf(state, seat);
  if (state.drawOffer === seat)
    return refuse("RATE_LIMITED", "Your draw offer already stands. Play on or wait for the answer");
  // A move of one's own lies between two offers as soon as two plies have passed, or one where both choose at once.
  if (state.offeredAt[index] >= 0 && state.ply - state.offeredAt[index] < 2)
    return refuse("RATE_LIMITED", "You have offered a draw for this move already. Make a move before you offer again");
  const offeredAt: [number, number] = [state.offeredAt[0], state.offeredAt[1]];
  offeredAt[index] = state.ply;
  return accept({
    state: { ...state, drawOffer: seat, declined: null, offeredAt },
    events: [{ type: "drawOffered", seat }],
  });
}
