import { namesIn } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Games } from "../games/games.ts";
import { idOfMistake, type Mistake, mistakesIn } from "./mistakes.ts";
import { findOwnGames } from "./own-games.ts";

/** Milliseconds after which the games are looked at anew, since other hosts may have changed some. */
const FRESH_MS = 60_000;

/** The person's games, and the mistakes in those that are reviewed, of the newest game first. */
export interface Pool {
  readonly games: number;
  /** The ids of the games that are not reviewed yet, newest first. */
  readonly toReview: readonly string[];
  readonly mistakes: readonly Mistake[];
  readonly byId: ReadonlyMap<string, Mistake>;
}

/**
 * Collects the mistakes of the person's games, again where a game or the person's names have changed.
 * @param recordNames the setting `record_names`
 */
export function createPool(
  games: Pick<Games, "get" | "history" | "listen">,
  recordNames: () => string,
  now: () => number,
) {
  /** The mistakes of games that were read, with what they follow from. */
  let cache = new Map<string, { readonly from: string; readonly mistakes: readonly Mistake[] }>();
  let current: { readonly names: string; readonly at: number; readonly pool: Promise<Pool> } | null = null;
  const stop = games.listen(({ game: { state } }) => {
    if (state.outcome) current = null;
  });

  const collect = async (names: string): Promise<Pool> => {
    const own = await findOwnGames(games, namesIn(names));
    const next: typeof cache = new Map();
    for (const { state, seats } of own) {
      if (!state.review) continue;
      const from = `${state.createdAt} ${state.review.nodes} ${seats.join()}`;
      const entry = cache.get(state.id);
      if (entry?.from === from) {
        next.set(state.id, entry);
        continue;
      }
      const game = await games.get(state.id);
      // A damaged game is left out; the list of games says so.
      if (game.ok) next.set(state.id, { from, mistakes: await runInSlices(mistakesIn(game.value, seats)) });
    }
    cache = next;
    const mistakes = [...next.values()].flatMap((each) => each.mistakes);
    return {
      games: own.length,
      toReview: own.flatMap(({ state }) => (state.review ? [] : [state.id])),
      mistakes,
      byId: new Map(mistakes.map((mistake) => [idOfMistake(mistake), mistake])),
    };
  };

  return {
    /** Rejects with `Unavailable` where the store does not answer. */
    get: (): Promise<Pool> => {
      const names = recordNames();
      if (current?.names === names && now() - current.at < FRESH_MS) return current.pool;
      const pool = collect(names);
      const latest = { names, at: now(), pool };
      current = latest;
      // A failed read is repeated at the next request.
      pool.catch(() => {
        if (current === latest) current = null;
      });
      return pool;
    },
    close: stop,
  };
}
