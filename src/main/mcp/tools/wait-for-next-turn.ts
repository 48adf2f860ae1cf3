import { z } from "zod";
import { gameOutput } from "../output.ts";
import { seatTool } from "../seat-tool.ts";
import { awaitTurn } from "../turn-answers.ts";
import { gameId, seatToken, timeoutSeconds } from "./arguments.ts";

export const waitForNextTurn = seatTool({
  name: "waitForNextTurn",
  title: "Wait for your turn",
  icon: "wait",
  description:
    "Wait until your opponent has moved. Returns at once when it is your turn or the game is over. A time-out is normal and loses nothing: " +
    "call it again immediately. When it is your turn, call finishTurn.",
  readOnly: true,
  input: z.strictObject({ game_id: gameId, seat_token: seatToken, timeout_seconds: timeoutSeconds }),
  output: gameOutput,
  ui: "shows-board",
  mayBeTask: true,
  act: ({ timeout_seconds }, caller) =>
    awaitTurn(caller.game, caller, { seconds: timeout_seconds ?? caller.call.waitSeconds(), opening: null }),
});
