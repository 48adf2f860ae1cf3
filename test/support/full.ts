import { needs } from "./needs.ts";

/**
 * Whether `npm test -- long` asks for everything in its long form: perft to depth 4, all 278 games of the corpus, every
 * seed and every kill. The usual run takes a fixed part of it, in which every special case still occurs.
 */
export const full = process.env["KIBITZ_FULL"] === "1";

/** The amount in the usual run, and in the long one. */
export const amount = <T>(usual: T, whole: T): T => (full ? whole : usual);

/** For a test that belongs to the long run alone, beside `test.runIf(full)`. */
export const longForm = needs("the long form (npm test -- long)");
