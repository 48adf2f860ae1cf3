import type { GameCard } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import * as strings from "./strings.ts";

/** A request from one player to the other. */
export interface Offer {
  readonly kind: "draw" | "takeback";
  readonly by: Seat;
}

/** An offer in words, to follow a name. */
export const offerWords: Readonly<Record<Offer["kind"], string>> = {
  draw: strings.offersDraw,
  takeback: strings.asksToTakeMoveBack,
};

/** `White offers a draw` */
export const offerInWords = ({ kind, by }: Offer): string => `${seatTitle(by)} ${offerWords[kind]}`;

/** The offers without an answer. */
export function offersIn({ draw_offer, takeback_offer }: Offered): readonly Offer[] {
  return [
    ...(draw_offer === null ? [] : [{ kind: "draw", by: draw_offer } as const]),
    ...(takeback_offer === null ? [] : [{ kind: "takeback", by: takeback_offer } as const]),
  ];
}
type Offered = Pick<GameCard, "draw_offer" | "takeback_offer">;
