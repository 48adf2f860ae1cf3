import { z } from "zod";
import { outcomeText } from "../../../shared/games.ts";
import { describeGame } from "../describe-game.ts";
import { gameOutput } from "../output.ts";
import type { Tool } from "../tool.ts";
import { findSeat, identityOf, nextActionText, paragraphs, refusedTurn } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";

const input = z.strictObject({ game_id: gameId, seat_token: seatToken });

export const resignGame: Tool<typeof input> = {
  name: "resignGame",
  title: "Resign",
  description: "Give up the game. The opponent wins at once; this cannot be undone.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  run: async ({ game_id, seat_token }, call) => {
    const place = findSeat(call, game_id, seat_token);
    if (!place.ok) return place.answer;
    const { sitting, seat, generation } = place;
    const identity = identityOf(call, sitting.table, seat, seat_token);
    const done = await call.tables.resign(game_id, seat, generation);
    if (!done.ok) return refusedTurn(done, sitting, seat, identity);
    const { answer, position, talk } = describeGame(sitting, seat, identity, call.now());
    const { outcome } = sitting.table;
    const head = `You resigned. Game Over: ${outcome ? outcomeText(outcome) : ""}.`;
    return {
      text: paragraphs(head, position, talk, nextActionText(answer.next_action)),
      structured: { ...answer },
    };
  },
};
