import type { GameCard } from "../../shared/api.ts";
import { findsGame, foldText, type SearchWord } from "../../shared/text.ts";

/** `live` is every unfinished game, also one that still waits for its players. */
export const filters = ["live", "your-turn", "open-seat", "finished"] as const;
export type Filter = (typeof filters)[number];

export const isYourTurn = (game: GameCard): boolean =>
  game.status === "live" && game.person_seats.some((seat) => game.to_move.includes(seat));

/** Whether the person plays in it. */
export const isYours = (game: GameCard): boolean => game.person_seats.length > 0;

const filterTests: Readonly<Record<Filter, (game: GameCard) => boolean>> = {
  live: ({ status }) => status !== "finished",
  "your-turn": isYourTurn,
  "open-seat": ({ status }) => status === "open",
  finished: ({ status }) => status === "finished",
};
export const passesFilter = (game: GameCard, filter: Filter): boolean => !game.deleted && filterTests[filter](game);

/** Whether a game matches all words of a search, by its players' names or the beginning of its id. */
export function matchesSearch(game: GameCard, words: readonly SearchWord[]): boolean {
  if (words.length === 0) return true;
  const names = foldText(
    Object.values(game.players)
      .map(({ name }) => name ?? "")
      .join(" "),
  );
  return words.every((word) => findsGame(word, game.game_id, names));
}
