import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { picture } from "./picture.ts";
import { defaultRounds, illegalKinds, pastRounds, reasons, rules, tally } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { words } from "./words.ts";

export const oddEven = defineGame({
  ...about,
  caution:
    "Odd/even is a game of chance: nobody can do better than even against random choices. Ratings differ by luck, or because a player can be predicted.",
  options,
  usualOptions: { rounds: defaultRounds },
  state,
  reasons,
  illegalKinds,
  tally,
  rules,
  rounds: { most: ({ rounds = defaultRounds }) => rounds, past: pastRounds },
  words,
  picture,
  strategies,
  // Best of five takes four rounds of two choices on average.
  usualPlies: ({ rounds = defaultRounds }) => 2 * Math.ceil(0.8 * rounds),
});
