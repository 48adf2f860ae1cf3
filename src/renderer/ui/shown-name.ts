import type { GameCard } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";

/** What the host calls a person who has no name. */
const NAMELESS = "Human";

/** Who sits there, as the person at the page would say it: themself, while they have not said their name. */
export function shownName({ players, person_seats }: Pick<GameCard, "players" | "person_seats">, seat: Seat): string {
  const player = players[seat];
  if (player?.kind === "human" && player.name === NAMELESS && person_seats.length === 1 && person_seats[0] === seat)
    return "You";
  return player?.name ?? seatTitle(seat);
}
