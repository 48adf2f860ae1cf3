import { type GameReviewed, reviewSchema } from "../../shared/events.ts";
import { jsonIn } from "../../shared/fields.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import type { Steps } from "../../shared/steps.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Store } from "../store/store.ts";
import type { GameUpdate } from "./game-update.ts";

/** Most leagues whose reviews are in memory: those that were read last. */
const KEPT_LEAGUES = 8;

/** Reviews by the ids of their games. */
type Reviews = ReadonlyMap<string, GameReviewed>;

/** The reviews of leagues' games, cached: a league is read again and again, and may have ten thousand. */
export type LeagueReviews = ReturnType<typeof createLeagueReviews>;

export function createLeagueReviews(store: Pick<Store, "leagueReviews">) {
  const known = new RecentMap<string, Promise<Reviews>>(KEPT_LEAGUES);
  const read = async (league: string) => runInSlices(readReviews(await store.leagueReviews(league)));
  const keep = (league: string, reviews: Promise<Reviews>): Promise<Reviews> => {
    known.set(league, reviews);
    // A failed read is repeated at the next request.
    reviews.catch(() => {
      if (known.get(league) === reviews) known.delete(league);
    });
    return reviews;
  };
  return {
    of: (league: string) => keep(league, known.get(league) ?? read(league)),
    /** Takes in a change of a game, at whichever host. */
    hear: ({ game: { state }, entries }: GameUpdate): void => {
      const { id, league, review } = state;
      const before = league && known.get(league.id);
      if (before && review && entries.some(({ event }) => event.type === "gameReviewed")) {
        const added = before.then((reviews) => new Map([...reviews, [id, review]]));
        keep(league.id, added);
      }
    },
  };
}

/** A damaged review counts as none: the game can be reviewed again. */
function* readReviews(stored: Awaited<ReturnType<Store["leagueReviews"]>>): Steps<Reviews> {
  const reviews = new Map<string, GameReviewed>();
  for (const { id, review } of stored) {
    const read = reviewSchema.safeParse(jsonIn(review));
    if (read.success) reviews.set(id, read.data);
    yield;
  }
  return reviews;
}
