import { z } from "zod";
import { gameOutput } from "../output.ts";
import type { Tool } from "../tool.ts";
import { awaitTurn, findSeat, identityOf } from "../turn.ts";
import { gameId, seatToken, timeoutSeconds } from "./arguments.ts";

const input = z.strictObject({ game_id: gameId, seat_token: seatToken, timeout_seconds: timeoutSeconds });

export const waitForNextTurn: Tool<typeof input> = {
  name: "waitForNextTurn",
  title: "Wait for your turn",
  description:
    "Wait until your opponent has moved. Returns at once when it is your turn or the game is over. A time-out is normal and loses nothing: " +
    "call it again immediately. When it is your turn, call finishTurn.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: gameOutput,
  run: async ({ game_id, seat_token, timeout_seconds }, call) => {
    const place = findSeat(call, game_id, seat_token);
    if (!place.ok) return place.answer;
    const { sitting, seat } = place;
    const identity = identityOf(call, sitting.table, seat, seat_token);
    return awaitTurn(call, sitting, seat, identity, timeout_seconds ?? call.waitSeconds(), null);
  },
};
