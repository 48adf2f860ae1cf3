import type { GameCard } from "../../shared/api.ts";
import { missingCase } from "../../shared/result.ts";

/** `live` is every game that is not over, also one that still waits for its players. */
export const filters = ["live", "your-turn", "open-seat", "finished"] as const;
export type Filter = (typeof filters)[number];

/** Whether the person at the page is to move. */
export const isYourTurn = (game: GameCard): boolean =>
  game.status === "live" && game.person_seats.some((seat) => game.to_move.includes(seat));

export function passes(game: GameCard, filter: Filter): boolean {
  if (game.deleted) return false;
  switch (filter) {
    case "live":
      return game.status !== "finished";
    case "your-turn":
      return isYourTurn(game);
    case "open-seat":
      return game.status === "open";
    case "finished":
      return game.status === "finished";
    default:
      return missingCase(filter);
  }
}

/** Whether a game has what somebody looks for, in its number or its players' names. */
export function matches(game: GameCard, search: string): boolean {
  const wanted = search.trim().replace(/^#/, "").toLocaleLowerCase();
  if (wanted === "" || game.game_id.startsWith(wanted)) return true;
  return Object.values(game.players).some(({ name }) => name?.toLocaleLowerCase().includes(wanted));
}
