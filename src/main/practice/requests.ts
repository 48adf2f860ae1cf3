import { z } from "zod";
import { whole } from "../../shared/schemas.ts";

/** The milliseconds of a day: whoever thinks longer has gone away. */
const LONGEST_THOUGHT = 86_400_000;

/** `POST /api/practice/answers`. `answers` is how often the position was answered before; `move` is null to give up. */
export const answerRequest = z.strictObject({
  id: z.string().max(30),
  answers: whole(0, 1_000_000),
  move: z.string().min(1).max(200).nullable(),
  hints: whole(0, 2).default(0),
  ms: whole(0, LONGEST_THOUGHT),
});
