import type { z } from "zod";
import type { Refusal, Result } from "../shared/result.ts";
import type { Outcome, PlayerKind, Seat, View } from "../shared/terms.ts";
import type { Toolset } from "../shared/toolsets.ts";

/** A game as those who call a game's own tools find it, seen from their seat. */
export interface GameAtHand<Seen extends View = View> {
  readonly id: string;
  /** The callers' own. */
  readonly seat: Seat;
  readonly opponent: { readonly kind: PlayerKind; readonly name: string | null };
  readonly view: Seen;
  /** Null once it is over. */
  readonly turn: Seat | null;
  readonly outcome: Outcome | null;
  /** `code` is `?` where the move is concealed; times are in milliseconds since 1970. */
  readonly moves: readonly { readonly seat: Seat; readonly code: string; readonly at: number }[];
  readonly talk: readonly { readonly seat: Seat; readonly message: string; readonly at: number }[];
}

/**
 * The host's services for a game's own tools. All callers share one game, as one player: the opponent is the person at
 * the window, or the computer where nobody is there. Every call is refused with `GAME_NOT_FOUND` before `begin`.
 */
export interface ToolHost<Seen extends View = View> {
  /** The newest game between them, going on or over; a new one with the callers in that seat where there is none. */
  current(orBegin?: Seat): Promise<Result<GameAtHand<Seen>>>;
  /** Sets up a new game with the callers in that seat; one that still goes on is given up. */
  begin(seat: Seat): Promise<Result<GameAtHand<Seen>>>;
  /** Plays what was written, by the rules of the game: `GAME_OVER`, `NOT_YOUR_TURN` or `ILLEGAL_MOVE` otherwise. */
  play(text: string): Promise<Result<GameAtHand<Seen>>>;
  /** Refused with `RATE_LIMITED` where it is too much, with `INVALID_ARGUMENT` where there is nothing in it. */
  say(message: string): Promise<Result<GameAtHand<Seen>>>;
  /** The game as soon as the callers are to move or it is over, or as it stands after so many seconds. */
  waitForTurn(seconds: number): Promise<Result<GameAtHand<Seen>>>;
  /** At least 0 and less than 1, as `Math.random`. */
  random(): number;
}

/** The next call; null once there is nothing more to do. */
type Next = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; readonly text: string };

export type GameToolAnswer = {
  /** Fields beside `next_action`, and beside `error` where it was refused. */
  readonly structured: Readonly<Record<string, unknown>>;
  readonly next: Next | null;
} & ({ readonly ok: true; readonly text: string } | Refusal);

/** A tool that a game brings along. It asks the host for everything and keeps nothing itself. */
export interface GameTool<Seen extends View = View, Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  readonly input: Input;
  /** The fields of an answer: names and types. */
  readonly output: z.ZodRawShape;
  run(args: z.output<Input>, host: ToolHost<Seen>): Promise<GameToolAnswer>;
}

/** Tools of a game's own, for those who ask for them by name. */
export interface GameTools<Seen extends View = View> {
  readonly toolset: Toolset;
  /** The call that shows the current game, whatever went before. */
  readonly home: Next;
  /** In the order in which clients list them. */
  readonly list: readonly GameTool<Seen>[];
}

/** A tool whose arguments only it knows, as one of a list. */
export const gameTool = <Seen extends View, Input extends z.ZodObject>(tool: GameTool<Seen, Input>): GameTool<Seen> =>
  tool;
