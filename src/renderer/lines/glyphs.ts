import * as strings from "./strings.ts";

/** Numeric annotation glyphs (PGN standard 10) that are written as signs. */
const signs: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "‼",
  4: "⁇",
  5: "⁉",
  6: "⁈",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  32: "⟳",
  36: "→",
  40: "↑",
  132: "⇆",
  140: "∆",
  146: "N",
};
/** Those that can be typed: a font may lack the others. */
const typed: Readonly<Record<number, string>> = { 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const words: Readonly<Record<number, string>> = {
  1: strings.goodMove,
  2: "mistake",
  3: strings.brilliantMove,
  4: "blunder",
  5: strings.interestingMove,
  6: "inaccuracy",
  10: "even",
  13: "unclear",
  14: strings.whiteIsSlightlyBetter,
  15: strings.blackIsSlightlyBetter,
};

/** The glyphs that judge a move, of which it may have one. */
export const verdicts = [1, 2, 3, 4, 5, 6] as const;

export const glyphSign = (nag: number): string => typed[nag] ?? signs[nag] ?? `$${nag}`;
/** The meaning of a glyph, for screen readers and for people who do not know the sign. */
export const glyphWords = (nag: number): string => words[nag] ?? strings.glyph(nag);
