import type { GameTools } from "../../tools.ts";
import type { TicTacToeView } from "../rules.ts";
import { makeMove, restartGame, tauntPlayer } from "./act.ts";
import { getGameHistory, getTurn, viewGameState } from "./look.ts";
import { lookNext } from "./next.ts";

/** The six tools of a tic-tac-toe system that its clients still speak to, by their names, shapes and texts. */
export const tools: GameTools<TicTacToeView> = {
  toolset: "tictactoe",
  home: lookNext,
  list: [viewGameState, getTurn, makeMove, tauntPlayer, restartGame, getGameHistory],
};
