/** One thing measured, beside what it is compared with. Both come from the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "B" | "per s" | "requests" | "KiB" | "MiB" | "%" | "tokens" | "Elo";
  readonly against: { readonly name: string; readonly value: number } | null;
}

/** One chapter of the benchmarks, a file of its own under `sections/`. */
export interface Section {
  /** As `--only` takes it. */
  readonly name: string;
  readonly title: string;
  /**
   * @param say says what it is at, for whoever watches
   * @param beside the folder of another checkout, whose build is measured in turns with this one's where a section can;
   * null for none
   */
  readonly run: (say: (line: string) => void, beside: string | null) => Promise<readonly Figure[]>;
}

/** How many times the value is what it is compared with. */
export const ratio = ({ value, against }: Figure): number | null =>
  against === null || against.value === 0 ? null : value / against.value;
