import { defineGame } from "../define.ts";
import type { GameTools } from "../tools.ts";
import { about } from "./about.ts";
import { picture } from "./picture.ts";
import { illegalKinds, reasons, rules, type TicTacToeView } from "./rules.ts";
import { options, state } from "./schemas.ts";
import { strategies } from "./strategies.ts";
import { lookNext } from "./tools/answer.ts";
import { getGameHistory, getTurn, makeMove, restartGame, tauntPlayer, viewGameState } from "./tools/tools.ts";
import { claims, words } from "./words.ts";

/** The six tools of a tic-tac-toe system that its clients still speak to, by their names, shapes and texts. */
const ticTacToeTools: GameTools<TicTacToeView> = {
  toolset: "tictactoe",
  home: lookNext,
  list: [viewGameState, getTurn, makeMove, tauntPlayer, restartGame, getGameHistory],
};

export const ticTacToe = defineGame({
  ...about,
  options,
  state,
  reasons,
  illegalKinds,
  rules,
  words,
  picture,
  strategies,
  usualPlies: () => 8,
  claims,
  tools: ticTacToeTools,
});
