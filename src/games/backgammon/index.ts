import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { illegalKinds } from "./notation.ts";
import { picture } from "./picture.ts";
import { margin, reasons, rules, tally } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { words } from "./words.ts";

export const backgammon = defineGame({
  ...about,
  caution:
    "Backgammon is a game of chance: the dice decide many games, though the two of a pair have the same ones. Ratings say little before some hundred games.",
  options,
  state,
  reasons,
  illegalKinds,
  tally,
  margin,
  rules,
  words,
  picture,
  strategies,
  // Rolls and turns.
  usualPlies: () => 110,
});
