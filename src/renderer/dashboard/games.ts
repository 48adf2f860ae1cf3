import type { LiveEvent } from "../../shared/api.ts";
import { onGameEvent, onReset } from "../api/live.ts";
import { lastGamesChanged } from "../home/last-games.ts";
import { countEvent } from "./counts.ts";
import { historyChanged } from "./history.ts";
import { knownGame, learn } from "./known-games.ts";
import { loadUnfinished } from "./paging.ts";

/** Keeps what the page knows of all games true from now on. Returns what ends it. */
export function followGames(): () => void {
  const endReset = onReset(() => {
    void loadUnfinished();
    historyChanged();
    lastGamesChanged();
  });
  const endEvents = onGameEvent(hear);
  return () => {
    endReset();
    endEvents();
  };
}

/** Events that bring a game into the history, or take it out. */
const changesHistory: ReadonlySet<LiveEvent["event"]["type"]> = new Set([
  "gameCreated",
  "gameOver",
  "gameDeleted",
  "gameRestored",
]);

/** An event brings what the game looks like after it: there is nothing to ask for. */
function hear({ event, card }: LiveEvent): void {
  countEvent(knownGame(card.game_id)?.peek().game.status ?? null, card.status, event.type);
  learn(card);
  if (card.status !== "finished" || !changesHistory.has(event.type)) return;
  historyChanged();
  lastGamesChanged();
}
