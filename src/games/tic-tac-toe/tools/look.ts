import { z } from "zod";
import { gameTool } from "../../tools.ts";
import type { TicTacToeView } from "../rules.ts";
import { answered } from "./answered.ts";
import { type Game, gameFields, gameShape, historyField, historyShape, tauntsField, tauntsShape } from "./shape.ts";
import {
  boardText,
  historyText,
  newTauntsText,
  paragraphs,
  playersText,
  statusLines,
  statusText,
  tauntsText,
  whoAt,
} from "./text.ts";

const nothing = z.strictObject({});

/** Sets the first game up, too: whoever comes finds a board. A first game that nobody drew lots for gives the caller X. */
export const viewGameState = gameTool<TicTacToeView, typeof nothing>({
  name: "view_game_state",
  title: "View the game",
  description:
    "The current game of tic-tac-toe: board, players, whose turn it is, status, moves and taunts. Sets up a game where there is none. Rows and columns are numbered 0–2 from the top left.",
  // Where there is no game it makes one.
  readOnly: false,
  input: nothing,
  output: { ...gameFields, moveHistory: historyField, taunts: tauntsField },
  run: (_, host) =>
    answered(host, host.current("X"), (game) => ({
      text: paragraphs(
        `Game ${game.id}\n${playersText(game)}`,
        boardText(game),
        statusLines(game),
        game.moves.length > 0 ? historyText(game) : "",
        tauntsText(game),
      ),
      structured: { ...gameShape(game), moveHistory: historyShape(game), taunts: tauntsShape(game) },
    })),
});

const turnInput = z.strictObject({
  timeout_seconds: z
    .number()
    .min(0)
    .max(55)
    .default(0)
    .describe("How long to wait for your turn, 0–55 seconds. Default 0: answer at once."),
});

export const getTurn = gameTool<TicTacToeView, typeof turnInput>({
  name: "get_turn",
  title: "Whose turn is it",
  description: "Whose turn it is (X or O, human or AI). With timeout_seconds it waits until it is yours.",
  readOnly: true,
  input: turnInput,
  output: {
    currentTurn: gameFields.currentTurn,
    isHumanTurn: z.boolean(),
    isAiTurn: z.boolean(),
    status: gameFields.status,
  },
  run: ({ timeout_seconds }, host) =>
    answered(host, timeout_seconds > 0 ? host.waitForTurn(timeout_seconds) : host.current(), (game) => {
      const { currentTurn, status } = gameShape(game);
      const isAiTurn = game.turn === game.seat;
      return {
        // A wait that timed out repeats nothing.
        text: paragraphs(turnText(game), ...(isAiTurn ? [boardText(game), newTauntsText(game)] : [])),
        structured: { currentTurn, isHumanTurn: game.turn !== null && !isAiTurn, isAiTurn, status },
      };
    }),
});

function turnText(game: Game): string {
  const { turn, seat } = game;
  if (turn === null) return `Game over: ${statusText(game)}`;
  const mine = turn === seat ? "It's your turn to move!" : `Waiting for ${whoAt(game, turn)}…`;
  return `Current turn: ${turn} (${whoAt(game, turn)})\n${mine}`;
}

export const getGameHistory = gameTool<TicTacToeView, typeof nothing>({
  name: "get_game_history",
  title: "Moves so far",
  description: "All moves of the current game of tic-tac-toe, in order, and its result.",
  readOnly: true,
  input: nothing,
  output: { moves: historyField },
  run: (_, host) =>
    answered(host, host.current(), (game) => ({
      text: paragraphs(historyText(game), game.outcome ? `Result: ${statusText(game)}` : statusLines(game)),
      structured: { moves: historyShape(game) },
    })),
});
