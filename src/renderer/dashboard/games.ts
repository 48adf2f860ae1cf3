import type { LiveEvent } from "../../shared/api.ts";
import { onGameEvent, onReset } from "../api/live.ts";
import { countEvent } from "./counts.ts";
import { knownGame, learn } from "./known-games.ts";
import { loadUnfinished, rereadFinished } from "./paging.ts";

/** Keeps what the page knows of all games true from now on. Returns what ends it. */
export function followGames(): () => void {
  const endReset = onReset(() => {
    void loadUnfinished();
    rereadFinished();
  });
  const endEvents = onGameEvent(hear);
  return () => {
    endReset();
    endEvents();
  };
}

/** An event brings what the game looks like after it: there is nothing to ask for. */
function hear({ event, card }: LiveEvent): void {
  countEvent(knownGame(card.game_id)?.peek().game.status ?? null, card.status, event.type);
  learn(card);
}
