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

/** `3 illegal (pinned), 1 cut off`; empty for none. */
export const causesText = (causes: Causes): string =>
  Object.entries(causes)
    .map(([cause, count]) => `${count} ${cause.replace(/^illegal-(.*)/, "illegal ($1)").replaceAll("-", " ")}`)
    .join(", ");
