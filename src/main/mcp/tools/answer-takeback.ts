import { z } from "zod";
import { outcomeIn } from "../../games/machine/game-state.ts";
import { gameAnswer } from "../game-answer.ts";
import { seatTool } from "../seat-tool.ts";
import { gameId, seatToken } from "./arguments.ts";

export const answerTakeback = seatTool({
  name: "answerTakeback",
  title: "Answer a takeback request",
  icon: "back",
  description:
    "Let your opponent take its last move back, or not. Only when an answer says that it asks; making your own move declines.",
  destructive: true,
  input: z.strictObject({
    game_id: gameId,
    seat_token: seatToken,
    answer: z.enum(["accept", "decline"]).describe("Whether your opponent may take its last move back."),
  }),
  act: async ({ game_id, answer: choice }, caller) => {
    const { call, seat, generation, refused } = caller;
    const done = await call.games.takeback(game_id, seat, choice, generation);
    if (!done.ok) return refused(done);
    const { state } = done.value;
    // A flag may have fallen before.
    const message = state.outcome
      ? `Game Over: ${outcomeIn(state)}.`
      : choice === "accept"
        ? "The move is taken back."
        : "You declined. The game goes on.";
    return gameAnswer(done.value, caller, { message, position: choice === "accept" || state.outcome !== null });
  },
});
