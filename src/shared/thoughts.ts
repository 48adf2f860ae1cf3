import { z } from "zod";
import { struct } from "./struct.ts";
import { cleanLine, isVisible } from "./text.ts";

/** A player's own reasons for a move. */
export const thoughtsSchema = struct({
  text: z.string(),
  /** Whether there was more; absent where not. */
  cut: z.literal(true).optional(),
  /** The parts that the move or the board contradicts, as the game reads it; absent for nothing. */
  contradictions: z
    .array(struct({ kind: z.enum(["other-move", "no-piece"]), said: z.string() }))
    .readonly()
    .optional(),
});
export type Thoughts = z.infer<typeof thoughtsSchema>;

/** Most bytes of thoughts that are recorded, in UTF-8, and most characters of which these are taken. */
const LONGEST_THOUGHTS = 4_096;
export const LONGEST_THOUGHTS_READ = 16_384;

/** A player's text about its move, in clean lines without what may be a token, and clipped; undefined for nothing to see. */
export function thoughtsIn(text = ""): Thoughts | undefined {
  const lines = text.slice(0, LONGEST_THOUGHTS_READ).split(/\r\n?|[\n\u0085\u2028\u2029]/);
  const clean = lines
    .map(cleanLine)
    .join("\n")
    .replace(/[\w-]{32,}/g, "…")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (!isVisible(clean)) return undefined;
  // It ends with a whole character.
  const { read } = new TextEncoder().encodeInto(clean, new Uint8Array(LONGEST_THOUGHTS));
  const isCut = read < clean.length || text.length > LONGEST_THOUGHTS_READ;
  return { text: clean.slice(0, read), ...(isCut ? { cut: true } : {}) };
}
