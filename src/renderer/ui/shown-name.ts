import type { GameCard } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import * as strings from "./strings.ts";

/** What the host calls a person who has no name. */
const NAMELESS = strings.human;

/**
 * Who sits there, as the person at the page would say it: themself, while they have not said their name; where two people
 * share the board, who has none is told apart by the seat.
 */
export function shownName({ players, person_seats }: Pick<GameCard, "players" | "person_seats">, seat: Seat): string {
  const player = players[seat];
  if (player?.kind === "human" && player.name === NAMELESS && person_seats.includes(seat))
    return person_seats.length === 1 ? strings.you : seatTitle(seat);
  return player?.name ?? seatTitle(seat);
}
