import { addedCounts, type FailureCause } from "../../../shared/causes.ts";
import type { Effort } from "../../../shared/events.ts";
import type { PlayerCall } from "../../../shared/leagues.ts";
import { type ModelSettings, nameOfModel } from "../../../shared/player-settings.ts";
import { accept, messageOf, type Result } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { addedUsage } from "../../../shared/usage.ts";
import { awakeTime, limitOf } from "../../base/awake-time.ts";
import { callText } from "../call-log.ts";
import { type MoveContext, noEffort } from "../driver.ts";
import { pauseFor, waitInPieces } from "../pause.ts";
import { type AnswerFault, proseIn, RESIGN, readAnswer, type TypedMoves } from "./answer.ts";
import type { CredentialLimits } from "./credential-limits.ts";
import { type AskModel, failure, type ModelAnswer, withoutKey } from "./model-answer.ts";
import { ANSWER_FORM, type ModelPrompt } from "./prompt.ts";

/** The retries and time limits of asking a model for one move. */
export const defaultModelTimeouts = {
  /** Most answers that are requested, of all kinds. */
  tries: 3,
  /** Longest time for one answer, in milliseconds. */
  answerMs: 120_000,
  /** Before the second try, in milliseconds, doubled before the third, where the provider names no time. */
  backoffMs: 1_000,
  /** Longest pause for a provider where the move has no time limit, in milliseconds; else it is half of the rest. */
  waitMs: 60_000,
  /** Milliseconds of the time for a move below which a random move is played instead. */
  reserveMs: 500,
};
export type ModelTimeouts = Readonly<typeof defaultModelTimeouts>;

/** Longest wait for a turn with a credential, in milliseconds. */
const LONGEST_TURN_MS = 3_600_000;
/** The least milliseconds that are given back, with a clock and without one. */
export const LEAST_STOOD_MS = 50;
const LEAST_STOOD_UNTIMED_MS = 1_000;

/** Longest pause between two questions to a provider that names none, in milliseconds. */
const LONGEST_BACKOFF_MS = 60_000;

/** Most characters of one failure. */
export const LONGEST_FAILURE = 240;

/** The services that asking models needs. */
export interface ModelServices {
  readonly ask: AskModel;
  readonly limits: CredentialLimits;
  /** A key by its name. */
  readonly findKey: (name: string) => Promise<Result<string>>;
  readonly patience: ModelTimeouts;
}

/** A question to a model and its outcome, without the key; no failure where its answer had a move. */
export type ModelCall = Omit<PlayerCall, "at" | "about">;

/** A question to a model for a move. */
export interface MoveQuestion extends TypedMoves, Pick<MoveContext, "rejects" | "timeMs" | "clock" | "signal"> {
  /** The prompt; with a complaint about the last answer where that had no move. */
  readonly prompt: (complaint: string | null) => ModelPrompt;
  /** The name by which others with the same credential tell the player apart. */
  readonly player: string;
  /** Called for each try. It contains no key. */
  readonly note: (call: ModelCall) => void;
  /** The wait for a provider that fails, in which no time for moves runs; absent where its failures are tries. */
  readonly outlast?: {
    readonly longestMs: number;
    readonly wait: (reason: string, ms: number) => Promise<Result<unknown>>;
    /** Gives the game the last so many milliseconds back. */
    readonly giveBack: (ms: number) => Promise<unknown>;
  };
}

/** The outcome of asking for a move. */
export type AskOutcome = { readonly effort: Effort } & ({ readonly text: string; readonly thoughts: string } | NoMove);

interface NoMove {
  readonly text: null;
  readonly reason: string;
  /** Whether no question can succeed with these settings, or its provider has failed for too long. */
  readonly isHopeless?: boolean;
  /** Whether the time for the move was over. */
  readonly late?: boolean;
}

