import { z } from "zod";
import type { LiveGame } from "../../games/live-game.ts";
import { outcomeIn } from "../../games/machine/game-state.ts";
import { refusalAnswer, sentences } from "../answer.ts";
import { lastMoveLine, unreadTalkFor } from "../describe-game.ts";
import { gameAnswer } from "../game-answer.ts";
import { inFiveSeconds, listGamesNext, onceRestarted, watchNext, watchOrPlayNext } from "../next-action.ts";
import { briefOutput } from "../output.ts";
import { spectatorAt } from "../reader.ts";
import { defineTool } from "../tool.ts";
import { whileWaiting } from "../turn-answers.ts";
import { gameId, timeoutSeconds, waitedSeconds } from "./arguments.ts";

export const watchGame = defineTool({
  name: "watchGame",
  toolsets: ["play"],
  title: "Watch a game",
  icon: "watch",
  description:
    "Look on as a spectator: waits until something happens after the ply you have seen. Call it again until the game is over. To comment, call kibitz.",
  readOnly: true,
  input: z.strictObject({
    game_id: gameId,
    after_ply: z
      .int()
      .min(0)
      .optional()
      .describe("The ply you have seen: waits until something happens after it. Left out: answers at once."),
    timeout_seconds: timeoutSeconds,
    waited: waitedSeconds,
  }),
  output: briefOutput,
  run: async ({ game_id, after_ply, timeout_seconds, waited: before }, call) => {
    const found = await call.games.get(game_id);
    if (!found.ok) return refusalAnswer(found, listGamesNext());
    const seen = happened(found.value);
    const reader = spectatorAt(call, found.value);
    // Without a connection nobody is known to have heard anything: it would be told the same again and again.
    const hasUntold = (game: LiveGame) => call.connection !== null && unreadTalkFor(game, reader).text !== "";
    const ready = (game: LiveGame) =>
      game.state.outcome !== null || game.state.ply !== after_ply || happened(game) !== seen || hasUntold(game);
    const seconds = call.holdSeconds(timeout_seconds);
    const began = call.now();
    const ended =
      after_ply === undefined
        ? null
        : await whileWaiting(call, seconds, "Watching…", () =>
            call.games.waitUntil(game_id, ready, seconds * 1000, call.signal),
          );
    if (ended && !ended.ok) return refusalAnswer(ended, inFiveSeconds(watchNext(game_id, after_ply)));
    const waited = Math.round(before + (call.now() - began) / 1000);
    const game = ended?.value.game ?? found.value;
    const { state } = game;
    // Looking on leads to looking on, also where a seat is open.
    const again = state.outcome
      ? null
      : reader.plays
        ? watchOrPlayNext(game_id, state.ply)
        : watchNext(game_id, state.ply);
    const later = again && { ...again, arguments: { ...again.arguments, waited } };
    if (ended !== null && ended.value.end !== "changed")
      return gameAnswer(game, reader, {
        message: `Timeout: nothing has happened for ${waited} s. This is normal: call this tool again.`,
        position: false,
        next: ended.value.end === "closing" ? onceRestarted(later) : later,
        more: { status: "timeout" },
      });
    const over = state.outcome ? `Game Over: ${outcomeIn(state)}.` : `Game ${game_id}, ply ${state.ply}.`;
    return gameAnswer(game, reader, {
      message: sentences(lastMoveLine(game, null), over),
      position: state.ply !== after_ply || state.outcome !== null,
      next: again,
    });
  },
});

/** A key that changes with everything a spectator calls a change: all but moves that were refused. */
function happened({ state, talk, remarks }: LiveGame): string {
  const { ply, drawOffer, takebackOffer, seats, rematch } = state;
  const names = seats.map(({ name }) => name);
  return JSON.stringify([ply, drawOffer, takebackOffer, rematch, names, talk.length, remarks.length]);
}
