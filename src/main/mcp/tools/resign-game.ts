import { z } from "zod";
import { outcomeIn } from "../../tables/machine/table.ts";
import { describeGame } from "../describe-game.ts";
import { gameOutput } from "../output.ts";
import { seatTool } from "../seat-tool.ts";
import { nextActionText, paragraphs } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";

const input = z.strictObject({ game_id: gameId, seat_token: seatToken });

export const resignGame = seatTool({
  name: "resignGame",
  title: "Resign",
  description: "Give up the game. The opponent wins at once; this cannot be undone.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  act: async ({ game_id }, { call, seat, generation, identity, refused }) => {
    const done = await call.tables.resign(game_id, seat, generation);
    if (!done.ok) return refused(done);
    const { answer, position, talk } = describeGame(done.value, seat, identity, call.now());
    const head = `You resigned. Game Over: ${outcomeIn(done.value.table)}.`;
    return {
      text: paragraphs(head, position, talk, nextActionText(answer.next_action)),
      structured: { ...answer },
    };
  },
});
