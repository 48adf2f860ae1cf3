import { addedCounts, type Causes, type FailureCause } from "../../shared/causes.ts";
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

/** A try without a usable move: its cause, and the reason in words. */
export interface FailedTry {
  readonly cause: FailureCause;
  readonly reason: string;
}

/** The cost of a move whose tries failed; each failure but the last led to a retry, unless another number is given. */
export const effortOf = (failures: readonly FailedTry[], retries = Math.max(0, failures.length - 1)): Effort => ({
  ...noEffort,
  retries,
  unusable: failures.length,
  failures: failures.map(({ reason }) => reason),
  causes: failures.reduce<Causes>((sum, { cause }) => addedCounts(sum, { [cause]: 1 }), {}),
});

/** Most failures that are recorded of one move. */
const MOST_FAILURES = 6;

/** Adds up the cost of two tries for one move; undefined where neither cost anything. */
export function together(one: Effort | undefined, other: Effort | undefined): Effort | undefined {
  if (!one || !other) return one ?? other;
  return {
    ...one,
    ...other,
    retries: one.retries + other.retries,
    unusable: one.unusable + other.unusable,
    fallback: other.fallback ?? one.fallback,
    failures: [...one.failures, ...other.failures].slice(0, MOST_FAILURES),
    ...(one.causes || other.causes ? { causes: addedCounts(one.causes, other.causes) } : {}),
    ...addedUsage(one, other),
  };
}
