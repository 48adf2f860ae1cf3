import type { GameCard } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import * as strings from "./strings.ts";

/** The host's name for a person without one. */
const NAMELESS = strings.human;

/**
 * The player's name from the person's side: "You" before they have entered a name; where two people share the board,
 * one without a name has the seat's.
 */
export function shownName({ players, person_seats }: Pick<GameCard, "players" | "person_seats">, seat: Seat): string {
  const player = players[seat];
  if (player?.kind === "human" && player.name === NAMELESS && person_seats.includes(seat))
    return person_seats.length === 1 ? strings.you : seatTitle(seat);
  return player?.name ?? seatTitle(seat);
}
