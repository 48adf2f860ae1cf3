import { type GameReviewed, reviewSchema } from "../../shared/events.ts";
import type { Steps } from "../../shared/steps.ts";
import { inTurns } from "../in-turns.ts";
import type { Store, StoredReview } from "../store/store.ts";

/** Leagues whose games' reviews are kept in memory: those that were looked at last. */
const KEPT_LEAGUES = 8;

/** What engines found of games, by their ids. */
type Reviews = ReadonlyMap<string, GameReviewed>;

/** What engines found of leagues' games: a league is looked at again and again, and may have ten thousand. */
export interface LeagueReviews {
  of(league: string): Promise<Reviews>;
  close(): void;
}

export function createLeagueReviews(store: Pick<Store, "leagueReviews" | "subscribe">): LeagueReviews {
  const known = new Map<string, Promise<Reviews>>();
  const read = async (league: string) => inTurns(readReviews(await store.leagueReviews(league)));
  const close = store.subscribe(null, ({ changes }) => {
    for (const { aggregate, id, columns } of changes) {
      if (aggregate !== "game" || columns.league === null || columns.review === null) continue;
      const { league, review } = columns;
      const before = known.get(league);
      if (before) keep(league, withReview(before, { id, review }));
    }
  });
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
  return { of: (league) => keep(league, known.get(league) ?? read(league)), close };
}

async function withReview(before: Promise<Reviews>, stored: StoredReview): Promise<Reviews> {
  return new Map([...(await before), ...readReview(stored)]);
}

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
