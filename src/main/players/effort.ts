import type { Effort } from "../../shared/events.ts";

export const noEffort: Effort = {
  retries: 0,
  unusable: 0,
  fallback: null,
  failures: [],
  tokens: null,
  cost: null,
};

/** Most failures that are recorded of one move. */
const MOST_FAILURES = 6;

/** Adds up the cost of two tries for one move; undefined where neither cost anything. */
export function together(one: Effort | undefined, other: Effort | undefined): Effort | undefined {
  if (!one || !other) return one ?? other;
  const tokens = (part: "input" | "output" | "reasoning") => (one.tokens?.[part] ?? 0) + (other.tokens?.[part] ?? 0);
  return {
    retries: one.retries + other.retries,
    unusable: one.unusable + other.unusable,
    fallback: other.fallback ?? one.fallback,
    failures: [...one.failures, ...other.failures].slice(0, MOST_FAILURES),
    tokens:
      one.tokens || other.tokens
        ? { input: tokens("input"), output: tokens("output"), reasoning: tokens("reasoning") }
        : null,
    cost: one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0),
  };
}
