import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { picture } from "./picture.ts";
import { records } from "./records.ts";
import { illegalKinds, reasons, rules, tally } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { words } from "./words.ts";

export const othello = defineGame({
  ...about,
  options,
  state,
  reasons,
  illegalKinds,
  tally,
  rules,
  words,
  picture,
  records,
  strategies,
  usualPlies: () => 60,
});
