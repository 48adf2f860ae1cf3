import { accept, type Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { entryOf } from "../base/once-for.ts";
import type { LiveGame } from "../games/live-game.ts";
import { createQueue } from "../live/transactions.ts";

/**
 * Scores a position of a game, after `ply` of its moves: centipawns from the first seat's side, and for a mate more
 * than any position has. Refuses where no engine knows the game or it does not answer.
 */
export type Scorer = (live: LiveGame, ply: number, signal: AbortSignal) => Promise<Result<number>>;

/** The scores of unfinished games; each position is searched once. */
export function createScores(scorer: Scorer, goesOn: (id: string) => boolean, log: Log) {
  const byGame = new Map<string, Map<number, { readonly code: string; readonly score: number }>>();
  const queue = createQueue();
  const stop = new AbortController();
  return {
    /** The scores of so many last positions, or of all, the latest last; null where the game has ended since. */
    last: (live: LiveGame, many: number) =>
      queue.run(live.state.id, async () => {
        const { id, ply } = live.state;
        if (!goesOn(id)) return null;
        const ofGame = entryOf(byGame, id, () => new Map());
        const scores: number[] = [];
        for (let at = Math.max(1, ply - many + 1); at <= ply; at += 1) {
          // After a takeback another position is at this ply.
          const code = live.moves[at - 1]?.code ?? "";
          const before = ofGame.get(at);
          const score = before?.code === code ? accept(before.score) : await scorer(live, at, stop.signal);
          if (!score.ok) {
            if (!stop.signal.aborted)
              log.warn(`game ${id} was not scored at ply ${at}: ${score.message}`, { game: id });
            return null;
          }
          ofGame.set(at, { code, score: score.value });
          scores.push(score.value);
        }
        for (const at of ofGame.keys()) if (at <= ply - many) ofGame.delete(at);
        return scores;
      }),
    forget: (id: string) => void byGame.delete(id),
    /** Cancels the searches. */
    close: () => stop.abort(),
  };
}
