import { z } from "zod";
import { definitionOf } from "../../../../games/register.ts";
import { placeAt } from "../../../../shared/coach/changes.ts";
import { accept, invalid, type Result, refuse } from "../../../../shared/result.ts";
import { cleanLine } from "../../../../shared/text.ts";
import type { PersonAnswer, WaitEnd, WaitingAssistant, Walk } from "../../../coach/coach.ts";
import { walkPrompt } from "../../../coach/walk-prompt.ts";
import {
  answerFrom,
  inFiveSeconds,
  nextCall,
  onceRestarted,
  refusalAnswer,
  type ToolAnswer,
} from "../../answers/answer.ts";
import { waitMs, whileWaiting } from "../../answers/turn-answers.ts";
import { NO_GAME } from "../../tasks/task-ids.ts";
import type { Call } from "../call.ts";
import { answerOrError, timeoutSeconds, waitedSeconds } from "../fields.ts";
import { defineTool } from "../tool.ts";
import {
  aboutBoard,
  atPlace,
  type BoardPlace,
  moveAt,
  notHere,
  placeFields,
  placeOn,
  placeOutput,
  refusedOnBoard,
} from "./board.ts";

const LONGEST_QUESTION = 280;
/** A person thinks for longer than most calls last. */
const pace = { graceMs: 100, pollMs: 1_500 };

export const askOnBoard = defineTool({
  name: "askOnBoard",
  toolsets: ["coach"],
  title: "Ask your person for a move",
  icon: "ask",
  description:
    "Ask your person to find a move at a place of the shared board, and wait for what they play there. Called again, it goes on waiting for the same question. It also ends when they ask you to walk through a game.",
  input: z.strictObject({
    ...aboutBoard,
    at: atPlace.describe("The place of the question. Default: that of the last question, or where your person is."),
    question: z.string().max(LONGEST_QUESTION).optional().describe("In your words: “What would you play here?”"),
    walk: z.boolean().optional().describe("Ask nothing, and wait until they ask you to walk through a game."),
    timeout_seconds: timeoutSeconds,
    waited: waitedSeconds,
  }),
  output: answerOrError({ game_id: z.string(), status: z.string(), answer: z.string(), at: placeOutput }),
  mayBeTask: true,
  run: async (args, call) => {
    const { game_id, at, question } = args;
    if (args.walk || game_id === NO_GAME) return awaitWalk(args, call);
    const search = await placeOn(call, game_id, at);
    const subject = search.ok ? await questionOf(search.value, at, question) : search;
    if (!subject.ok) return refusedOnBoard(subject, game_id);
    const { place, number } = subject.value;
    const { board, coach } = place;
    call.run?.waits({ tool: "askOnBoard", subject: board.id, holder: null, byToken: false, label: "question" }, pace);
    const { wait, seconds } = await waitForPerson(args, call, (caller) => coach.waitForAnswer(board, number, caller));
    const again = nextCall("askOnBoard", { game_id: board.id, waited: seconds });
    if (!wait.ok) return refusalAnswer(wait, inFiveSeconds(again));
    if (wait.value === "over")
      return refusedOnBoard(refuse("SEAT_REQUIRED", "Your person has stopped sharing this board"), board.id);
    if (isWalk(wait.value)) return walkAnswer(wait.value, call, board.id);
    if (typeof wait.value !== "string") return replyAnswer(place, wait.value);
    return answerFrom({
      message: `Timeout: your person has not answered for ${seconds} s. This is normal: call this tool again.`,
      fields: { status: "timeout", game_id: board.id },
      next: wait.value === "closing" ? onceRestarted(again) : again,
    });
  },
});

type Waiting = { readonly timeout_seconds?: number | undefined; readonly waited: number };

/** Waits for the person, as long as the caller may. */
async function waitForPerson(
  { timeout_seconds, waited: before }: Waiting,
  call: Call,
  wait: (caller: WaitingAssistant) => Promise<Result<WaitEnd>>,
) {
  const { connection, connections, signal, now } = call;
  const ms = waitMs(call, call.holdSeconds(timeout_seconds));
  const startedAt = now();
  const isThere = () => connection === null || connections.isOpen(connection);
  const end = await whileWaiting(call, ms / 1000, "Waiting for your person", () => wait({ ms, signal, isThere }));
  return { wait: end, seconds: Math.round(before + (now() - startedAt) / 1000) };
}

/** Waits until the person asks for a walk. Where the wait does not go on in the background, it is not begun again. */
async function awaitWalk(args: Waiting, call: Call): Promise<ToolAnswer> {
  const { coach, run, background } = call;
  if (!coach) return refusedOnBoard(notHere, undefined);
  run?.waits({ tool: "askOnBoard", subject: NO_GAME, holder: null, byToken: false, label: "walk" }, pace);
  const { wait, seconds } = await waitForPerson(args, call, coach.waitForWalk);
  const again = nextCall("askOnBoard", { walk: true, waited: seconds });
  if (!wait.ok) return refusalAnswer(wait, inFiveSeconds(again));
  if (isWalk(wait.value)) return walkAnswer(wait.value, call, null);
  return answerFrom({
    message: `Timeout: your person has not asked for a walk for ${seconds} s.`,
    fields: { status: "timeout" },
    next: wait.value === "closing" ? onceRestarted(again) : background ? again : null,
    end: "Tell your person that “Walk through with my assistant”, at a finished game, copies a prompt for you. Call again only if they ask you to.",
  });
}

const isWalk = (end: WaitEnd): end is Walk => typeof end !== "string" && "game" in end;

/** The answer to a call that waited while the person asked for a walk. @param asked the board of an open question */
function walkAnswer({ game, noteFetched }: Walk, { run, signal }: Call, asked: string | null): ToolAnswer {
  if (run) run.whenFetched(noteFetched);
  else noteFetched(!signal.aborted);
  const question =
    asked === null ? [] : [`Your question on board ${asked} stays open; ask there again to wait for it.`];
  return answerFrom({
    message: ["Your person asks you, with a button in Kibitz:", walkPrompt(game), ...question].join("\n\n"),
    fields: { status: "walk", game_id: game },
    next: nextCall("lookAtBoard", { game_id: game, moments: true }),
  });
}

/** The question to wait for: a new one, or without a place and words the last one. */
async function questionOf(place: BoardPlace, at: number | undefined, text: string | undefined) {
  const { board, path, coach } = place;
  const last = at === undefined && text === undefined ? board.question : null;
  const target = last?.at ?? path;
  const may: Result<null> = await coach.mayUse(board, [target]);
  if (!may.ok) return may;
  const position = board.positions.at(target);
  if (position.ok && definitionOf(board.game.kind).rules.toMove(position.value.state).length === 0)
    return invalid("The game is over there, and there is no move to find. Ask at another place");
  const { number } = last ?? coach.ask(board, target, cleanLine(text ?? ""));
  return accept({ place: { ...place, path: target }, number });
}

function replyAnswer({ board, path }: BoardPlace, { move }: PersonAnswer) {
  const place = moveAt(board, path) || "the start";
  const at = move && placeAt(board.tree.lines(), move.path) !== null ? placeFields(board, move.path) : null;
  const message = move
    ? `Your person plays ${move.text} after ${place}${at ? ` (place ${at.place})` : ""}.`
    : "Your person passed, or another question took the place of this one.";
  return answerFrom({
    message,
    fields: {
      status: move ? "answered" : "passed",
      game_id: board.id,
      ...(move ? { answer: move.text } : {}),
      ...(at ? { at } : {}),
    },
    next: null,
    end: "Say what you think of it with writeOnBoard, and go on.",
  });
}