/** Asks a model for one move, after `before` tries that cost `earlier`. Never throws, and never reveals the key. */
export async function askForMove(
  { ask, limits, findKey, patience }: ModelServices,
  model: ModelSettings,
  question: MoveQuestion,
  earlier: Effort = noEffort,
  before = 0,
): Promise<AskOutcome> {
  const { timeMs, signal } = question;
  const deadline = () => awakeTime.now() + (timeMs ?? Number.POSITIVE_INFINITY) - patience.reserveMs;
  let until = deadline();
  let waitedMs = 0;
  let backoffMs = patience.backoffMs;
  let effort = earlier;
  const without = (reason: string, how: Omit<NoMove, "text" | "reason"> = {}): AskOutcome => ({
    text: null,
    reason,
    ...how,
    effort,
  });
  const key = model.key === undefined ? accept(null) : await findKey(model.key);
  if (!key.ok) return without(key.message, { isHopeless: true });
  let standsFrom = 0;
  /** When a flag may fall, though the move's own time has started anew. */
  let flagAt = awakeTime.now() + Math.min(...(question.clock?.left ?? [Number.POSITIVE_INFINITY]));
  /** Waits for others, and has that time given back in pieces, so that no flag falls meanwhile. */
  const standUntil = (done: Promise<unknown>, since: number): Promise<void> => {
    standsFrom = Math.max(standsFrom, since);
    const leftMs = () => Math.min(until, flagAt) - awakeTime.now();
    return waitInPieces(done, leftMs, async () => {
      const standstillMs = awakeTime.now() - standsFrom;
      if (!question.outlast || standstillMs < (question.clock ? LEAST_STOOD_MS : LEAST_STOOD_UNTIMED_MS)) return;
      standsFrom += standstillMs;
      until += standstillMs;
      flagAt += standstillMs;
      await question.outlast.giveBack(standstillMs);
    });
  };
  let complaint: string | null = null;
  const ballots: Ballot[] = [];
  for (let tries = 1 + before; ; tries += 1) {
    const remaining = until - awakeTime.now();
    if (tries > patience.tries) return without(lastReason(effort, question));
    if (remaining <= 0) {
      const reason = "the time for the move was over";
      if (effort.unusable === 0) effort = addFailure(effort, reason, "late");
      return without(reason, { late: true });
    }
    const prompt = question.prompt(complaint);
    const from = awakeTime.now();
    const late = limitOf(question.outlast ? LONGEST_TURN_MS : Math.min(remaining, LONGEST_TURN_MS));
    const wanted = AbortSignal.any([signal, late.signal]);
    const turns = Array.from({ length: (model.votes ?? 1) - ballots.length }, () =>
      limits.enter(model, question.player, prompt.user.length + (prompt.system?.length ?? 0), wanted),
    );
    const answers = turns.map(async (turn) => {
      const end = await turn;
      if (!end) return [];
      const limitMs = Math.min(until - awakeTime.now(), patience.answerMs);
      const outcome = await ask(model, key.value, prompt, limitMs, signal).catch((error: unknown) =>
        failure(withoutKey(messageOf(error), key.value), { again: true }),
      );
      end(outcome);
      return [outcome];
    });
    await standUntil(Promise.all(turns), from);
    late.end();
    const all = (await Promise.all(answers)).flat();
    if (signal.aborted) return without("called off");
    for (const answer of all) {
      const ballot = answer.ok ? ballotOf(answer, question) : null;
      if (ballot) ballots.push(ballot);
      if (answer.ok) effort = addUsage(effort, model, answer.tokens);
      question.note({
        to: nameOfModel(model),
        tool: "prompt",
        ms: Math.round(awakeTime.now() - from),
        failure: answer.ok ? (ballot?.fault ?? null) : answer.reason,
        asked: callText(`${prompt.system ?? ""}\n\n${prompt.user}`.trimStart()),
        answered: answer.ok ? callText(answer.text) : null,
      });
    }
    const error = all.find((answer) => !answer.ok);
    const outlast = error?.cause === "provider" ? question.outlast : undefined;
    const isLast = error !== undefined && (!error.again || (!outlast && tries >= patience.tries));
    // Answers that are missing at the end have no vote.
    const ballot = error && !isLast ? undefined : majorityBallot(ballots);
    if (ballot) {
      const { reading, content, fault, reasoning } = ballot;
      const records = ballots.splice(0).map(({ record }) => record);
      effort = { ...effort, answer: ballot.record, ...(model.votes === undefined ? {} : { votes: records }) };
      if (reading.text !== null)
        return { text: reading.text, thoughts: `${proseIn(content, question)}\n\n${reasoning}`, effort };
      complaint = `${faults[reading.cause][1]}. ${ANSWER_FORM}`;
      effort = addFailure(effort, `${fault}${content === "" ? "" : `: ${content}`}`, reading.cause);
    } else if (error) {
      // A provider's failure has no part in the model's figures where it is outlasted, and a setup that fails has none.
      const unusable = outlast || (question.outlast && error.isMisconfigured) ? 0 : 1;
      if (isLast) {
        effort = addFailure(effort, error.reason, error.cause, unusable);
        if (!error.again) return without(error.reason, { isHopeless: error.isMisconfigured });
        continue;
      }
      const half = Math.max(0, (until - awakeTime.now()) / 2);
      const longest = outlast ? outlast.longestMs - waitedMs : Number.isFinite(half) ? half : patience.waitMs;
      const ms = outlast ? Math.max(error.afterMs ?? 0, backoffMs) : (error.afterMs ?? Math.min(longest, backoffMs));
      backoffMs = Math.min(2 * backoffMs, LONGEST_BACKOFF_MS);
      const reason = `${error.reason}${pauseInWords(error.afterMs, ms, longest)}`;
      effort = addFailure(effort, reason, error.cause, unusable);
      if (ms > longest) return without(reason, { isHopeless: outlast !== undefined });
      waitedMs += ms;
      const waits = await outlast?.wait(error.reason, ms);
      if (waits && !waits.ok) return without(waits.message, { isHopeless: true });
      const pause = pauseFor(ms, signal);
      await (outlast && question.clock ? standUntil(pause, from) : pause);
      if (outlast) tries -= 1;
      if (outlast && question.clock === null) until = deadline();
    }
    if (tries < patience.tries) effort = { ...effort, retries: effort.retries + 1 };
  }
}

