import * as strings from "./strings.ts";

/** One of the computer's levels, 1 to 10, in words. */
export const levelWord = (level: number): string => strings.levelWords[level - 1] ?? "";
