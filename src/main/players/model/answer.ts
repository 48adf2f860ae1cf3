/** Most places in which a model names its move that are read, the last ones, and most characters of each. */
const MOST_NAMED = 20;
const LONGEST_LINE = 200;

/**
 * The move in a model's answer: the text that it names its move, best where its line says nothing else; else the whole
 * answer where that is one word, else the last legal move that it mentions. Null for none.
 */
export function moveIn(text: string, legalMoves: readonly string[]): string | null {
  const legal = new Map(legalMoves.map((move) => [move.toLowerCase(), move]));
  const speaks = [...text.matchAll(/\bmove\b[*_`]*\s*[:=：]/gi)].slice(-MOST_NAMED);
  const named = speaks.flatMap(({ 0: { length }, index }) => {
    const [line = ""] = bare(text.slice(index + length, index + length + LONGEST_LINE), legal).split("\n", 1);
    const word = firstWord(line);
    return word === null ? [] : [{ word, isAlone: !/\s/.test(line.trim()) }];
  });
  const found = named.findLast(({ isAlone }) => isAlone) ?? named.at(-1);
  if (found) return found.word;
  const all = bare(text, legal);
  const words = all.split(/[\s*`"'“”„(),;:<>[\]{}$]+/).flatMap((word) => (word === "" ? [] : [trimmed(word)]));
  if (words.length === 1) return firstWord(all);
  return legal.get(words.findLast((word) => legal.has(word.toLowerCase()))?.toLowerCase() ?? "") ?? null;
}

/** A text without the wrapping of its first word, and without the number of the move unless that is a move itself. */
function bare(text: string, legal: ReadonlyMap<string, string>): string {
  const open = text.replace(/^(?:[\s*_`"'“”„‘’«»()[\]{}$]|<(?=[^\s<>]*>)|\\[a-z]+(?=\{))+/, "");
  const [numbered = "", number = ""] = /^(\d{1,3})\s?(?:\.{1,3}|…)\s*(?=[A-Za-z])/.exec(open) ?? [];
  return legal.has(number) ? open : open.slice(numbered.length);
}

function firstWord(text: string): string | null {
  const word = /^[^\s*`"'“”„‘’«»()[\]{}<>$,;]{1,20}/.exec(text)?.[0];
  return trimmed(word ?? "") || null;
}

/** Removes the full stop of its sentence. A run of stops is matched from its first one only, not from each. */
const trimmed = (word: string): string => word.replace(/(?<![.!?。])[.!?。]+$/, "");
