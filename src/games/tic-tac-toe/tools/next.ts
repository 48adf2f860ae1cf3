import type { GameToolAnswer } from "../../tools.ts";
import { freeCells, type Game } from "./shape.ts";

/** How long a next action waits for the opponent, in seconds. */
const PATIENCE = 25;

/**
 * The call that brings the game forward; null once it is over.
 * @param waited seconds of the wait that is answered: hosts stop a model that makes the same call again and again
 */
export function nextIn(game: Game, waited = 0): GameToolAnswer["next"] {
  if (game.turn === null) return null;
  if (game.turn !== game.seat)
    return {
      tool: "get_turn",
      arguments: { timeout_seconds: waited === PATIENCE ? PATIENCE + 1 : PATIENCE },
      text: "Wait for your turn.",
    };
  return {
    tool: "make_move",
    arguments: { row: "<0 to 2>", col: "<0 to 2>" },
    text: `Choose a free cell (row,col: ${freeCells(game).join(" ")}).`,
  };
}

/** Where there is no game, or the call could not be read. */
export const lookNext = {
  tool: "view_game_state",
  arguments: {},
  text: "Look at the game: one is set up where there is none.",
};
