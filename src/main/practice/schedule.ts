import { type Card, createEmptyCard, type FSRS, fsrs, type Grade, Rating } from "ts-fsrs";
import { z } from "zod";
import type { PracticeGrade } from "../../shared/practice/questions.ts";
import { struct } from "../../shared/struct.ts";

/** Milliseconds within which a right answer counts as easy. */
export const FAST_MS = 10_000;

/** The state of a position's repetitions, as FSRS keeps it; moments are in milliseconds since 1970. */
export const cardSchema = struct({
  due: z.number(),
  stability: z.number(),
  difficulty: z.number(),
  elapsed_days: z.number(),
  scheduled_days: z.number(),
  learning_steps: z.number(),
  reps: z.int().min(0),
  lapses: z.int().min(0),
  state: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  last_review: z.number().nullable(),
});
export type StoredCard = z.infer<typeof cardSchema>;

const gradeRatings: Readonly<Record<PracticeGrade, Grade>> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};

/**
 * Without chance, so that the same answers give the same days; and without steps of minutes, since a position whose
 * answer was just shown is asked again on another day.
 */
const scheduler: FSRS = fsrs({ enable_fuzz: false, enable_short_term: false });

/** The card after one more answer. @param at milliseconds since 1970 */
export function afterAnswer(card: StoredCard | null, grade: PracticeGrade, at: number): StoredCard {
  const now = new Date(at);
  const { due, last_review, ...next } = scheduler.next(
    card ? cardFrom(card) : createEmptyCard(now),
    now,
    gradeRatings[grade],
  ).card;
  return { ...next, due: due.getTime(), last_review: last_review?.getTime() ?? null };
}

const cardFrom = ({ due, last_review, ...card }: StoredCard): Card => ({
  ...card,
  due: new Date(due),
  ...(last_review !== null && { last_review: new Date(last_review) }),
});

/** An attempt to solve a position. */
export interface Attempt {
  readonly right: boolean;
  /** How many hints were shown. */
  readonly hints: number;
  /** Milliseconds from when it was shown. */
  readonly ms: number;
}

/** The grade of an answer: wrong is `again`, right after a hint `hard`, right within {@link FAST_MS} `easy`, else `good`. */
export function gradeOf({ right, hints, ms }: Attempt): PracticeGrade {
  if (!right) return "again";
  if (hints > 0) return "hard";
  return ms <= FAST_MS ? "easy" : "good";
}
