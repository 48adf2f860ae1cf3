import { z } from "zod";
import { whole } from "../../shared/schemas.ts";
import { struct } from "../../shared/struct.ts";
import { about } from "./about.ts";
import { actions, deckNames, habitCount, mostHands } from "./rules.ts";

/** The fields of {@link PokerOptions}. */
export const options = z.strictObject({
  leduc: z.boolean().optional().describe("poker only: Leduc hold'em."),
  hands: whole(1, mostHands).optional().describe("poker only: 1 or an even number."),
});

const dealtCards = z.string().regex(/^[JQK]{2,3}$/);
const roundsSchema = z
  .array(z.array(z.enum(actions)).max(4).readonly())
  .max(2)
  .readonly();
const habitsSchema = z.array(z.int().min(0)).length(habitCount).readonly();
/** The fields of {@link PokerState}. */
export const state = struct({
  deck: z.enum(deckNames),
  hands: whole(1, mostHands),
  over: whole(0, mostHands),
  chips: z.int(),
  deal: dealtCards.nullable(),
  rounds: roundsSchema,
  pool: z.record(dealtCards, whole(0, mostHands)).readonly(),
  habits: z.tuple([habitsSchema, habitsSchema]).readonly(),
  last: struct({ opener: z.enum(about.seats), deal: dealtCards, rounds: roundsSchema, chips: z.int() }).nullable(),
  before: z.int().min(0),
});
