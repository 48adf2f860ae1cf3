import type { GameAnswer } from "./output.ts";

/** Fields that a seat's holder has read in its first answers, or reads in `status` and `message`. */
const known: readonly string[] = ["game", "you", "opponent", "turn", "last_move", "moves_san"];
/** Fields that are present only when they have content. */
const mostlyEmpty: readonly string[] = ["talk", "result"];

/** Shortens the fields for a reader who wants few words and is not new: leaves out known and empty ones. */
export const concise = (answer: GameAnswer): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).filter(
      ([field, value]) => !known.includes(field) && !(mostlyEmpty.includes(field) && isEmpty(value)),
    ),
  );

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
