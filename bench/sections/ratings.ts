import { placesOf } from "../kibitz-scale.ts";
import { ladder, playMeetings } from "../level-ratings.ts";
import type { Section } from "../section.ts";

const MINUTES = 15;

/** How strong the computer's levels are on the Kibitz scale; `src/games/chess/level-ratings.ts` keeps what a longer run found. */
export const ratings: Section = {
  name: "ratings",
  title: `The computer's levels on the Kibitz scale, levels 1 to 9 at 1600 on average, ${MINUTES} minutes`,
  run: async (say) => {
    const tallies = await playMeetings({
      ...(await ladder({ only: "scale" })),
      seed: 1,
      lanes: 1,
      tallies: [],
      until: performance.now() + MINUTES * 60_000,
      onPair: (_, line) => say(line),
    });
    return placesOf(tallies).placed.map(({ name, elo, interval, games }) => ({
      name: `${name}, ± ${Math.ceil(interval)} (95 %), ${games} games`,
      value: elo,
      unit: "Elo",
      against: null,
    }));
  },
};
