import { defineGame } from "../game.ts";
import { randomStrategy } from "../strategy.ts";
import { about } from "./about.ts";
import { describer } from "./describe.ts";
import { belowLevels, levelRatings } from "./level-ratings.ts";
import { openingOf, positionsAlong } from "./openings/names.ts";
import { openings } from "./openings/suites.ts";
import { pgn } from "./pgn/pgn.ts";
import { picture } from "./picture.ts";
import { report } from "./report/report.ts";
import { reasons } from "./rules/reasons.ts";
import { positionKey, rules } from "./rules/rules.ts";
import { options, state } from "./schemas.ts";
import { words } from "./words.ts";

export const chess = defineGame({
  ...about,
  options,
  state,
  reasons,
  rules,
  positionKey: ({ fen }) => positionKey(fen),
  positionsAlong,
  words,
  picture,
  strategies: { random: randomStrategy },
  points: { win: 1, draw: 0.5, loss: 0 },
  usualPlies: () => 90,
  pgn,
  engine: { startFen: ({ fen = null }) => fen, report, levelRatings, belowLevels },
  openings,
  openingOf,
  describer,
  tools: null,
});
