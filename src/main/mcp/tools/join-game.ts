import { z } from "zod";
import { seatTitle } from "../../../shared/terms.ts";
import { NAME_LENGTH } from "../../../shared/text.ts";
import { outcomeIn, toMove } from "../../tables/machine/table.ts";
import { listGamesNext, watchNext } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { refusalAnswer, type Tool } from "../tool.ts";
import { gameId, seatToken } from "./arguments.ts";
import { seatedAnswer } from "./create-game.ts";

const input = z.strictObject({
  game_id: gameId,
  name: z.string().max(NAME_LENGTH).optional().describe("How you are shown; at most 40 characters."),
  seat_token: seatToken,
});

export const joinGame: Tool<typeof input> = {
  name: "joinGame",
  title: "Join a game",
  description:
    "Take the open seat of a game that another agent or a person set up, or come back to your own seat with its seat_token. " +
    "Then call finishTurn when it is your turn and waitForNextTurn when it is not.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: gameOutput,
  ui: "shows-board",
  run: async ({ game_id, name, seat_token }, call) => {
    const joined = await call.tables.join(game_id, name ?? call.clientName ?? "Agent", call.credentials(seat_token));
    if (!joined.ok) {
      if (joined.code === "GAME_NOT_FOUND") return refusalAnswer(joined, listGamesNext());
      const message = joined.code === "SEAT_TAKEN" ? `${joined.message}. You can watch instead` : joined.message;
      return refusalAnswer({ ...joined, message }, watchNext(game_id));
    }
    const { game, seat, back } = joined.value;
    const { table } = game;
    const movers = toMove(table).map(seatTitle).join(" and ");
    return seatedAnswer(call, game, seat, {
      title: back ? `Joined Game ${game_id} Successfully (welcome back)` : `Joined Game ${game_id} Successfully`,
      facts: table.outcome ? [`- Game Over: ${outcomeIn(table)}.`] : [`- To move: ${movers}`],
    });
  },
};
