import type { Effort } from "./events.ts";

/** The cost of asking models: null where none was asked, or where it costs nothing. */
export type Usage = Pick<Effort, "tokens" | "cost">;

export function addedUsage({ tokens: one, cost }: Usage, { tokens: other, cost: otherCost }: Usage): Usage {
  const part = (name: "input" | "output" | "reasoning") => (one?.[name] ?? 0) + (other?.[name] ?? 0);
  return {
    tokens: one || other ? { input: part("input"), output: part("output"), reasoning: part("reasoning") } : null,
    cost: cost === null && otherCost === null ? null : (cost ?? 0) + (otherCost ?? 0),
  };
}
