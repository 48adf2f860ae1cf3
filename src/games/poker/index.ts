import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { picture } from "./picture.ts";
import { illegalKinds, reasons, rules, tally, usualHands } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { words } from "./words.ts";

export const poker = defineGame({
  ...about,
  caution:
    "Small poker is a game of chance: the cards decide most matches, though both seats get the same ones. Ratings say little before some hundred matches.",
  options,
  usualOptions: { leduc: false, hands: usualHands },
  state,
  reasons,
  illegalKinds,
  tally,
  margin: ({ chips }) => chips,
  rules,
  words,
  picture,
  strategies,
  // A deal, and about two actions and a half; in Leduc hold'em about five.
  usualPlies: ({ leduc = false, hands = usualHands }) => Math.round(hands * (leduc ? 6 : 3.5)),
});
