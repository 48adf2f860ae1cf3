import type { Effort } from "./events.ts";

/** The cost of asking models: null where none was asked, or where it costs nothing. */
export type Usage = Pick<Effort, "tokens" | "cost">;

export const addedUsage = (one: Usage, other: Usage): Usage => ({
  tokens: addedTokens(one.tokens, other.tokens),
  cost: one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0),
});

function addedTokens(one: Usage["tokens"], other: Usage["tokens"]): Usage["tokens"] {
  if (!one || !other) return one ?? other;
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
  };
}
