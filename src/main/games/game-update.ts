import type { LoggedEvent } from "../../shared/events.ts";
import type { LiveGame } from "./live-game.ts";

/** The change that one commit made to a game. */
export interface GameUpdate {
  /** Null for a game that is new. */
  readonly before: LiveGame | null;
  readonly game: LiveGame;
  readonly entries: readonly LoggedEvent[];
}
