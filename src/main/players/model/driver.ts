import type { Effort } from "../../../shared/events.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import type { Driver, Thought } from "../driver.ts";
import { noEffort } from "../effort.ts";
import { pauseFor } from "../pause.ts";
import { moveIn } from "./answer.ts";
import type { AskModel, Silence } from "./ask.ts";
import { promptFor } from "./prompt.ts";

/** How patiently a model is asked for one move. */
export interface ModelPatience {
  /** Answers that are asked for at the most, of all kinds. */
  readonly tries: number;
  /** Longest time for one answer, in milliseconds. */
  readonly answerMs: number;
  /** Before the second try, in milliseconds, doubled before the third, where the provider names no time. */
  readonly backoffMs: number;
  /** Longest pause that a provider is granted where the move has any time, in milliseconds; else it is half of what is left. */
  readonly waitMs: number;
  /** What must be left of the time for a move, in milliseconds, or it is made by chance. */
  readonly reserveMs: number;
}
const usualModelPatience: ModelPatience = {
  tries: 3,
  answerMs: 120_000,
  backoffMs: 1_000,
  waitMs: 60_000,
  reserveMs: 500,
};

/** Characters of what is said of one failure. */
const LONGEST_FAILURE = 240;

export interface ModelDriverOptions {
  readonly ask: AskModel;
  /** A key by its name. */
  readonly findKey: (name: string) => Promise<Result<string>>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly patience?: ModelPatience;
}

/** A language model. Where it has no usable answer, the move is one by chance, and the record says why. */
export function modelDriver({ ask, findKey, random, patience = usualModelPatience }: ModelDriverOptions): Driver {
  return {
    heeds: true,
    chooseMove: async (thought) => {
      const { settings, legalMoves, timeMs, refused, signal } = thought;
      const { model } = settings;
      if (!model) return refuse("INVALID_ARGUMENT", "This seat has no model");
      const until = performance.now() + (timeMs ?? Number.POSITIVE_INFINITY) - patience.reserveMs;
      const found = model.key === undefined ? accept(null) : await findKey(model.key);
      let effort: Effort = noEffort;
      const byChance = (reason: string) => {
        const text = legalMoves[Math.floor(random() * legalMoves.length)];
        if (text === undefined) return refuse("GAME_OVER", "There is no legal move");
        return accept({ text, effort: { ...effort, fallback: reason } });
      };
      if (!found.ok) return byChance(found.message);
      let complaint: string | null = null;
      for (let tries = 1 + refused.length; ; tries += 1) {
        const left = until - performance.now();
        if (tries > patience.tries) return byChance(lastReason(effort, thought));
        if (left <= 0) return byChance("the time for the move was over");
        const said = await ask(
          model,
          found.value,
          promptFor(thought, model.prompt, complaint),
          Math.min(left, patience.answerMs),
          signal,
        );
        if (signal.aborted) return refuse("GAME_OVER", "The move is not wanted any more");
        if (said.ok) {
          const text = moveIn(said.text, legalMoves);
          effort = charged(effort, model, said.tokens);
          if (text !== null) return accept({ text, effort });
          complaint = "There was no move in your last answer. Answer with the line MOVE: <your move>";
          effort = troubled(effort, `no move in its answer: ${said.text}`);
        } else if (!said.again || tries >= patience.tries) {
          effort = troubled(effort, said.reason);
          if (!said.again) return byChance(said.reason);
        } else {
          const { ms, reason } = pauseAfter(said, tries, patience, until - performance.now());
          effort = troubled(effort, reason);
          if (ms === null) return byChance(reason);
          await pauseFor(ms, signal);
        }
        if (tries < patience.tries) effort = { ...effort, retries: effort.retries + 1 };
      }
    },
  };
}

/**
 * How long to wait after a try that failed, in milliseconds, and what to say of it; null where the provider wants more
 * than half of what is left of the time: the other half is the answer's.
 */
function pauseAfter(
  { reason, afterMs }: Silence,
  tries: number,
  { backoffMs, waitMs }: ModelPatience,
  leftMs: number,
): { readonly ms: number | null; readonly reason: string } {
  const longest = Number.isFinite(leftMs) ? Math.max(0, leftMs / 2) : waitMs;
  if (afterMs === null) return { ms: Math.min(longest, backoffMs * 2 ** (tries - 1)), reason };
  if (afterMs <= longest)
    return { ms: afterMs, reason: `${reason}; asked again after ${seconds(afterMs)}, as it wants` };
  return {
    ms: null,
    reason: `${reason}; it wants to be asked again in ${seconds(afterMs)}, and there is time for a pause of ${seconds(longest)}`,
  };
}

const seconds = (ms: number): string => `${ms < 1_000 ? ms / 1_000 : Math.round(ms / 1_000)} s`;

function charged(
  effort: Effort,
  { price }: ModelSettings,
  { input, output, reasoning }: NonNullable<Effort["tokens"]>,
): Effort {
  const { tokens, cost } = effort;
  return {
    ...effort,
    tokens: {
      input: (tokens?.input ?? 0) + input,
      output: (tokens?.output ?? 0) + output,
      reasoning: (tokens?.reasoning ?? 0) + reasoning,
    },
    cost: (cost ?? 0) + (input * price.input + output * price.output) / 1_000_000,
  };
}

const troubled = (effort: Effort, failure: string): Effort => ({
  ...effort,
  unusable: effort.unusable + 1,
  failures: [...effort.failures, clip(cleanLine(failure), LONGEST_FAILURE)],
});

const lastReason = ({ failures }: Effort, { refused }: Thought): string =>
  failures.at(-1) ?? `illegal: ${refused.at(-1)?.text ?? "nothing"}`;
