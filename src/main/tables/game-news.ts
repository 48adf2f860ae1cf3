import type { LoggedEvent } from "../../shared/events.ts";
import type { LiveGame } from "./live-game.ts";

/** The change that one commit made to a game. */
export interface GameNews {
  /** Null for a game that is new. */
  readonly before: LiveGame | null;
  readonly game: LiveGame;
  readonly entries: readonly LoggedEvent[];
}
export type NewsListener = (news: GameNews) => void;
