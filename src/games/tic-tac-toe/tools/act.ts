import { z } from "zod";
import { quoted, TALK_LENGTH } from "../../../shared/text.ts";
import { gameTool } from "../../tools.ts";
import type { TicTacToeView } from "../rules.ts";
import { answered } from "./answered.ts";
import { type Game, gameFields, gameShape } from "./shape.ts";
import { boardText, paragraphs, playersText, statusLines, tauntsText, whoAt } from "./text.ts";

const done = { success: z.boolean(), message: z.string() };
const gameState = z.object(gameFields);

/** Listed with its bounds; what is beyond them comes through, to be refused by its name. */
const index = (what: string) =>
  z.int().meta({ minimum: 0, maximum: 2, description: `${what} index, 0–2 from the top left.` });
const moveInput = z.strictObject({ row: index("Row"), col: index("Column") });

export const makeMove = gameTool<TicTacToeView, typeof moveInput>({
  name: "make_move",
  title: "Make a move",
  description:
    "Put your mark on a free cell of the tic-tac-toe board, in your own turn. Refused with OutOfBounds, CellOccupied, NotYourTurn, GameOver or GameNotFound.",
  readOnly: false,
  input: moveInput,
  output: { ...done, gameState },
  run: ({ row, col }, host) => {
    const cell = `${row},${col}`;
    const told = (game: Game) => ({
      text: paragraphs(
        `Move successful!\nPlaced ${game.seat} at position (${row}, ${col})`,
        boardText(game),
        statusLines(game),
      ),
      structured: { success: true, message: "Move made successfully", gameState: gameShape(game) },
    });
    return answered(host, host.play(cell), told, cell);
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
  output: done,
  run: ({ message }, host) =>
    answered(host, host.say(message), ({ talk, seat: own }) => ({
      text: `Taunt sent to player: ${quoted(talk.findLast(({ seat }) => seat === own)?.message ?? message)}`,
      structured: { success: true, message: "Taunt sent successfully" },
    })),
});

const nothing = z.strictObject({});

export const restartGame = gameTool<TicTacToeView, typeof nothing>({
  name: "restart_game",
  title: "Start a new game",
  description:
    "A new game of tic-tac-toe with an empty board; lots are drawn for X, who begins. A game that still goes on is given up. Against the person at the Kibitz window, or the computer where nobody is there.",
  readOnly: false,
  input: nothing,
  output: { ...done, gameState },
  run: (_, host) =>
    answered(host, host.begin(host.random() < 0.5 ? "X" : "O"), (game) => {
      const first = game.turn === null ? [] : [`First turn: X (${whoAt(game, "X")})`];
      return {
        text: paragraphs(
          "Game restarted!",
          ["New game started.", playersText(game), ...first].join("\n"),
          boardText(game),
          statusLines(game),
          tauntsText(game),
        ),
        structured: { success: true, message: "Game restarted", gameState: gameShape(game) },
      };
    }),
});
