import type { z } from "zod";
import type { Refusal, Result } from "../shared/result.ts";
import type { Outcome, PlayerKind, Seat, View } from "../shared/terms.ts";
import type { Toolset } from "../shared/toolsets.ts";

/** A game as the callers of a game's own tools see it from their seat. */
export interface GameAtHand<OwnView extends View = View> {
  readonly id: string;
  /** The callers' seat. */
  readonly seat: Seat;
  readonly opponent: { readonly kind: PlayerKind; readonly name: string | null };
  readonly view: OwnView;
  /** Null once it is over. */
  readonly turn: Seat | null;
  readonly outcome: Outcome | null;
  /** `code` is `?` for a concealed move; times are in milliseconds since 1970. */
  readonly moves: readonly { readonly seat: Seat; readonly code: string; readonly at: number }[];
  readonly talk: readonly { readonly seat: Seat; readonly message: string; readonly at: number }[];
}

/**
 * The host's services for a game's own tools. All callers share one game, as one player: the opponent is the person at
 * the window, or the computer where nobody is there. Before `begin`, every call is refused with `GAME_NOT_FOUND`.
 */
export interface ToolHost<OwnView extends View = View> {
  /** The newest game between them, running or over; a new one with the callers in that seat where there is none. */
  current(orBegin?: Seat): Promise<Result<GameAtHand<OwnView>>>;
  /** Creates a new game with the callers in that seat; a running one is resigned. */
  begin(seat: Seat): Promise<Result<GameAtHand<OwnView>>>;
  /** Plays a written move by the rules of the game. Refuses with `GAME_OVER`, `NOT_YOUR_TURN` or `ILLEGAL_MOVE`. */
  play(text: string): Promise<Result<GameAtHand<OwnView>>>;
  /** Refuses with `RATE_LIMITED` too many lines, and with `INVALID_ARGUMENT` an empty one. */
  say(message: string): Promise<Result<GameAtHand<OwnView>>>;
  /** Waits until the callers are to move, the game is over, or so many seconds have passed; returns the game. */
  waitForTurn(seconds: number): Promise<Result<GameAtHand<OwnView>>>;
  /** At least 0 and less than 1, as from `Math.random`. */
  random(): number;
}

/** The next call; null once there is nothing more to do. */
type Next = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; readonly text: string };

export type GameToolAnswer = {
  /** Fields besides `next_action`, and besides `error` in a refusal. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly next: Next | null;
} & ({ readonly ok: true; readonly text: string } | Refusal);

/** A tool that a game brings along. It uses the host's services and keeps no state. */
export interface GameTool<OwnView extends View = View, Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  readonly input: Input;
  /** The fields of an answer: names and types. */
  readonly output: z.ZodRawShape;
  run(args: z.output<Input>, host: ToolHost<OwnView>): Promise<GameToolAnswer>;
}

/** A game's own tools, for clients that ask for them by name. */
export interface GameTools<OwnView extends View = View> {
  readonly toolset: Toolset;
  /** The call that shows the current game, in any state. */
  readonly home: Next;
  /** The tools, in the order in which they are sent to clients. */
  readonly list: readonly GameTool<OwnView>[];
}

/** A tool as an element of a list, without the type of its arguments. */
export const gameTool = <OwnView extends View, Input extends z.ZodObject>(
  tool: GameTool<OwnView, Input>,
): GameTool<OwnView> => tool;
