import type { LiveEvent } from "../../shared/api.ts";
import { onGameEvent, onReset } from "../api/live.ts";
import { lastGamesChanged } from "../home/games.ts";
import { countEvent, knownGame, learnGame } from "./counts.ts";
import { historyChanged } from "./history.ts";
import { loadUnfinished } from "./paging.ts";

/** Keeps the games that the page knows up to date. */
export function followGames(): void {
  onReset(() => {
    loadUnfinished();
    historyChanged();
    lastGamesChanged();
  });
  onGameEvent(onEvent);
}

/** Events that add a game to the history, or remove it. */
const changesHistory: ReadonlySet<LiveEvent["event"]["type"]> = new Set([
  "gameCreated",
  "gameOver",
  "gameDeleted",
  "gameRestored",
]);

/** An event contains the game's new state, so no request is needed. */
function onEvent({ event, card }: LiveEvent): void {
  countEvent(knownGame(card.game_id)?.peek().game.status ?? null, card.status, event.type);
  learnGame(card);
  if (card.status !== "finished" || !changesHistory.has(event.type)) return;
  historyChanged();
  lastGamesChanged();
}
