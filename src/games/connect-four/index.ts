import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { picture } from "./picture.ts";
import { illegalKinds, reasons, rules } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { words } from "./words.ts";

export const connectFour = defineGame({
  ...about,
  options,
  state,
  reasons,
  illegalKinds,
  rules,
  words,
  picture,
  strategies,
  usualPlies: () => 34,
});
