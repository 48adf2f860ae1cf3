/**
 * Numeric annotation glyphs (PGN standard 10) that are written as signs: typed ones, where a font may lack others; and
 * the meaning of common ones.
 */
const glyphs: Readonly<Record<number, readonly [sign: string, words?: string]>> = {
  1: ["!", "good move"],
  2: ["?", "mistake"],
  3: ["!!", "brilliant move"],
  4: ["??", "blunder"],
  5: ["!?", "interesting move"],
  6: ["?!", "inaccuracy"],
  7: ["□"],
  10: ["=", "even"],
  13: ["∞", "unclear"],
  14: ["⩲", "White is slightly better"],
  15: ["⩱", "Black is slightly better"],
  16: ["±"],
  17: ["∓"],
  18: ["+−"],
  19: ["−+"],
  22: ["⨀"],
  32: ["⟳"],
  36: ["→"],
  40: ["↑"],
  132: ["⇆"],
  140: ["∆"],
  146: ["N"],
};

/** The glyphs that judge a move, of which it may have one. */
export const verdicts = [1, 2, 3, 4, 5, 6] as const;

export const glyphSign = (nag: number): string => glyphs[nag]?.[0] ?? `$${nag}`;
/** The meaning of a glyph, for screen readers and for people who do not know the sign. */
export const glyphWords = (nag: number): string => glyphs[nag]?.[1] ?? `glyph ${nag}`;
