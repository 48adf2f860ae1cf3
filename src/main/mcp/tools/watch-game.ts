import { z } from "zod";
import type { LiveGame } from "../../tables/live-game.ts";
import { outcomeIn } from "../../tables/machine/table.ts";
import { describeGame } from "../describe-game.ts";
import { listGamesNext } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { refusalAnswer, type Tool } from "../tool.ts";
import { nextActionText, paragraphs } from "../turn.ts";
import { gameId, timeoutSeconds } from "./arguments.ts";

const input = z.strictObject({
  game_id: gameId,
  after_ply: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe("The ply you have seen: waits until something happens after it. Left out: answers at once."),
  timeout_seconds: timeoutSeconds,
});

/** What a spectator calls a change: everything but moves that were refused. */
const happened = ({ table, talk, remarks }: LiveGame): string =>
  [
    table.ply,
    table.drawOffer,
    table.takebackOffer,
    ...table.seats.map(({ name }) => name),
    talk.length,
    remarks.length,
  ].join(" ");

export const watchGame: Tool<typeof input> = {
  name: "watchGame",
  title: "Watch a game",
  description:
    "Look on as a spectator: waits until something happens after the ply you have seen. Call it again and again until the game is over. To comment, call kibitz.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: gameOutput,
  run: async ({ game_id, after_ply, timeout_seconds }, call) => {
    const found = await call.tables.get(game_id);
    if (!found.ok) return refusalAnswer(found, listGamesNext());
    const before = happened(found.value);
    const ready = (game: LiveGame) =>
      game.table.outcome !== null || game.table.ply !== after_ply || happened(game) !== before;
    const ms = (timeout_seconds ?? call.waitSeconds()) * 1000;
    const ended = after_ply === undefined ? null : await call.tables.waitUntil(game_id, ready, ms, call.signal);
    if (ended && !ended.ok) return refusalAnswer(ended, listGamesNext());
    const game = ended?.value.game ?? found.value;
    const { table } = game;
    const isTimeout = ended !== null && ended.value.end !== "changed";
    const { answer, position, talk } = describeGame(game, null, { game_id }, call.now());
    const head = table.outcome
      ? `Game Over: ${outcomeIn(table)}.`
      : isTimeout
        ? "Timeout: nothing has happened yet. Call watchGame again."
        : `Game ${game_id} at ply ${table.ply}.`;
    return {
      text: paragraphs(head, isTimeout ? null : position, talk, nextActionText(answer.next_action)),
      structured: { ...answer, ...(isTimeout ? { status: "timeout" } : {}) },
    };
  },
};
