import type { Effort } from "../../../shared/events.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { awakeTime } from "../../awake-time.ts";
import { type Calls, callText, noCalls } from "../calls.ts";
import type { Driver, Thought } from "../driver.ts";
import { noEffort } from "../effort.ts";
import { pauseFor } from "../pause.ts";
import { moveIn } from "./answer.ts";
import type { AskModel, Said, Silence } from "./ask.ts";
import { type ModelPrompt, promptFor } from "./prompt.ts";

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

/** On what terms the models of a league may be asked. */
export interface Allowance {
  /** Whether it was so at once; else the time for a move runs anew. */
  readonly atOnce: boolean;
  /** What becomes of a move that no answer brought. */
  readonly onFailure: "random" | "forfeit" | "pause";
  /** Whether what they take has a limit, so that it has to be known. */
  readonly isBudgeted: boolean;
}
const anyTime: Allowance = { atOnce: true, onFailure: "random", isBudgeted: false };

export interface ModelDriverOptions {
  readonly ask: AskModel;
  /** A key by its name. */
  readonly findKey: (name: string) => Promise<Result<string>>;
  /** The league that a model plays in, which waits where the model cannot be asked as it is set up. */
  readonly leagues: {
    /** Waits until the models of a league may be asked. Refuses where they never may. */
    mayAsk(league: string, signal: AbortSignal): Promise<Result<Allowance>>;
    /** Pauses a league for the person to put right what keeps an entrant from playing. */
    hold(league: string, entrant: number, reason: string): Promise<Result<unknown>>;
  };
  /** In [0, 1). */
  readonly random: () => number;
  readonly patience?: ModelPatience;
  /** Where calls are kept; nowhere unless given. */
  readonly calls?: Pick<Calls, "note">;
}

/**
 * A language model. Where it has no usable answer, the move is one by chance, and the record says why, or is given up, or
 * the league is paused, as that says. Where it cannot be asked as it is set up, the league is paused in any case, and it is
 * asked again once the person has resumed that.
 */
export function modelDriver(options: ModelDriverOptions): Driver {
  const { ask, findKey, leagues, random, patience = usualModelPatience, calls = noCalls } = options;
  /** Keeps what came of a question; a key is in neither of them. */
  const note = (
    { settings: { model }, league, gameId, ply }: Thought,
    { system, user }: ModelPrompt,
    { from, said, failure }: { readonly from: number; readonly said: Said | Silence; readonly failure: string | null },
  ): void => {
    if (!model || !league) return;
    calls.note(
      { league: league.id, number: league.entrant },
      {
        ...{ to: `${model.provider}/${model.model}`, tool: "prompt", about: `${gameId}-${ply}` },
        ...{ ms: Math.round(awakeTime.now() - from), failure },
        ...{ asked: callText(`${system}\n\n${user}`), answered: said.ok ? callText(said.text) : null },
      },
    );
  };
  return {
    heeds: true,
    chooseMove: async (thought) => {
      const { settings, league, signal } = thought;
      const { model } = settings;
      if (!model) return refuse("INVALID_ARGUMENT", "This seat has no model");
      let effort: Effort = noEffort;
      // Once the person has resumed its league, it has as many tries as at first.
      for (let before = thought.refused.length; ; before = 0) {
        const allowed = league ? await leagues.mayAsk(league.id, signal) : accept(anyTime);
        if (signal.aborted) return calledOff;
        if (!allowed.ok) return allowed;
        // While a league waits, nobody's time runs: how much is left now, its referee knows.
        const { atOnce, onFailure, isBudgeted } = allowed.value;
        const timeMs = atOnce ? thought.timeMs : null;
        const asked = await askFor({ ...thought, timeMs }, model, effort, before);
        if (signal.aborted) return calledOff;
        effort = asked.effort;
        if (league && isBudgeted && asked.text !== null && effort.tokens === null) {
          const held = await leagues.hold(
            league.id,
            league.entrant,
            "its vendor tells no usage, and there is a budget",
          );
          if (!held.ok) return held;
        }
        if (asked.text !== null) return accept({ text: asked.text, effort });
        if (league && (asked.misconfigured || onFailure === "pause")) {
          const held = await leagues.hold(league.id, league.entrant, asked.reason);
          if (!held.ok) return held;
          continue;
        }
        if (onFailure === "forfeit")
          return accept({ text: null, effort: gaveUp(effort, asked.reason), late: asked.late });
        const text = thought.legalMoves[Math.floor(random() * thought.legalMoves.length)];
        if (text === undefined) return refuse("GAME_OVER", "There is no legal move");
        return accept({ text, effort: { ...effort, fallback: asked.reason } });
      }
    },
  };

  /** Asks for one move, as often as there is patience for after so many tries before. */
  async function askFor(thought: Thought, model: ModelSettings, spent: Effort, before: number): Promise<Asked> {
    const { legalMoves, timeMs, signal } = thought;
    const until = awakeTime.now() + (timeMs ?? Number.POSITIVE_INFINITY) - patience.reserveMs;
    let effort = spent;
    const without = (reason: string, misconfigured = false, late = false): Asked => ({
      text: null,
      reason,
      misconfigured,
      late,
      effort,
    });
    const found = model.key === undefined ? accept(null) : await findKey(model.key);
    if (!found.ok) return without(found.message, true);
    let complaint: string | null = null;
    for (let tries = 1 + before; ; tries += 1) {
      const left = until - awakeTime.now();
      if (tries > patience.tries) return without(lastReason(effort, thought));
      if (left <= 0) return without("the time for the move was over", false, true);
      const prompt = promptFor(thought, model.prompt, complaint);
      const from = awakeTime.now();
      const said = await ask(model, found.value, prompt, Math.min(left, patience.answerMs), signal);
      if (signal.aborted) return without("called off");
      const text = said.ok ? moveIn(said.text, legalMoves) : null;
      note(thought, prompt, { from, said, failure: !said.ok ? said.reason : text === null ? noMoveIn(said) : null });
      if (said.ok) {
        effort = charged(effort, model, said.tokens);
        if (text !== null) return { text, effort };
        complaint = "There was no move in your last answer. Answer with the line MOVE: <your move>";
        effort = troubled(effort, `${noMoveIn(said)}${said.text === "" ? "" : `: ${said.text}`}`);
      } else if (!said.again || tries >= patience.tries) {
        effort = troubled(effort, said.reason);
        if (!said.again) return without(said.reason, said.misconfigured);
      } else {
        const { ms, reason } = pauseAfter(said, tries, patience, until - awakeTime.now());
        effort = troubled(effort, reason);
        if (ms === null) return without(reason);
        await pauseFor(ms, signal);
      }
      if (tries < patience.tries) effort = { ...effort, retries: effort.retries + 1 };
    }
  }
}

