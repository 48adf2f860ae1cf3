import { type GameReviewed, reviewSchema } from "../../shared/events.ts";
import type { Steps } from "../../shared/steps.ts";
import { inTurns } from "../base/in-turns.ts";
import type { Store, StoredReview } from "../store/store.ts";
import type { GameNews } from "./game-news.ts";

/** Leagues whose games' reviews are kept in memory: those that were looked at last. */
const KEPT_LEAGUES = 8;

/** What engines found of games, by their ids. */
type Reviews = ReadonlyMap<string, GameReviewed>;

/** What engines found of leagues' games: a league is looked at again and again, and may have ten thousand. */
export interface LeagueReviews {
  of(league: string): Promise<Reviews>;
  /** Hears of every change of a game, at whichever host. */
  hear(news: GameNews): void;
}

export function createLeagueReviews(store: Pick<Store, "leagueReviews">): LeagueReviews {
  const known = new Map<string, Promise<Reviews>>();
  const read = async (league: string) => inTurns(readReviews(await store.leagueReviews(league)));
  const keep = (league: string, reviews: Promise<Reviews>): Promise<Reviews> => {
    known.delete(league);
    known.set(league, reviews);
    const [oldest] = known.keys();
    if (known.size > KEPT_LEAGUES && oldest !== undefined) known.delete(oldest);
    // What could not be read is asked for again the next time.
    reviews.catch(() => {
      if (known.get(league) === reviews) known.delete(league);
    });
    return reviews;
  };
  return {
    of: (league) => keep(league, known.get(league) ?? read(league)),
    hear: ({ game: { table }, entries }) => {
      const { id, league, review } = table;
      const before = league && known.get(league.id);
      if (before && review && entries.some(({ event }) => event.type === "gameReviewed"))
        keep(league.id, withReview(before, id, review));
    },
  };
}

const withReview = async (before: Promise<Reviews>, id: string, review: GameReviewed): Promise<Reviews> =>
  new Map([...(await before), [id, review]]);

function* readReviews(stored: readonly StoredReview[]): Steps<Reviews> {
  const reviews = new Map<string, GameReviewed>();
  for (const each of stored) {
    for (const [id, review] of readReview(each)) reviews.set(id, review);
    yield;
  }
  return reviews;
}

/** A damaged one is as good as none: the game can be looked through again. */
function readReview({ id, review }: StoredReview): readonly (readonly [string, GameReviewed])[] {
  try {
    return [[id, reviewSchema.parse(JSON.parse(review))]];
  } catch {
    return [];
  }
}
