import { type LiveEvent, onGameEvent, onReset } from "../api/live.ts";
import { afterEvent } from "./after-event.ts";
import { fetchGame, markStale } from "./freshness.ts";
import { knownGame, learn } from "./known-games.ts";
import { loadUnfinished, recountSoon, rereadFinished } from "./paging.ts";

const changesCounts: ReadonlySet<LiveEvent["type"]> = new Set(["gameCreated", "seatTaken", "seatFreed", "gameOver"]);

/** Keeps what the page knows of all games true from now on. Returns what ends it. */
export function followGames(): () => void {
  const endReset = onReset(() => {
    void loadUnfinished();
    rereadFinished();
  });
  const endEvents = onGameEvent((event) => {
    if (changesCounts.has(event.type)) recountSoon();
    const known = knownGame(event.game_id)?.peek();
    if (!known) {
      if (event.type === "gameCreated") void fetchGame(event.game_id);
      return;
    }
    const game = afterEvent(known.game, event);
    if (game === null) return;
    learn(game, known.at);
    markStale(event.game_id);
  });
  return () => {
    endReset();
    endEvents();
  };
}
