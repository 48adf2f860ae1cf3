import { measureLevels } from "../level-ratings.ts";
import type { Section } from "../section.ts";

const MINUTES = 15;

/** How strong the computer's levels are on the scale of Stockfish's UCI_Elo; `src/games/chess/level-ratings.ts` keeps it. */
export const ratings: Section = {
  name: "ratings",
  title: `The computer's levels against Stockfish limited by UCI_Elo, ${MINUTES} minutes: Elo on that scale`,
  run: async (say) => {
    const found = await measureLevels({ minutes: MINUTES, lanes: 1, seed: 1, onPair: (_, line) => say(line) });
    return found.map(({ level, elo, interval, games }) => ({
      name: `level ${level}, ± ${interval} (95 %), ${games} games`,
      value: elo,
      unit: "Elo",
      against: null,
    }));
  },
};
