import { gameOf } from "../../../games/register.ts";
import type { Store } from "../../store/store.ts";
import { type PairTally, type Rating, rate } from "./bradley-terry.ts";

export interface RatingList {
  /** What everybody's rated games of one kind say of their strength, by identity; computed afresh each time it is asked. */
  of(kind: string): Promise<ReadonlyMap<string, Rating>>;
}

/** The rating list over all rated games, in leagues or not. What was broken off counts for nobody. */
export const createRatingList = (store: Pick<Store, "ratedTallies">): RatingList => ({
  of: async (kind) => {
    const [firstSeat] = gameOf(kind).seats;
    const places = new Map<string, number>();
    const placeOf = (identity: string): number => {
      const place = places.get(identity) ?? places.size;
      places.set(identity, place);
      return place;
    };
    const pairs = new Map<string, PairTally>();
    for (const { first, second, winner, reason, games } of await store.ratedTallies(kind)) {
      if (reason === "unfinished" || first === second) continue;
      const [one, other] = [placeOf(first), placeOf(second)];
      const key = `${one} ${other}`;
      const known = pairs.get(key) ?? { first: one, second: other, wins: 0, draws: 0, losses: 0 };
      const column = winner === null ? "draws" : winner === firstSeat ? "wins" : "losses";
      pairs.set(key, { ...known, [column]: known[column] + games });
    }
    const { ratings } = rate(places.size, [...pairs.values()]);
    return new Map([...places].map(([identity, place]) => [identity, ratings[place] ?? { kind: "unknown" }]));
  },
});
