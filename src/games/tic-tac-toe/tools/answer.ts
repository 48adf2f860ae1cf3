import type { Refusal, Result } from "../../../shared/result.ts";
import type { GameToolAnswer, ToolHost } from "../../tools.ts";
import { readCell, type TicTacToeView } from "../rules.ts";
import { freeCells, type Game } from "./text.ts";

/** Refusals by the names that readers of these tools know; others stay as the host words them. */
const refusalNames: Readonly<Record<string, string>> = {
  GAME_NOT_FOUND: "GameNotFound",
  GAME_OVER: "GameOver",
  NOT_YOUR_TURN: "NotYourTurn",
};

/** The answer about the game that a call brings, or that to its refusal. */
export async function answerTo(
  host: ToolHost<TicTacToeView>,
  call: Promise<Result<Game>>,
  answerOf: (game: Game) => { readonly text: string; readonly fields: GameToolAnswer["fields"] },
  { cell, seconds }: { readonly cell?: string; readonly seconds?: number } = {},
): Promise<GameToolAnswer> {
  const result = await call;
  if (!result.ok) return answerRefusal(result, host, cell);
  return { ok: true, ...answerOf(result.value), next: nextIn(result.value, seconds) };
}

/** A refusal as the caller reads it: its name, the reason, and what to do as the game stands. */
async function answerRefusal(refusal: Refusal, host: ToolHost<TicTacToeView>, cell?: string): Promise<GameToolAnswer> {
  const current = await host.current();
  const game = current.ok ? current.value : null;
  const reason = refusal.code === "ILLEGAL_MOVE" && cell !== undefined ? illegalCell(cell) : null;
  const name = reason?.name ?? refusalNames[refusal.code];
  const message = reason?.message ?? refusal.message;
  return {
    ...refusal,
    message: name === undefined ? message : `${name}: ${message}`,
    fields: game && game.turn === game.seat ? { legal_moves: freeCells(game) } : {},
    // Where a game could not even be set up, looking again would lead in a circle.
    next: game ? nextIn(game) : refusal.code === "GAME_NOT_FOUND" ? lookNext : null,
  };
}

function illegalCell(cell: string): { readonly name: string; readonly message: string } {
  const place = `(${cell.replace(",", ", ")})`;
  return readCell(cell) === "out-of-bounds"
    ? { name: "OutOfBounds", message: `Position ${place} is out of bounds (must be 0-2)` }
    : { name: "CellOccupied", message: `Cell ${place} is already occupied` };
}

/** How long a next action waits for the opponent, in seconds. */
const PATIENCE = 25;

/**
 * The call that brings the game forward; null once it is over.
 * @param waitedSeconds seconds of the wait that is answered: hosts stop a model that makes the same call again and again
 */
export function nextIn(game: Game, waitedSeconds = 0): GameToolAnswer["next"] {
  if (game.turn === null) return null;
  if (game.turn !== game.seat)
    return {
      tool: "get_turn",
      arguments: { timeout_seconds: waitedSeconds === PATIENCE ? PATIENCE + 1 : PATIENCE },
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
