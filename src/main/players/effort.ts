import type { Effort } from "../../shared/events.ts";
import { addedUsage } from "../../shared/usage.ts";

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
    ...(one.causes || other.causes ? { causes: addedCauses(one.causes ?? {}, other.causes ?? {}) } : {}),
    ...(one.answer || other.answer ? { answer: other.answer ?? one.answer } : {}),
    ...addedUsage(one, other),
  };
}

type Causes = NonNullable<Effort["causes"]>;

/** The sums of failures by cause. */
export const addedCauses = (one: Causes, other: Causes): Causes => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([cause, count]) => [cause, count + (one[cause] ?? 0)])),
});
