import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { end, fallFlag } from "./ending.ts";
import { gameOver, indexOf, opponentSeat, type Step, statusOf, type Table } from "./table.ts";

/** A player's action about an offer: makes one, or answers the opponent's. */
export type OfferAnswer = "offer" | "accept" | "decline";

/**
 * Offers, accepts or declines a draw. Offering while the opponent's offer stands accepts it. One offer a move:
 * a second one before the seat has moved again is refused with `RATE_LIMITED`. A flag that fell before ends the game.
 */
export function answerDraw(table: Table, seat: Seat, answer: OfferAnswer, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const fallen = fallFlag(table, now);
  if (fallen) return accept(fallen);
  const opponent = opponentSeat(table, seat);
  const theirs = table.drawOffer === opponent;
  if (theirs && answer !== "decline") return accept(end(table, { winner: null, reason: "agreement" }, now));
  if (answer === "accept")
    return refuse("INVALID_ARGUMENT", "There is no draw offer to accept. Use answer=offer to make one");
  if (answer === "decline") {
    if (!theirs) return refuse("INVALID_ARGUMENT", "There is no draw offer to decline");
    const declined: Table = { ...table, drawOffer: null, declined: opponent };
    return accept({ table: declined, events: [{ type: "drawDeclined", seat }] });
  }
  if (statusOf(table) === "open") return refuse("GAME_NOT_STARTED", "Nobody sits in the other seat yet");
  const index = indexOf(table, seat);
  if (table.drawOffer === seat)
    return refuse("RATE_LIMITED", "Your draw offer already stands. Play on or wait for the answer");
  // A move of one's own lies between two offers as soon as two plies have passed, or one where both choose at once.
  if (table.offeredAt[index] >= 0 && table.ply - table.offeredAt[index] < 2)
    return refuse("RATE_LIMITED", "You have offered a draw for this move already. Make a move before you offer again");
  const offeredAt: [number, number] = [table.offeredAt[0], table.offeredAt[1]];
  offeredAt[index] = table.ply;
  return accept({
    table: { ...table, drawOffer: seat, declined: null, offeredAt },
    events: [{ type: "drawOffered", seat }],
  });
}
