import type { LiveGame } from "../games/live-game.ts";
import type { Call } from "./call.ts";
import { type BoardCall, boardFor } from "./chat-board.ts";
import { concise } from "./concise.ts";
import { describeGame } from "./describe-game.ts";
import { nextActionText } from "./next-action.ts";
import type { GameAnswer, NextAction } from "./output.ts";
import type { Reader } from "./reader.ts";
import type { ToolAnswer } from "./tool.ts";

/** The parts of an answer besides the state of the game. */
export interface Telling {
  /** The first paragraph: the event. */
  readonly head: string;
  /** Whether the text shows the position even where it is not the reader's turn; the structured half always does. */
  readonly position: boolean;
  /** Replaces the next step that the game suggests. */
  readonly next?: NextAction;
  /** The text in place of a next action, where there is none and the game goes on. */
  readonly end?: string;
  readonly more?: Partial<GameAnswer>;
}

/** The parts of a call that an answer about a game is made from. */
export type AnsweringCall = BoardCall & Pick<Call, "signal" | "tool">;

/** An answer about a game, each half of which is enough to play by. It delivers the unread talk. */
export function gameAnswer(live: LiveGame, reader: Reader<AnsweringCall>, telling: Telling): ToolAnswer {
  const { call } = reader;
  const { answer, isBrief, position, notes, talk } = describeGame(live, reader);
  const suggested = answer.next_action ?? (live.state.outcome ? reader.afterwards : null);
  const next = telling.next === undefined ? suggested : telling.next;
  // In an answer without the position, a ply in the next action would let a move through that was chosen for an earlier
  // position.
  const shows = telling.position || next?.tool === "finishTurn";
  // A caller that has gone away receives nothing, so nothing counts as delivered.
  if (!call.signal.aborted) reader.handing.handed(live.lastEventId, { tool: call.tool, next: next?.tool ?? null });
  // Leaves out a note that the head or the next action already contains.
  const lines = notes.filter(({ asks }) => asks === undefined || asks !== telling.next?.tool).map(({ line }) => line);
  return {
    text: paragraphs(telling.head, shows ? position : null, lines.join("\n"), talk, nextActionText(next, telling.end)),
    structured: { ...(isBrief ? concise(answer) : answer), ...telling.more, next_action: next },
    board: boardFor(live, reader),
  };
}

/** Joins texts, leaving out empty ones. */
const joinedBy =
  (between: string) =>
  (...parts: readonly (string | null | undefined)[]): string =>
    parts.filter((part) => part !== null && part !== undefined && part !== "").join(between);
export const paragraphs = joinedBy("\n\n");
export const sentences = joinedBy(" ");
