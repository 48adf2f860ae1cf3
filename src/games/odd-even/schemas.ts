import { z } from "zod";
import { mostRounds } from "./rules.ts";

// Apart from the rules, which a page carries too: it checks nothing.

/** The fields of {@link OddEvenOptions}. */
export const options = z.strictObject({
  rounds: z
    .number()
    .int()
    .min(1)
    .max(mostRounds)
    .optional()
    .describe("odd-even only: best of this odd number of rounds. Default 5."),
});

const choice = z.int().min(1).max(5);
/** The fields of {@link OddEvenState}. */
export const state = z
  .object({
    rounds: z.int().min(1).max(mostRounds),
    past: z
      .array(z.object({ odd: choice, even: choice }).readonly())
      .max(mostRounds)
      .readonly(),
    pending: z
      .object({ by: z.enum(["odd", "even"]), choice })
      .readonly()
      .nullable(),
  })
  .readonly();
