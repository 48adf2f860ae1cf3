import { z } from "zod";
import { gameOutput } from "../output.ts";
import type { Tool } from "../tool.ts";
import { findSeat, identityOf, refusedTurn } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";
import { seatedAnswer } from "./create-game.ts";

const input = z.strictObject({ game_id: gameId, seat_token: seatToken });

export const rematch: Tool<typeof input> = {
  name: "rematch",
  title: "Play again",
  description:
    "A new game against the same opponent with colours swapped, once this one is over. The other side calls rematch with the same game_id to take its seat.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: gameOutput,
  ui: "shows-board",
  run: async ({ game_id, seat_token }, call) => {
    const place = findSeat(call, game_id, seat_token);
    if (!place.ok) return place.answer;
    const { sitting, seat } = place;
    const done = await call.tables.rematch(game_id, seat, call.connection);
    if (!done.ok) return refusedTurn(done, sitting, seat, identityOf(call, sitting.table, seat, seat_token));
    return seatedAnswer(call, done.value.sitting, done.value.seat, {
      title: "Rematch Created Successfully!",
      facts: [`- Follows game: ${game_id}`],
    });
  },
};
