import { z } from "zod";
import { whole } from "../../shared/schemas.ts";
import { struct } from "../../shared/struct.ts";
import { mostRounds } from "./rules.ts";

// Apart from the rules, which a page carries too: it checks nothing.

/** The fields of {@link OddEvenOptions}. */
export const options = z.strictObject({
  rounds: whole(1, mostRounds).optional().describe("odd-even only: best of this odd number. Default 5."),
});

const choiceSchema = whole(1, 5);
/** The fields of {@link OddEvenState}. */
export const state = struct({
  rounds: whole(1, mostRounds),
  past: z
    .array(struct({ odd: choiceSchema, even: choiceSchema }))
    .max(mostRounds)
    .readonly(),
  pending: struct({ by: z.enum(["odd", "even"]), choice: choiceSchema }).nullable(),
});
