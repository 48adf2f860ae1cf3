import type { ChatBoardSeed } from "../../../shared/chat-board.ts";
import type { Fields } from "../../../shared/fields.ts";
import type { Refusal } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { disarm } from "../../../shared/text.ts";
import { type GameState, isToMove, kindOf, openSeat } from "../../games/machine/game-state.ts";
import type { Form } from "../forms/forms.ts";

export interface SentBoard {
  readonly seed: ChatBoardSeed;
  /** The same for a page in the answer itself; null where the answer has none. */
  readonly inPage: ChatBoardSeed | null;
}

export interface ToolAnswer {
  readonly text: string;
  readonly fields: Record<string, unknown>;
  /** The next action that stands in both halves. */
  readonly next?: NextAction;
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

export const ERROR = "Error: ";

/** The beginning of a reason; the host's own for a refused move says by itself that it is one. */
const labelOf = ({ code }: Refusal) => (code === "ILLEGAL_MOVE" || code === "CLAIM_FAILED" ? "" : ERROR);

/** A refusal as the model reads it: the reason, and the next call. */
export function refusalAnswer(refusal: Refusal, next: NextAction, end = endAfter(refusal), label = labelOf(refusal)) {
  const { code } = refusal;
  const message = disarm(refusal.message);
  const text = label + message;
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

/** The next call; null when there is nothing left to do. */
export type NextAction = {
  readonly tool: string;
  /** A text in <…> is for the caller to fill in. */
  readonly arguments: Fields;
  /** The purpose of the call, where that is not plain from it. */
  readonly text?: string;
} | null;

/** Identifies the caller in the next call, when the call alone would not. */
export type CallerArguments = {
  readonly game_id: string;
  readonly seat_token?: string;
};

/** How a seat's holder goes on. */
export interface Onward {
  readonly identity: CallerArguments;
  /** Whether a call that makes a move also gets the reply: one call a move. */
  readonly waits: boolean;
}

/** The length of explanations: long for a new player, short for one that has moved before. */
export type Detail = "first" | "later";

/** @param text the purpose, where it is not plain from the tool */
export const nextCall = (tool: string, args: Fields, text?: string): NonNullable<NextAction> => ({
  tool,
  arguments: args,
  ...(text === undefined ? {} : { text }),
});

export function finishTurnNext(state: GameState, { identity, waits }: Onward, detail: Detail): NextAction {
  const { moveForm } = kindOf(state).words;
  return nextCall(
    "finishTurn",
    { ...identity, ply: state.ply, move: "<your move>", ...(waits ? { wait: true } : {}) },
    detail === "first" ? `Choose a move yourself, ${moveForm}` : undefined,
  );
}

export const waitNext = (identity: CallerArguments, detail: Detail = "later"): NextAction =>
  nextCall(
    "waitForNextTurn",
    identity,
    detail === "first" ? "Wait for your turn (a time-out is normal: call again)" : "Wait for your turn",
  );

export const askNext = (identity: CallerArguments, text = "Ask your person for the move"): NextAction =>
  nextCall("askPerson", identity, text);

/** Goes on with a wait, after so many seconds: hosts stop a model that makes the same call again and again. */
export const waitOnNext = (identity: CallerArguments, seconds: number): NextAction =>
  nextCall("waitForNextTurn", { ...identity, waited: seconds }, "Wait for your turn");

/** The next action for a caller that has missed events: a call that returns at once in its turn, with the position. */
export const catchUpNext = (identity: CallerArguments): NextAction =>
  nextCall("waitForNextTurn", identity, "See how the game stands");

/** The next action after a refusal that may pass in a moment. */
export const inFiveSeconds = (next: NextAction): NextAction =>
  next && { ...next, text: "Wait five seconds, then call again" };

/** The next action after a wait that ended because the host closes. */
export const onceRestarted = (next: NextAction): NextAction =>
  next && { ...next, text: `Kibitz is being restarted; nothing is lost. ${next.text}` };

/** `token` is absent where the connection identifies the entrant, `seconds` since its beginning where a wait begins. */
export const waitForMatchNext = (leagueId: string, token: string | undefined, seconds?: number): NextAction =>
  nextCall(
    "waitForNextMatch",
    {
      league_id: leagueId,
      ...(token === undefined ? {} : { entrant_token: token }),
      ...(seconds === undefined ? {} : { waited: seconds }),
    },
    "Wait for your next match",
  );

export const listLeaguesNext = (): NextAction => nextCall("listLeagues", {}, "See which leagues there are");

export const listGamesNext = (): NextAction => nextCall("listGames", { status: "all" }, "See which games there are");

export const myGamesNext = nextCall("myGames", {}, "See which games are yours");

/** `exampleArgs`: the arguments by which the caller showed its seat. */
export const joinNext = (gameId: string, exampleArgs: Readonly<Record<string, string>> = {}): NextAction =>
  nextCall("joinGame", { game_id: gameId, ...exampleArgs }, "Take the open seat");

export const watchNext = (gameId: string, ply?: number, text = "Look on"): NextAction =>
  nextCall("watchGame", { game_id: gameId, ...(ply === undefined ? {} : { after_ply: ply }) }, text);

/** The same where a seat is held over the caller's connection, by this conversation or another one. */
export const watchOrPlayNext = (gameId: string, ply: number): NextAction =>
  watchNext(gameId, ply, "Look on; if a seat here is yours, call waitForNextTurn with its seat_token instead");

/** The step that brings the game forward for the holder of a seat; null when it is over. */
export function nextFor(state: GameState, seat: Seat | null, onward: Onward, detail: Detail): NextAction {
  if (state.outcome) return null;
  // A freed seat is for the holder of its new join code.
  if (seat === null) return openSeat(state)?.generation === 1 ? joinNext(state.id) : watchNext(state.id, state.ply);
  return isToMove(state, seat) ? finishTurnNext(state, onward, detail) : waitNext(onward.identity, detail);
}

/** `**Next Action:** finishTurn {"game_id":"4821","ply":2,"move":"<your move>"}`, after the purpose of the call. */
function nextActionText({ tool, arguments: args, text }: NonNullable<NextAction>): string {
  const purpose = text === undefined ? "" : `${text.replace(/[.:]$/, "")}: `;
  return `**Next Action:** ${purpose}${tool} ${JSON.stringify(args)}`;
}
