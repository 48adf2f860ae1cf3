import { z } from "zod";
import { gameOutput } from "../output.ts";
import { seatTool } from "../seat-tool.ts";
import { awaitTurn } from "../turn-answers.ts";
import { gameId, seatToken, timeoutSeconds, waitedSeconds } from "./arguments.ts";

export const waitForNextTurn = seatTool({
  name: "waitForNextTurn",
  title: "Wait for your turn",
  inEveryGame: true,
  icon: "wait",
  description:
    "Wait until your opponent has moved; then call finishTurn. Returns at once when it is your turn or the game is over. " +
    "A time-out is normal and loses nothing: call it again immediately.",
  inBackground:
    "Wait until your opponent has moved; then call finishTurn. The call goes on in the background while your turn ends, " +
    "and you are notified: poll nothing, and do not call it again.",
  readOnly: true,
  input: z.strictObject({
    game_id: gameId,
    seat_token: seatToken,
    timeout_seconds: timeoutSeconds,
    waited: waitedSeconds,
  }),
  output: gameOutput,
  ui: "shows-board",
  mayBeTask: true,
  act: ({ timeout_seconds }, caller) =>
    awaitTurn(caller.game, caller, { seconds: caller.call.holdSeconds(timeout_seconds), opening: null }),
});