/** An answer as it was read, and what is wrong with it; null where it names a move. */
function ballotOf({ text: content, reasoning, record, calledTools }: ModelAnswer, moves: TypedMoves) {
  const reading = readAnswer(content, moves, record.finish === "length");
  const [form, code] = reading.text === null ? [null, undefined] : [reading.form, moves.readMove(reading.text)?.code];
  const calls = reading.text === null && reading.cause === "empty" ? calledTools.join(", ") : "";
  const fault =
    calls === "" ? reading.text === null && faults[reading.cause][0] : `it called a tool (${calls}) and said no move`;
  const choice = reading.text === RESIGN ? RESIGN : (code ?? null);
  return { content, reasoning, reading, fault: fault || null, record: { ...record, form, choice } };
}
type Ballot = ReturnType<typeof ballotOf>;

/** The first answer for the choice that most of them name; where none names a legal one, the first of all. */
function majorityBallot(ballots: readonly Ballot[]): Ballot | undefined {
  const votes = Map.groupBy(
    ballots.filter(({ record }) => record.choice !== null),
    ({ record }) => record.choice,
  );
  const most = Math.max(...[...votes.values()].map(({ length }) => length));
  return [...votes.values()].find(({ length }) => length === most)?.[0] ?? ballots[0];
}

/** A note about a pause: the provider's own, and why there is none where the longest is shorter. */
function pauseInWords(afterMs: number | null, ms: number, longestMs: number): string {
  if (afterMs === null) return ms > longestMs ? "; it has failed for too long" : "";
  if (ms <= longestMs) return `; asked again after ${secondsText(ms)}, as it wants`;
  return `; it wants to be asked again in ${secondsText(ms)}, and there is time for a pause of ${secondsText(longestMs)}`;
}

const secondsText = (ms: number): string => `${ms < 1_000 ? ms / 1_000 : Math.round(ms / 1_000)} s`;

function addUsage(effort: Effort, { price }: ModelSettings, tokens: ModelAnswer["tokens"]): Effort {
  // A vendor that reports no usage leaves it unknown, and so the cost.
  if (!tokens) return effort;
  const { input, output, reasoning } = tokens;
  const fromCache = Math.min(input, tokens.fromCache);
  const fresh = input - fromCache;
  const cost = (fresh * price.input + fromCache * (price.cached ?? price.input) + output * price.output) / 1_000_000;
  return { ...effort, ...addedUsage(effort, { tokens: { input, output, reasoning }, cost }) };
}

const noMove = ["no move in its answer", "There was no move in your last answer"] as const;
/** The fault of an answer without a move, as its league and as its model is told. */
const faults: Readonly<Record<AnswerFault, readonly [string, string]>> = {
  empty: ["its answer was empty", noMove[1]],
  refused: noMove,
  unreadable: noMove,
  ambiguous: ["more than one move in its answer", "Your last answer named more than one move"],
  "cut-off": [
    "its answer was cut off at its greatest length before it named a move",
    "Your last answer reached its greatest length before it named a move: make it shorter",
  ],
};

/** The effort after another failure; one that comes again is named once, as the last. */
function addFailure(effort: Effort, failure: string, cause: FailureCause, unusable = 1): Effort {
  const text = clip(cleanLine(failure), LONGEST_FAILURE);
  return {
    ...effort,
    causes: addedCounts(effort.causes, { [cause]: 1 }),
    unusable: effort.unusable + unusable,
    failures: [...effort.failures.filter((each) => each !== text), text],
  };
}

const lastReason = ({ failures }: Effort, { rejects }: MoveQuestion): string =>
  failures.at(-1) ?? `illegal: ${rejects.at(-1)?.text ?? "nothing"}`;
