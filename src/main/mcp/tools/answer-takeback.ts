import { z } from "zod";
import { describeGame } from "../describe-game.ts";
import { gameOutput } from "../output.ts";
import type { Tool } from "../tool.ts";
import { findSeat, identityOf, nextActionText, paragraphs, refusedTurn } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";

const input = z.strictObject({
  game_id: gameId,
  seat_token: seatToken,
  answer: z.enum(["accept", "decline"]).describe("Whether your opponent may take its last move back."),
});

export const answerTakeback: Tool<typeof input> = {
  name: "answerTakeback",
  title: "Answer a takeback request",
  description:
    "Let your opponent take its last move back, or not. Only when an answer says that it asks; making your own move declines.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  run: async ({ game_id, seat_token, answer: choice }, call) => {
    const place = findSeat(call, game_id, seat_token);
    if (!place.ok) return place.answer;
    const { sitting, seat, generation } = place;
    const identity = identityOf(call, sitting.table, seat, seat_token);
    const done = await call.tables.takeback(game_id, seat, choice, generation);
    if (!done.ok) return refusedTurn(done, sitting, seat, identity);
    const { answer, position, talk } = describeGame(sitting, seat, identity, call.now());
    const head = choice === "accept" ? "The move is taken back." : "You declined. The game goes on.";
    return {
      text: paragraphs(head, choice === "accept" ? position : null, talk, nextActionText(answer.next_action)),
      structured: { ...answer },
    };
  },
};
