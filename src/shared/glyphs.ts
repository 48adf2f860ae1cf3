/**
 * Numeric annotation glyphs (PGN standard 10) that are written as signs: typed ones, where a font may lack others; the
 * meaning of common ones; and further ways to write them.
 */
const glyphsByNag: Readonly<Record<number, readonly [sign: string, words?: string, ...others: readonly string[]]>> = {
  1: ["!", "good move"],
  2: ["?", "mistake"],
  3: ["!!", "brilliant move"],
  4: ["??", "blunder"],
  5: ["!?", "interesting move"],
  6: ["?!", "inaccuracy"],
  7: ["□"],
  10: ["=", "even"],
  13: ["∞", "unclear", "~"],
  14: ["⩲", "White is slightly better", "+=", "+/="],
  15: ["⩱", "Black is slightly better", "=+", "=/+"],
  16: ["±", "White is better", "+/-"],
  17: ["∓", "Black is better", "-/+"],
  18: ["+−"],
  19: ["−+"],
  22: ["⨀", "zugzwang", "⊙"],
  32: ["⟳"],
  36: ["→", "attack", "->"],
  40: ["↑"],
  132: ["⇆"],
  140: ["∆", "with the idea", "△"],
  146: ["N", "novelty", "TN"],
  220: ["D"],
};

/** With hyphens for all dashes and minus signs. */
const hyphens = (sign: string): string => sign.replace(/[\p{Pd}−]/gu, "-");
const signNags: ReadonlyMap<string, number> = new Map(
  Object.entries(glyphsByNag).flatMap(([nag, [sign, , ...others]]) =>
    [sign, ...others].map((each) => [hyphens(each), Number(nag)] as const),
  ),
);
/** The signs that may follow a move without a space, the longest first; a letter would be a piece. */
const signsAfterMoves = [...signNags.keys()].filter((sign) => !/[A-Z]/.test(sign)).sort((a, b) => b.length - a.length);

/** The number of the glyph that a sign stands for; undefined for other texts. */
export const glyphOf = (sign: string): number | undefined => signNags.get(hyphens(sign));

/** The sign at the end of a move to which it belongs (`e4!?`, `Nf3 +-`); null where there is none. */
export function signAfter(move: string): string | null {
  const plain = hyphens(move);
  const isAfterMove = (sign: string) => plain.endsWith(sign) && /[\w+#!?]\s*$/.test(plain.slice(0, -sign.length));
  return signsAfterMoves.find(isAfterMove) ?? null;
}

/** The glyphs that judge a move, of which it may have one. */
export const verdictNags = [1, 2, 3, 4, 5, 6] as const;

export const glyphSign = (nag: number): string => glyphsByNag[nag]?.[0] ?? `$${nag}`;
/** The meaning of a glyph, for screen readers and for people who do not know the sign. */
export const glyphWords = (nag: number): string => glyphsByNag[nag]?.[1] ?? `glyph ${nag}`;
