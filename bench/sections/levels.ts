import { runLadder } from "../ladder.ts";
import type { Section } from "../section.ts";

/** Games that each level plays against the one below. */
const GAMES = 20;

/** Whether each level of the computer is stronger than the one below: the share of points it takes from it. */
export const levels: Section = {
  name: "ladder",
  title: `Each level of the computer against the one below, ${GAMES} games a step, against an even match`,
  run: async (say) => {
    const steps = await runLadder({
      games: GAMES,
      from: 1,
      to: 10,
      seed: 1,
      onStep: ({ level, against }) => say(`level ${level} against ${against}`),
    });
    return steps.map(({ level, against, score, wins, draws, losses }) => ({
      name: `level ${level} against ${against}: +${wins} =${draws} −${losses}`,
      value: score * 100,
      unit: "%",
      against: { name: "an even match", value: 50 },
    }));
  },
};
