import { definitions } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { searchWords } from "../../shared/text.ts";
import { spareTime } from "../base/spare-time.ts";
import type { Games } from "../games/games.ts";
import type { GameState } from "../games/machine/game-state.ts";
import { ownSeats } from "./mistakes.ts";

/** Most games of the person's that are looked at, the newest of each kind and name. */
const MOST_GAMES = 2_000;
const PAGE = 100;

/** A finished game of the person's that an engine can review. */
export interface OwnGame {
  readonly state: GameState;
  readonly seats: readonly Seat[];
}

const newestFirst = { opening: [], ratedPairs: [], order: "ended", descending: true } as const;

/**
 * The person's finished games, newest first: those that people played here, and imported ones in which one of these names
 * did. Rejects with `Unavailable` where the store does not answer.
 */
export async function findOwnGames(
  { history }: Pick<Games, "history">,
  names: readonly string[],
): Promise<readonly OwnGame[]> {
  const byId = new Map<string, OwnGame>();
  const searches = [{ person: true, words: [] }, ...names.map((name) => ({ words: searchWords(name) }))];
  for (const { kind, engine } of definitions)
    for (const search of engine ? searches : [])
      for (let offset = 0; offset < MOST_GAMES; offset += PAGE) {
        const { games, total } = await history({ ...newestFirst, ...search, kind, offset, limit: PAGE });
        for (const { state } of games) {
          const seats = ownSeats(state, names);
          if (seats.length > 0 && state.ply > 0) byId.set(state.id, { state, seats });
        }
        if (offset + PAGE >= total) break;
        await spareTime.turn();
      }
  const endOf = ({ state }: OwnGame): number => state.endedAt ?? state.createdAt;
  return [...byId.values()].toSorted((one, other) => endOf(other) - endOf(one)).slice(0, MOST_GAMES);
}
