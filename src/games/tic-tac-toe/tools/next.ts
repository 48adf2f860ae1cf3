import type { GameToolAnswer } from "../../tools.ts";
import type { Game } from "./shape.ts";
import { freeText } from "./text.ts";

/** How long a next action waits for the opponent, in seconds. */
const PATIENCE = 25;

/** What brings the game forward; null once it is over. */
export function nextIn(game: Game): GameToolAnswer["next"] {
  if (game.turn === null) return null;
  if (game.turn !== game.seat)
    return {
      tool: "get_turn",
      arguments: { timeout_seconds: PATIENCE },
      text: `Call \`get_turn\` with {"timeout_seconds": ${PATIENCE}}: it answers when it is your turn.`,
    };
  return {
    tool: "make_move",
    arguments: { row: "<0 to 2>", col: "<0 to 2>" },
    text: `Choose a free cell and call \`make_move\` with its row and col. ${freeText(game)}`,
  };
}

/** Where there is no game. */
export const lookNext = {
  tool: "view_game_state",
  arguments: {},
  text: "Call `view_game_state`: it sets up a game where there is none.",
};
