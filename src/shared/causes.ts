/**
 * The causes of a try for a move that brought nothing to judge: an answer with no move, more than one, cut off at its
 * greatest length, a refusal, or nothing; none in time; the failure of a model's provider (a limit, an empty account,
 * an error of its own, or that nobody reaches it), or of the player's own server or program; a request that cannot
 * succeed as it is.
 */
export const failureCauses = [
  "unreadable",
  "ambiguous",
  "cut-off",
  "refused",
  "empty",
  "late",
  "provider",
  "failed",
  "request",
] as const;
export type FailureCause = (typeof failureCauses)[number];

/** Numbers of tries without a move by their cause: a {@link FailureCause}, or `illegal-` and a kind of the game's own. */
export type Causes = Readonly<Record<string, number>>;

/** The cause of a move that the rules refused, by its kind. */
export const illegalCause = (kind: string): string => `illegal-${kind}`;

/** The sums of two counts by name. */
export const addedCounts = (one: Causes = {}, other: Causes = {}): Causes => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([name, count]) => [name, count + (one[name] ?? 0)])),
});

/** The number of each among these. */
export const countEach = (names: readonly string[]): Causes =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, those]) => [name, those.length]));

/** `3 illegal (2 pinned, 1 notation), 1 cut off`, the most frequent first; empty for none. */
export function causesText(causes: Causes): string {
  const entries = Object.entries(causes).toSorted(([, one], [, other]) => other - one);
  const [illegal = [], others = []] = [true, false].map((isIllegal) =>
    entries.filter(([cause]) => cause.startsWith(illegalCause("")) === isIllegal),
  );
  const words = (counts: typeof entries) =>
    counts.map(([cause, count]) => `${count} ${cause.replace(illegalCause(""), "").replaceAll("-", " ")}`).join(", ");
  const all = Number(illegal.reduce((sum, [, count]) => sum + count, 0).toFixed(1));
  return [all === 0 ? "" : `${all} illegal (${words(illegal)})`, words(others)].filter(Boolean).join(", ");
}
