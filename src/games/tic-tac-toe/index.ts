import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { picture } from "./picture.ts";
import { reasons, rules } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { tools } from "./tools/index.ts";
import { claims, words } from "./words.ts";

export const ticTacToe = defineGame({
  ...about,
  options,
  state,
  reasons,
  rules,
  words,
  picture,
  strategies,
  usualPlies: () => 8,
  claims,
  tools,
});
