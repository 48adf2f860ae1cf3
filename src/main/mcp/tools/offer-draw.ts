import { z } from "zod";
import type { LiveGame } from "../../tables/live-game.ts";
import { opponentOf, outcomeIn } from "../../tables/machine/table.ts";
import { gameAnswer } from "../game-answer.ts";
import { briefOutput } from "../output.ts";
import { type SeatCall, seatTool } from "../seat-tool.ts";
import { playerTitle } from "../titles.ts";
import { gameId, seatToken } from "./arguments.ts";

/** Milliseconds that a driver has to answer. */
const ANSWER_MS = 2_000;

const input = z.strictObject({
  game_id: gameId,
  seat_token: seatToken,
  answer: z
    .enum(["offer", "accept", "decline"])
    .default("offer")
    .describe("offer a draw, or accept or decline the opponent's offer. One offer a move."),
});

export const offerDraw = seatTool({
  name: "offerDraw",
  title: "Offer or answer a draw",
  description:
    "Offer a draw, or accept or decline the opponent's offer. An offer does not use up your turn, and moving on declines the opponent's.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: briefOutput,
  act: async ({ game_id, answer: choice }, caller) => {
    const { call, seat, generation, refused } = caller;
    const done = await call.tables.draw(game_id, seat, choice, generation);
    if (!done.ok) return refused(done);
    const game = await answeredOffer(done.value, caller);
    const { table } = game;
    const title = playerTitle(opponentOf(table, seat));
    const head = table.outcome
      ? `Game Over: ${outcomeIn(table)}.`
      : choice === "decline"
        ? "You declined the draw. The game goes on."
        : `You offered a draw to ${title}.`;
    return gameAnswer(call, game, caller, { head, position: table.outcome !== null });
  },
});

/** A driver answers at once; its answer belongs into this one. */
export async function answeredOffer(
  game: LiveGame,
  { call, seat }: Pick<SeatCall, "call" | "seat">,
): Promise<LiveGame> {
  const { table } = game;
  if (table.drawOffer !== seat || !opponentOf(table, seat).driven) return game;
  const gone = await call.tables.waitUntil(table.id, (now) => now.table.drawOffer !== seat, ANSWER_MS, call.signal, {
    seat,
    client: call.connection,
  });
  return gone.ok ? gone.value.game : game;
}
