import { z } from "zod";
import { quote, TALK_LENGTH } from "../../../shared/text.ts";
import { gameTool } from "../../tools.ts";
import type { TicTacToeView } from "../rules.ts";
import { answerTo } from "./answer.ts";
import * as texts from "./text.ts";

const noArguments = z.strictObject({});
const outcomeFields = { success: z.boolean(), message: z.string() };
const gameState = z.object(texts.gameFields);

/** Listed with its bounds; what is beyond them comes through, to be refused by its name. */
const indexField = (description: string) =>
  z.int().meta({ minimum: 0, maximum: 2, description: `${description} index, 0–2 from the top left.` });
const moveInput = z.strictObject({ row: indexField("Row"), col: indexField("Column") });

export const makeMove = gameTool<TicTacToeView, typeof moveInput>({
  name: "make_move",
  title: "Make a move",
  description:
    "Put your mark on a free cell of the tic-tac-toe board, in your own turn. Refused with OutOfBounds, CellOccupied, NotYourTurn, GameOver or GameNotFound.",
  readOnly: false,
  input: moveInput,
  output: { ...outcomeFields, gameState },
  run: ({ row, col }, host) => {
    const cell = `${row},${col}`;
    const answerOf = (game: texts.Game) => ({
      text: texts.paragraphs(
        `Move successful!\nPlaced ${game.seat} at position (${row}, ${col})`,
        texts.boardText(game),
        texts.statusLines(game),
      ),
      fields: { success: true, message: "Move made successfully", gameState: texts.gameShape(game) },
    });
    return answerTo(host, host.play(cell), answerOf, { cell });
  },
});

const tauntInput = z.strictObject({
  message: z.string().min(1).max(TALK_LENGTH).describe("What to say, at most 280 characters. Everybody can read it."),
});

export const tauntPlayer = gameTool<TicTacToeView, typeof tauntInput>({
  name: "taunt_player",
  title: "Taunt the opponent",
  description: "Say something to your opponent; it shows in the window at once. It does not use up your turn.",
  readOnly: false,
  input: tauntInput,
  output: outcomeFields,
  run: ({ message }, host) =>
    answerTo(host, host.say(message), ({ talk, seat: own }) => ({
      text: `Taunt sent to player: ${quote(talk.findLast(({ seat }) => seat === own)?.message ?? message)}`,
      fields: { success: true, message: "Taunt sent successfully" },
    })),
});

export const restartGame = gameTool<TicTacToeView, typeof noArguments>({
  name: "restart_game",
  title: "Start a new game",
  description:
    "A new game of tic-tac-toe with an empty board; lots are drawn for X, who begins. A game that still goes on is given up. Against the person at the Kibitz window, or the computer where nobody is there.",
  readOnly: false,
  input: noArguments,
  output: { ...outcomeFields, gameState },
  run: (_, host) =>
    answerTo(host, host.begin(host.random() < 0.5 ? "X" : "O"), (game) => {
      const first = game.turn === null ? [] : [`First turn: X (${texts.whoAt(game, "X")})`];
      return {
        text: texts.paragraphs(
          "Game restarted!",
          ["New game started.", texts.playersText(game), ...first].join("\n"),
          texts.boardText(game),
          texts.statusLines(game),
          texts.tauntsText(game),
        ),
        fields: { success: true, message: "Game restarted", gameState: texts.gameShape(game) },
      };
    }),
});

/** Sets the first game up, too: whoever comes finds a board. A first game that nobody drew lots for gives the caller X. */
export const viewGameState = gameTool<TicTacToeView, typeof noArguments>({
  name: "view_game_state",
  title: "View the game",
  description:
    "The current game of tic-tac-toe: board, players, whose turn it is, status, moves and taunts. Sets up a game where there is none. Rows and columns are numbered 0–2 from the top left.",
  // Where there is no game it makes one.
  readOnly: false,
  input: noArguments,
  output: { ...texts.gameFields, moveHistory: texts.historyField, taunts: texts.tauntsField },
  run: (_, host) =>
    answerTo(host, host.current("X"), (game) => ({
      text: texts.paragraphs(
        `Game ${game.id}\n${texts.playersText(game)}`,
        texts.boardText(game),
        texts.statusLines(game),
        game.moves.length > 0 ? texts.historyText(game) : "",
        texts.tauntsText(game),
      ),
      fields: { ...texts.gameShape(game), moveHistory: texts.historyShape(game), taunts: texts.tauntsShape(game) },
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
    currentTurn: texts.gameFields.currentTurn,
    isHumanTurn: z.boolean(),
    isAiTurn: z.boolean(),
    status: texts.gameFields.status,
  },
  run: ({ timeout_seconds: seconds }, host) => {
    const answerOf = (game: texts.Game) => {
      const { currentTurn, status } = texts.gameShape(game);
      const isAiTurn = game.turn === game.seat;
      return {
        // A wait that timed out repeats nothing.
        text: texts.paragraphs(turnText(game), ...(isAiTurn ? [texts.boardText(game), texts.newTauntsText(game)] : [])),
        fields: { currentTurn, isHumanTurn: game.turn !== null && !isAiTurn, isAiTurn, status },
      };
    };
    return answerTo(host, seconds > 0 ? host.waitForTurn(seconds) : host.current(), answerOf, { seconds });
  },
});

function turnText(game: texts.Game): string {
  const { turn, seat } = game;
  if (turn === null) return `Game over: ${texts.statusText(game)}`;
  const mine = turn === seat ? "It's your turn to move!" : `Waiting for ${texts.whoAt(game, turn)}…`;
  return `Current turn: ${turn} (${texts.whoAt(game, turn)})\n${mine}`;
}

export const getGameHistory = gameTool<TicTacToeView, typeof noArguments>({
  name: "get_game_history",
  title: "Moves so far",
  description: "All moves of the current game of tic-tac-toe, in order, and its result.",
  readOnly: true,
  input: noArguments,
  output: { moves: texts.historyField },
  run: (_, host) =>
    answerTo(host, host.current(), (game) => ({
      text: texts.paragraphs(
        texts.historyText(game),
        game.outcome ? `Result: ${texts.statusText(game)}` : texts.statusLines(game),
      ),
      fields: { moves: texts.historyShape(game) },
    })),
});
