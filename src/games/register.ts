import { backgammon } from "./backgammon/index.ts";
import { chess } from "./chess/index.ts";
import { connectFour } from "./connect-four/index.ts";
import { registerOf } from "./game.ts";
import { oddEven } from "./odd-even/index.ts";
import { othello } from "./othello/index.ts";
import { poker } from "./poker/index.ts";
import { ticTacToe } from "./tic-tac-toe/index.ts";

/** The games that the host knows: one line each. */
export const { definitions, findDefinition, definitionOf } = registerOf([
  chess,
  ticTacToe,
  oddEven,
  connectFour,
  othello,
  backgammon,
  poker,
]);
