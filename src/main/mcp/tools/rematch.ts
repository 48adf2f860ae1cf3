import { z } from "zod";
import { seatTool } from "../seat-tool.ts";
import { gameId, seatToken } from "./arguments.ts";
import { seatedAnswer } from "./create-game.ts";

export const rematch = seatTool({
  name: "rematch",
  title: "Play again",
  icon: "again",
  description:
    "A new game against the same opponent with colours swapped, once this one is over. The other side calls rematch with the same game_id to take its seat.",
  idempotent: true,
  input: z.strictObject({ game_id: gameId, seat_token: seatToken }),
  ui: "shows-board",
  act: async ({ game_id, seat_token }, { call, seat, by, refused }) => {
    const done = await call.games.rematch(game_id, seat, call.connection);
    if (!done.ok) return refused(done);
    return seatedAnswer(call, done.value.game, {
      seat: done.value.seat,
      by,
      title: "Rematch Created Successfully!",
      facts: [`- Follows game: ${game_id}`],
      isProven: done.value.first || seat_token !== undefined,
    });
  },
});