/** What came of asking for a move. */
type Asked = { readonly effort: Effort } & (
  | { readonly text: string }
  | {
      readonly text: null;
      readonly reason: string;
      /** Whether it can never be asked as it is set up. */
      readonly misconfigured: boolean;
      /** Whether the time for the move was over. */
      readonly late: boolean;
    }
);

const calledOff = refuse("GAME_OVER", "The move is not wanted any more");

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

function charged(effort: Effort, { price }: ModelSettings, told: Said["tokens"]): Effort {
  // Where a vendor tells no usage, it is unknown, and so is the cost.
  if (!told) return effort;
  const { input, output, reasoning } = told;
  const cached = Math.min(input, told.cached);
  const fresh = input - cached;
  const { tokens, cost } = effort;
  return {
    ...effort,
    tokens: {
      input: (tokens?.input ?? 0) + input,
      output: (tokens?.output ?? 0) + output,
      reasoning: (tokens?.reasoning ?? 0) + reasoning,
    },
    cost:
      (cost ?? 0) + (fresh * price.input + cached * (price.cached ?? price.input) + output * price.output) / 1_000_000,
  };
}

/** Why an answer is no move: it is empty, calls a tool that nobody offered, or says something else. */
function noMoveIn({ text, calledTools }: Said): string {
  if (text.trim() !== "") return "no move in its answer";
  return calledTools.length > 0
    ? `it called a tool (${calledTools.join(", ")}) and said no move`
    : "its answer was empty";
}

const troubled = (effort: Effort, failure: string): Effort => ({
  ...effort,
  unusable: effort.unusable + 1,
  failures: [...effort.failures, clip(cleanLine(failure), LONGEST_FAILURE)],
});

/** What was taken for a move that is given up, with the reason as the last failure. */
const gaveUp = (effort: Effort, reason: string): Effort =>
  effort.failures.at(-1) === reason
    ? effort
    : { ...effort, failures: [...effort.failures, clip(reason, LONGEST_FAILURE)] };

const lastReason = ({ failures }: Effort, { refused }: Thought): string =>
  failures.at(-1) ?? `illegal: ${refused.at(-1)?.text ?? "nothing"}`;
