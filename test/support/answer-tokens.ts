import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer } from "./agents.ts";

/** The tokens of some answers, by the half that a host gives its model, in the encoding o200k. */
export function tokensOf(answers: readonly Answer[]): { readonly text: number; readonly structured: number } {
  const sum = (half: (answer: Answer) => string) =>
    answers.map((answer) => countTokens(half(answer))).reduce((total, count) => total + count, 0);
  return { text: sum(({ text }) => text), structured: sum(({ data }) => JSON.stringify(data)) };
}
