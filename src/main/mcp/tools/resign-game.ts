import { z } from "zod";
import { outcomeIn } from "../../games/machine/game-state.ts";
import { gameAnswer } from "../game-answer.ts";
import { agentAcrossPerson, refusedToPerson, withWake } from "../persons-board.ts";
import { seatTool } from "../seat-tool.ts";
import { turnAnswer } from "../turn-answers.ts";
import { gameId, seatToken } from "./arguments.ts";

export const resignGame = seatTool({
  name: "resignGame",
  title: "Resign",
  icon: "flag",
  description: "Give up the game. The opponent wins at once; this cannot be undone.",
  destructive: true,
  input: z.strictObject({ game_id: gameId, seat_token: seatToken }),
  act: async ({ game_id }, caller) => {
    const { call, seat, generation, refused } = caller;
    const done = await call.games.resign(game_id, seat, generation);
    const agent = agentAcrossPerson(caller);
    if (!done.ok) return agent ? refusedToPerson(done, caller, agent) : refused(done);
    const { state } = done.value;
    if (agent) return withWake(turnAnswer(done.value, agent, null), done.value, caller);
    const over = `Game Over: ${outcomeIn(state)}.`;
    // A flag may have fallen before.
    const message = state.outcome?.reason === "resignation" ? `You resigned. ${over}` : over;
    return gameAnswer(done.value, caller, { message, position: true });
  },
});
