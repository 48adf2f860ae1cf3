import type { Seat } from "../../shared/terms.ts";
import { opponentSeat, type Table } from "./machine/table.ts";

/** A key for the opponent's current offer or request to a seat, which tells it from earlier ones; null for none. */
function offerTo(table: Table, seat: Seat): string | null {
  const opponent = opponentSeat(table, seat);
  if (table.drawOffer === opponent) return `draw ${table.ply}`;
  return table.takebackOffer === opponent ? `takeback ${table.ply}` : null;
}

/** The offer that each seat has been woken for: a wait is not woken twice for the same one, or an agent would spin. */
export interface AnnouncedOffers {
  /** Whether the opponent has an offer that the seat has not been woken for. */
  isUnannounced(table: Table, seat: Seat): boolean;
  announced(table: Table, seat: Seat): void;
  /** To be called with every change: an offer that was withdrawn is new when it is made again. */
  changed(table: Table): void;
}

export function createAnnouncedOffers(): AnnouncedOffers {
  const told = new Map<string, Map<Seat, string>>();
  return {
    isUnannounced: (table, seat) => {
      const offer = offerTo(table, seat);
      return offer !== null && told.get(table.id)?.get(seat) !== offer;
    },
    announced: (table, seat) => {
      const offer = offerTo(table, seat);
      if (offer === null) return;
      const seats = told.get(table.id) ?? new Map<Seat, string>();
      told.set(table.id, seats.set(seat, offer));
    },
    changed: (table) => {
      const seats = told.get(table.id);
      if (!seats) return;
      for (const seat of [...seats.keys()]) if (offerTo(table, seat) === null) seats.delete(seat);
      if (seats.size === 0) told.delete(table.id);
    },
  };
}
