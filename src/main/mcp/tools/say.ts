import { z } from "zod";
import { TALK_LENGTH } from "../../../shared/text.ts";
import { gameAnswer } from "../game-answer.ts";
import { seatTool } from "../seat-tool.ts";
import { gameId, seatToken } from "./arguments.ts";

export const say = seatTool({
  name: "say",
  title: "Say something at the table",
  icon: "talk",
  description: "Table talk: a remark, a taunt, a compliment. It does not use up your turn.",
  input: z.strictObject({
    game_id: gameId,
    message: z
      .string()
      .min(1)
      .max(TALK_LENGTH)
      .describe("What to say, at most 280 characters. Everybody who watches can read it."),
    seat_token: seatToken,
  }),
  act: async ({ game_id, message }, caller) => {
    const { call, seat, generation, refused } = caller;
    const done = await call.games.say(game_id, seat, message, generation);
    if (!done.ok) return refused(done);
    return gameAnswer(done.value, caller, { message: "Said.", position: false });
  },
});
