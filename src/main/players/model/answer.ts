/**
 * The move in what a model wrote: what it calls its move, else the whole answer where that is one word, else the last
 * legal move that it names. Null where there is none.
 */
export function moveIn(text: string, legalMoves: readonly string[]): string | null {
  const named = [...text.matchAll(/\bmove\b[*_`]*\s*[:=][\s*_`"']*([^\s*`"',;<>]{1,20})/gi)].at(-1)?.[1];
  if (named !== undefined) return trimmed(named);
  const words = text.split(/[\s*`"'“”„(),;:<>[\]]+/).flatMap((word) => (word === "" ? [] : [trimmed(word)]));
  if (words.length === 1) return words[0]?.slice(0, 20) || null;
  const legal = new Map(legalMoves.map((move) => [move.toLowerCase(), move]));
  const found = words.findLast((word) => legal.has(word.toLowerCase()));
  return found === undefined ? null : (legal.get(found.toLowerCase()) ?? null);
}

/** Without the full stop of its sentence. A stretch of stops is looked at from its first one alone, not from each. */
const trimmed = (word: string): string => word.replace(/(?<![.!?])[.!?]+$/, "");
