import { z } from "zod";
import { outcomeText, seatTitle } from "../../../shared/games.ts";
import { opponentOf } from "../../games/table.ts";
import { describeGame, kindTitle } from "../describe-game.ts";
import { gameOutput } from "../output.ts";
import type { Tool } from "../tool.ts";
import { findSeat, identityOf, nextActionText, paragraphs, refusedTurn } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";

/** Milliseconds that the computer has to answer. */
const ANSWER_MS = 2_000;

const input = z.strictObject({
  game_id: gameId,
  seat_token: seatToken,
  answer: z
    .enum(["offer", "accept", "decline"])
    .default("offer")
    .describe("offer a draw, or accept or decline the opponent's offer. One offer a move."),
});

export const offerDraw: Tool<typeof input> = {
  name: "offerDraw",
  title: "Offer or answer a draw",
  description:
    "Offer a draw, or accept or decline the opponent's offer. An offer does not use up your turn, and moving on declines the opponent's.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  run: async ({ game_id, seat_token, answer: choice }, call) => {
    const place = findSeat(call, game_id, seat_token);
    if (!place.ok) return place.answer;
    const { sitting, seat, generation } = place;
    const identity = identityOf(call, sitting.table, seat, seat_token);
    const done = await call.tables.draw(game_id, seat, choice, generation);
    if (!done.ok) return refusedTurn(done, sitting, seat, identity);
    // The computer answers at once; its answer belongs into this one.
    if (choice === "offer" && opponentOf(sitting.table, seat).kind === "computer")
      await call.tables.waitUntil(game_id, ({ drawOffer }) => drawOffer !== seat, ANSWER_MS, call.signal);
    const { table } = sitting;
    const { answer, position, talk } = describeGame(sitting, seat, identity, call.now());
    const opponent = opponentOf(table, seat);
    const head = table.outcome
      ? `Game Over: ${outcomeText(table.outcome)}.`
      : choice === "decline"
        ? "You declined the draw. The game goes on."
        : table.declined === seat
          ? `You offered a draw. ${seatTitle(opponent.seat)} (${kindTitle(opponent)}) declined; the game goes on.`
          : `You offered a draw to ${seatTitle(opponent.seat)} (${kindTitle(opponent)}). The offer stands until it is answered or ${seatTitle(opponent.seat)} moves.`;
    return {
      text: paragraphs(head, table.outcome ? position : null, talk, nextActionText(answer.next_action)),
      structured: { ...answer },
    };
  },
};
