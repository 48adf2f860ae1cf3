import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { illegalKinds } from "./notation.ts";
import { picture } from "./picture.ts";
import { reasons, rules, tally } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { words } from "./words.ts";

export const backgammon = defineGame({
  ...about,
  caution: "Dice decide much of a single game of backgammon: ratings need many games.",
  options,
  state,
  reasons,
  illegalKinds,
  tally,
  rules,
  words,
  picture,
  strategies,
  // Rolls and turns.
  usualPlies: () => 110,
});
