import * as strings from "./strings.ts";

/** Signs for numeric annotation glyphs (PGN standard 10) that people write as signs. */
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
/** As they are typed: a font may not have the others. */
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

/** The glyphs that say how good a move is, one of which it may have. */
export const verdicts = [1, 2, 3, 4, 5, 6] as const;

export const glyphSign = (nag: number): string => typed[nag] ?? signs[nag] ?? `$${nag}`;
/** For ears, and for who does not know the sign. */
export const glyphWords = (nag: number): string => words[nag] ?? strings.glyph(nag);
