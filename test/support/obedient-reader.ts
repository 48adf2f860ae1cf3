import type { Answer } from "./agents.ts";

/** The half of an answer that a reader is given. */
export const halves = ["text", "structured"] as const;
export type Half = (typeof halves)[number];

interface NextCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

export interface Obeying {
  readonly half: Half;
  readonly call: (tool: string, args: Record<string, unknown>) => Promise<Answer>;
  /** In [0, 1). */
  readonly random: () => number;
  /** Lets time pass where an answer says to wait. */
  readonly pause?: () => Promise<void> | void;
  readonly mostCalls?: number;
}

export interface Course {
  readonly last: Answer;
  readonly calls: readonly NextCall[];
}

/**
 * A reader that knows nothing of chess or of Kibitz. It does what an answer says is to be done next, to the letter, puts
 * one of the legal moves that it reads where a move is asked for, and stops where there is nothing to do next. It gives
 * up, as a test must, when it is led about for too long.
 */
export async function obey(first: Answer, { half, call, random, pause, mostCalls = 1_500 }: Obeying): Promise<Course> {
  const calls: NextCall[] = [];
  let answer = first;
  let legal: readonly string[] = [];
  for (;;) {
    legal = legalIn(answer, half) ?? legal;
    const next = nextIn(answer, half);
    if (next === null) return { last: answer, calls };
    if (calls.length >= mostCalls)
      throw new Error(`led about for ${mostCalls} calls, at last: ${answer.text}\n${JSON.stringify(calls.slice(-5))}`);
    if (/\bwait (ten|five) seconds/i.test(half === "text" ? answer.text : JSON.stringify(answer.data))) await pause?.();
    const args = Object.fromEntries(
      Object.entries(next.args).map(([name, value]) => [name, filled(value, legal, random)]),
    );
    calls.push({ tool: next.tool, args });
    answer = await call(next.tool, args);
  }
}

const pick = (list: readonly string[], random: () => number): string => list[Math.floor(random() * list.length)] ?? "";

/** Text in <…> is the reader's to fill in: a move, or one of the words that it names. */
function filled(value: unknown, legal: readonly string[], random: () => number): unknown {
  const [, asked] = /^<(.+)>$/.exec(typeof value === "string" ? value : "") ?? [];
  if (asked === undefined) return value;
  return asked === "your move" ? pick(legal, random) : pick(asked.split(" or "), random);
}

function nextIn({ text, data }: Answer, half: Half): NextCall | null {
  if (half === "structured") {
    const { next_action } = data;
    return next_action && { tool: next_action.tool, args: next_action.arguments };
  }
  const found = [...text.matchAll(/^\*\*Next Action:\*\* (?:.*?: )?(\w+) (\{.*\})$/gm)].at(-1);
  return found ? { tool: found[1] ?? "", args: JSON.parse(found[2] ?? "{}") } : null;
}

function legalIn({ text, data }: Answer, half: Half): readonly string[] | null {
  const { legal_moves } = data;
  if (half === "structured") return typeof legal_moves === "string" ? legal_moves.split(" ") : (legal_moves ?? null);
  const [, line] = /Legal moves: (.+)$/m.exec(text) ?? [];
  return line?.split(" ") ?? null;
}
