import type { Fields } from "../../shared/fields.ts";
import type { Refusal } from "../../shared/result.ts";
import { disarm } from "../../shared/text.ts";
import type { SentBoard } from "./chat-board.ts";
import type { Form } from "./forms.ts";
import { type NextAction, nextActionText } from "./next-action.ts";

export interface ToolAnswer {
  readonly text: string;
  readonly fields: Record<string, unknown>;
  /** The next action that stands in both halves. */
  readonly next?: NextAction;
  /** The refusal that the answer reports. */
  readonly refusal?: Refusal;
  /** The board for the person in the chat, sent with this answer. */
  readonly board?: SentBoard | null;
  /** Replaces all of this: a form for the person, and the state that comes back with the reply. */
  readonly form?: { readonly form: Form; readonly state: string };
}

/** The content of an answer, from which both halves are made. */
export interface Content {
  /** Sentences that no field repeats: the first paragraph of the text, and the field `message`. */
  readonly message: string;
  /** Lines of the text below it, about the content of the fields. */
  readonly lines?: readonly string[] | undefined;
  /** Further paragraphs of the text, about the same. */
  readonly paragraphs?: readonly (string | null)[];
  readonly fields?: Fields;
  /** Null where there is nothing to do next. */
  readonly next: NextAction;
  /** The words in place of a next action. */
  readonly end?: string | undefined;
}

/** The words in place of a next action when the game has ended. */
const END = "No further actions needed.";

/**
 * An answer each half of which is enough by itself, since hosts give the model the one or the other. Hosts cut long
 * answers at their end or in their middle: the next action is the last line of the text and the first field, and what
 * is needed to follow it stands at the other end of the fields.
 */
export function answerFrom({
  message,
  lines = [],
  paragraphs: more = [],
  fields = {},
  next,
  end = END,
}: Content): ToolAnswer {
  const { status, legal_moves, ...others } = fields;
  return {
    next,
    text: paragraphs([message, ...lines].join("\n"), ...more, next ? nextActionText(next) : end),
    fields: {
      ...(status === undefined ? {} : { status }),
      next_action: next,
      ...(message === "" && next ? {} : { message: sentences(message, next ? null : end) }),
      ...others,
      ...(legal_moves === undefined ? {} : { legal_moves }),
    },
  };
}

/** The words in place of a next action after a refusal. Only after the end of a game nothing is left to do. */
function endAfter({ code }: Pick<Refusal, "code">): string | undefined {
  switch (code) {
    case "GAME_OVER":
      return undefined;
    case "INVALID_ARGUMENT":
    case "GAME_NOT_FOUND":
    case "SEAT_REQUIRED":
    case "ENTRANT_REQUIRED":
      return "Correct the arguments and call again, or ask the person.";
    default:
      return "Try again later, or tell the person.";
  }
}

/** A refusal as the model reads it: the reason, and the next call. */
export function refusalAnswer(refusal: Refusal, next: NextAction, end = endAfter(refusal)): ToolAnswer {
  const { code } = refusal;
  const message = disarm(refusal.message);
  const text = /^(Invalid move|Move rejected)/.test(message) ? message : `Error: ${message}`;
  const sentence = /[.!?…)]$/.test(text) ? text : `${text}.`;
  const answer = answerFrom({ message: sentence, next, end });
  return { ...answer, fields: { error: { code, message }, ...answer.fields }, refusal };
}

/** An answer that leads to no tool which its reader is without. */
export function serveAnswer(answer: ToolAnswer, tools: ReadonlySet<string>): ToolAnswer {
  const { next, refusal, fields } = answer;
  if (!next || tools.has(next.tool)) return answer;
  const end = refusal ? (endAfter(refusal) ?? END) : "The game goes on.";
  const { message = "" } = fields;
  return {
    ...answer,
    text: answer.text.replace(nextActionText(next), () => end),
    fields: { ...fields, next_action: null, message: sentences(String(message), end) },
  };
}

/** Joins texts, leaving out empty ones. */
const joinedBy =
  (between: string) =>
  (...parts: readonly (string | null | undefined)[]): string =>
    parts.filter((part) => part !== null && part !== undefined && part !== "").join(between);
export const paragraphs = joinedBy("\n\n");
export const sentences = joinedBy(" ");
