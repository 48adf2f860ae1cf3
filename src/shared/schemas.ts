import { z } from "zod";
import { isHost } from "./addresses.ts";
import { linesSchema } from "./line-schemas.ts";
import { LONGEST_CLOCK, LONGEST_NOTE, MOST_LINE_MOVES, MOST_SCORE } from "./lines.ts";
import { struct } from "./struct.ts";
import { playerKinds } from "./terms.ts";

// Kept apart from the terms, because pages validate nothing and so need no zod.

export const eventOf = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });

/** A whole number from `least` to `most`; `refusal` is the message where it is more. */
export const whole = (least: number, most: number, refusal?: string) => z.int().min(least).max(most, refusal);

/** A clock in a request. Its increment has no default: forms made from the schema would send half a clock. */
export const clockRequest = z
  .strictObject({
    initial_seconds: z.number().min(1).max(86_400).describe("For the whole game, per side."),
    increment_seconds: z.number().min(0).max(3_600).optional().describe("Added after each move."),
  })
  .transform(({ initial_seconds, increment_seconds = 0 }) => ({ initial_seconds, increment_seconds }));

const longestName = 40;
export const gameKindSchema = z.string().min(1).max(longestName);
export const seatSchema = z.string().min(1).max(longestName);
export const playerKindSchema = z.enum(playerKinds);
/** A host at which players may be called; with a port, only that one. */
export const endpointHost = z.string().refine(isHost, "a host is expected, such as 10.0.0.5 or 10.0.0.5:8101");
export const outcomeSchema = struct({ winner: seatSchema.nullable(), reason: z.string().min(1).max(longestName) });

/** A game with its variations, in a request to store it. */
export const newLinesSchema = linesSchema
  .refine(({ moves }) => moves.length <= MOST_LINE_MOVES, `there are more than ${MOST_LINE_MOVES} moves`)
  .refine(
    (lines) =>
      [lines, ...lines.moves].every((place) =>
        ["before" in place ? place.before : "", place.comment, place.assistant?.comment].every(
          (text = "") => text.length <= LONGEST_NOTE,
        ),
      ),
    `a comment is longer than ${LONGEST_NOTE} characters`,
  )
  .refine(({ moves }) => moves.every(({ clock = 0 }) => clock <= LONGEST_CLOCK), "a clock has more than 9,999 hours")
  .refine(
    ({ moves }) =>
      moves.every(
        ({ score }) =>
          !score || (Math.abs(score.value) <= MOST_SCORE[score.kind] && (score.depth ?? 0) <= MOST_SCORE.depth),
      ),
    "a score is more than any engine says",
  );
