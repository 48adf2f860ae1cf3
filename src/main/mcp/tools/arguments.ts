import { z } from "zod";
import { NAME_LENGTH } from "../../../shared/text.ts";

/**
 * The length limits of an argument that is copied from an answer: enforced, but not told to the model, since each tool
 * would repeat them.
 */
export const copiedText = { minLength: undefined, maxLength: undefined };

/** An id is understood with the sign that people write before it, too: `#4821`. */
export const gameId = z
  .string()
  .min(1)
  .max(20)
  .meta(copiedText)
  .transform((id) => id.replace(/^#/, ""))
  .describe("The game's id, such as 4821.");

export const seatToken = z
  .string()
  .max(200)
  .meta(copiedText)
  .optional()
  .describe("Your seat's secret, where the next action spells it or your host restarted.");

export const nameArgument = z.string().max(NAME_LENGTH).optional().describe("How you are shown.");

export const timeoutSeconds = z
  .number()
  .min(0)
  .optional()
  .describe("Most seconds to wait. Default: what your host allows.");

export const waitedSeconds = z
  .number()
  .min(0)
  .default(0)
  .meta({ default: undefined })
  .describe("Copied from the next action.");
