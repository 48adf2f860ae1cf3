import type { GameDetail, GameSummary, TalkLine } from "./api.ts";
import type { Seat } from "./terms.ts";

/** A game as the board in a chat shows it. Its `result.text` is for a model. */
export interface ChatBoardState
  extends Omit<GameSummary, "status" | "created_at">,
    Pick<GameDetail, "seats" | "options" | "view" | "to_move" | "clock" | "draw_offer"> {
  readonly last_move: { readonly code: string; readonly text: string; readonly by: Seat } | null;
  /** Moves so far, in the notation for people. */
  readonly moves: readonly string[];
  /** Legal moves of the viewer's seat when it is to move, in coordinate notation. */
  readonly legal_moves: readonly string[];
  /** The seat whose offer was declined last, until it makes another. */
  readonly declined: Seat | null;
  readonly talk: readonly Omit<TalkLine, "at">[];
  /** How it ended, for a person: `White wins by checkmate`; null while it goes on. */
  readonly ended: string | null;
  /** Place in the log; the page asks for what comes after it. */
  readonly event_id: number;
}

/** The initial data of the page: in `_meta` of a tool's result, or embedded in the page. */
export interface ChatBoardSeed {
  /** The person's seat; null where the board only shows a game. */
  readonly seat: Seat | null;
  /**
   * The person's secret for that seat, valid for the position shown here and no later one. It is here and in nothing
   * that a model reads.
   */
  readonly seat_token: string | null;
  readonly state: ChatBoardState;
  /** The URL of the game in Kibitz. */
  readonly url: string;
  /** Whether games of this kind can be saved as PGN. */
  readonly has_pgn: boolean;
  /** The game as PGN, where the board asked for it. */
  readonly pgn?: string;
  /** Whether the agent across sleeps until its wait, which goes on in the background, ends with the person's move. */
  readonly asleep?: boolean;
  /**
   * Seconds until the agent across, which has not called since the person's action, is to be woken; absent where it has
   * called.
   */
  readonly wake_in?: number;
  /** Whether a board has been told to wake it, or is told now. */
  readonly woken?: boolean;
  /** The text that wakes the model, which only this board is to send. */
  readonly wake?: string;
}

/** The key of the seed in a result's `_meta`. */
export const boardMetaKey = "kibitz/board";
/** The id of the element that holds the seed in an embedded page. */
export const boardSeedId = "kibitz-seed";
export const boardUri = "ui://kibitz/board.html";
