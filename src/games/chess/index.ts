import { defineGame } from "../define.ts";
import { about } from "./about.ts";
import { describe } from "./describe.ts";
import { belowLevels, levelRatings } from "./level-ratings.ts";
import { positionsAlong } from "./openings/names.ts";
import { openings } from "./openings/suites.ts";
import { records } from "./pgn/pgn.ts";
import { picture } from "./picture.ts";
import { phaseOf } from "./practice/phase.ts";
import { report, winPercent } from "./report/report.ts";
import { positionKey } from "./rules/fen.ts";
import { illegalKinds } from "./rules/illegal.ts";
import { claimableDraw, moveIn, reasons, rules } from "./rules/rules.ts";
import { contradictions } from "./said.ts";
import { options, state } from "./schemas.ts";
import { claims, words } from "./words.ts";

export const chess = defineGame({
  ...about,
  options,
  state,
  reasons,
  illegalKinds,
  rules,
  positions: { key: ({ fen }) => positionKey(fen), along: positionsAlong },
  words,
  picture,
  points: { win: 1, draw: 0.5, loss: 0 },
  usualPlies: () => 90,
  claims: { ...claims, claimable: claimableDraw },
  records,
  engine: {
    startFen: ({ fen = null }) => fen,
    moveIn,
    report,
    chances: winPercent,
    phase: phaseOf,
    levelRatings,
    belowLevels,
  },
  openings,
  describe,
  contradictions,
});
