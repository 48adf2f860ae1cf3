import type { Fields } from "../../shared/fields.ts";
import type { LiveGame } from "../games/live-game.ts";
import { answerFrom, type Content, type ToolAnswer } from "./answer.ts";
import { boardFor } from "./chat-board.ts";
import { describeGame } from "./describe-game.ts";
import type { NextAction } from "./next-action.ts";
import type { Reader } from "./reader.ts";

/** The parts of an answer besides the state of the game. */
export interface Telling extends Pick<Content, "message" | "lines" | "end"> {
  /** Other things to know, a sentence each. */
  readonly notes?: readonly string[];
  /** Whether the text shows the position even where it is not the reader's turn; the fields always do. */
  readonly position: boolean;
  /** Replaces the next step that the game suggests. */
  readonly next?: NextAction;
  readonly more?: Fields;
}

/** An answer about a game. It delivers the unread talk. */
export function gameAnswer(live: LiveGame, reader: Reader, telling: Telling): ToolAnswer {
  const { call, seat } = reader;
  const { answer, next: usual, isBrief, board, legal, notes, talk } = describeGame(live, reader);
  const suggestion = usual ?? (live.state.outcome ? reader.afterwards : null);
  const has = (tool: string | undefined) => tool === undefined || call.tools.has(tool);
  const next = telling.next === undefined || !has(telling.next?.tool) ? suggestion : telling.next;
  // In an answer without the position, a ply in the next action would let a move through that was chosen for an earlier
  // position.
  const shows = telling.position || next?.tool === "finishTurn";
  // A caller that has gone away receives nothing, so nothing counts as delivered.
  const isThere = !call.signal.aborted;
  if (isThere) reader.talk.noteDelivery(live.lastEventId, { tool: call.tool, next: next?.tool ?? null });
  const late = isThere && seat !== null ? call.formUse.takeLate(live.state.id, seat) : null;
  const lines = [
    ...(telling.notes ?? []),
    ...(late === null ? [] : [late]),
    // Leaves out a note that the message or the next action already contains, or that asks for a tool not at hand.
    ...notes
      .filter(({ asks }) => asks === undefined || (asks !== telling.next?.tool && has(asks)))
      .map(({ line }) => line),
  ];
  const result = answerFrom({
    message: telling.message,
    lines: telling.lines,
    paragraphs: [
      shows ? board : null,
      lines.map((line) => `- ${line}`).join("\n"),
      talk,
      shows && legal !== null ? legal : null,
    ],
    fields: {
      ...(isBrief ? concise(answer) : answer),
      ...(lines.length > 0 ? { notes: lines } : {}),
      ...telling.more,
    },
    next,
    end: telling.end,
  });
  return { ...result, board: boardFor(live, reader) };
}

/** Fields that a seat's holder has read in its first answers, or reads in `status` and `message`. */
const knownFields: readonly string[] = ["game", "you", "opponent", "turn", "last_move", "moves_san"];
/** Fields that are present only when they have content. */
const mostlyEmpty: readonly string[] = ["talk", "result"];

/** Shortens the fields for a reader who wants few words and is not new: leaves out known and empty ones. */
export const concise = (answer: Fields): Fields =>
  Object.fromEntries(
    Object.entries(answer).filter(
      ([field, value]) => !knownFields.includes(field) && !(mostlyEmpty.includes(field) && isEmpty(value)),
    ),
  );

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
