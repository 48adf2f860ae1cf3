/**
 * The known word with the fewest edits from a mistyped one (optimal string alignment), at most one for each three
 * letters; null where none is that near.
 */
export function nearest(word: string, words: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(word.length / 3));
  const candidates = words
    .map((each) => ({ each, distance: distanceOf(word, each) }))
    .sort((a, b) => a.distance - b.distance);
  const [first] = candidates;
  return first && first.distance <= most ? first.each : null;
}

/** ` Did you mean stop?`, or an empty text, to follow a sentence. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearestWord = nearest(word.slice(0, 40), words);
  return nearestWord === null ? "" : ` Did you mean ${nearestWord}?`;
}

function distanceOf(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
