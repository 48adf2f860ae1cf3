import type { Effort } from "../../../shared/events.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import type { Driver, Thought } from "../driver.ts";
import { noEffort } from "../effort.ts";
import { pauseFor } from "../pause.ts";
import { moveIn } from "./answer.ts";
import type { AskModel } from "./ask.ts";
import { promptFor } from "./prompt.ts";

/** How patiently a model is asked for one move. */
export interface ModelPatience {
  /** Answers that are asked for at the most, of all kinds. */
  readonly tries: number;
  /** Longest time for one answer, in milliseconds. */
  readonly answerMs: number;
  /** Before the second try, in milliseconds, doubled before the third, where the provider names no time. */
  readonly backoffMs: number;
  /** What must be left of the time for a move, in milliseconds, or it is made by chance. */
  readonly reserveMs: number;
}
const usualModelPatience: ModelPatience = { tries: 3, answerMs: 120_000, backoffMs: 1_000, reserveMs: 500 };

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
        } else {
          effort = troubled(effort, said.reason);
          if (!said.again) return byChance(said.reason);
          const pause = said.afterMs ?? patience.backoffMs * 2 ** (tries - 1);
          if (tries < patience.tries && pause > until - performance.now())
            return byChance(`${said.reason}; it is to be asked again after the time for the move`);
          if (tries < patience.tries) await pauseFor(pause, signal);
        }
        if (tries < patience.tries) effort = { ...effort, retries: effort.retries + 1 };
      }
    },
  };
}

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
  failures: [...effort.failures, clip(cleanLine(failure), 160)],
});

const lastReason = ({ failures }: Effort, { refused }: Thought): string =>
  failures.at(-1) ?? `illegal: ${refused.at(-1)?.text ?? "nothing"}`;
