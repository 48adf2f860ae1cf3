import type { GameAnswer } from "./output.ts";

/** Fields that a seat's holder has read in its first answers, or can read from `status` and `moves_san`. */
const known: readonly string[] = ["game", "you", "opponent", "turn", "last_move"];
/** Fields that are present only when they have content. */
const mostlyEmpty: readonly string[] = ["talk", "result"];

/**
 * Shortens the structured half for a reader who wants few words and is not new: leaves out known and empty fields, and
 * gives the last moves in one line.
 */
export function concise({ moves_san, ...answer }: GameAnswer): Record<string, unknown> {
  const told = Object.entries(answer).filter(
    ([field, value]) => !known.includes(field) && !(mostlyEmpty.includes(field) && isEmpty(value)),
  );
  return { ...Object.fromEntries(told), ...(moves_san.length > 0 ? { moves_san: moves_san.join(" ") } : {}) };
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
