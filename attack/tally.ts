/** The counts and failures of an attack. */
export interface Tally {
  count(what: string, times?: number): void;
  fail(what: string): void;
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  /** Counts and failures as lines of Markdown. */
  table(): string;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  return {
    counts,
    failures,
    count: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    fail: (what) => {
      // The same trouble a thousand times over says no more than three times, and must not hide another.
      const alike = failures.filter((known) => known.slice(0, 24) === what.slice(0, 24));
      if (alike.length < 3) failures.push(what);
    },
    table: () =>
      [
        "| what | times |",
        "|---|---:|",
        ...[...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, times]) => `| ${what} | ${times} |`),
        ...failures.map((failure) => `\nFAILED: ${failure}`),
      ].join("\n"),
  };
}
