import type { Effort } from "../../shared/events.ts";

export const noEffort: Effort = {
  retries: 0,
  unusable: 0,
  fallback: null,
  failures: [],
  tokens: null,
  cost: null,
};

/** The cost of a move whose tries failed; each failure but the last led to a retry, unless another number is given. */
export const effortOf = (failures: readonly string[], retries = Math.max(0, failures.length - 1)): Effort => ({
  ...noEffort,
  retries,
  unusable: failures.length,
  failures,
});

/** Most failures that are recorded of one move. */
const MOST_FAILURES = 6;

/** Adds up the cost of two tries for one move; undefined where neither cost anything. */
export function together(one: Effort | undefined, other: Effort | undefined): Effort | undefined {
  if (!one || !other) return one ?? other;
  return {
    retries: one.retries + other.retries,
    unusable: one.unusable + other.unusable,
    fallback: other.fallback ?? one.fallback,
    failures: [...one.failures, ...other.failures].slice(0, MOST_FAILURES),
    tokens: addedTokens(one.tokens, other.tokens),
    cost: addedCost(one.cost, other.cost),
  };
}

export function addedTokens(one: Effort["tokens"], other: Effort["tokens"]): Effort["tokens"] {
  if (!one || !other) return one ?? other;
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
  };
}

export const addedCost = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);
