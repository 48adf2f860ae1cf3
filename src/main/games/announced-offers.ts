import type { Seat } from "../../shared/terms.ts";
import { type GameState, opponentSeat } from "./machine/game-state.ts";

/** A key for the opponent's current offer or request to a seat, which tells it from earlier ones; null for none. */
function offerTo(state: GameState, seat: Seat): string | null {
  const opponent = opponentSeat(state, seat);
  if (state.drawOffer === opponent) return `draw ${state.ply}`;
  return state.takebackOffer === opponent ? `takeback ${state.ply}` : null;
}

/** The offer that each seat has been woken for: a wait is not woken twice for the same one, or an agent would spin. */
export function createAnnouncedOffers() {
  const announcements = new Map<string, Map<Seat, string>>();
  return {
    /** Whether the opponent has an offer that the seat has not been woken for. */
    isUnannounced: (state: GameState, seat: Seat): boolean => {
      const offer = offerTo(state, seat);
      return offer !== null && announcements.get(state.id)?.get(seat) !== offer;
    },
    noteAnnouncement: (state: GameState, seat: Seat): void => {
      const offer = offerTo(state, seat);
      if (offer === null) return;
      const seats = announcements.get(state.id) ?? new Map<Seat, string>();
      announcements.set(state.id, seats.set(seat, offer));
    },
    /** To be called with every change: an offer that was withdrawn is new when it is made again. */
    update: (state: GameState): void => {
      const seats = announcements.get(state.id);
      if (!seats) return;
      for (const seat of [...seats.keys()]) if (offerTo(state, seat) === null) seats.delete(seat);
      if (seats.size === 0) announcements.delete(state.id);
    },
  };
}
