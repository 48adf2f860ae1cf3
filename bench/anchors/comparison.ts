/** A figure of Kibitz beside a published one. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly theirs: number;
  /** The largest difference at which the two count as the same. */
  readonly tolerance: number;
}

/** A published table beside the same from Kibitz. */
export interface Comparison {
  readonly title: string;
  /** The origin of the published figures, with their revision. */
  readonly source: string;
  readonly rows: readonly Row[];
  /** Digits after the point. */
  readonly digits: number;
  /** The tolerance in words. */
  readonly tolerance: string;
  /** The differences of definition, and the reason why rows are outside; empty for none. */
  readonly differences: string;
}

/** The origin of a data file, in one line. */
export const sourceOf = ({ source, revision }: { readonly source: string; readonly revision: string }): string =>
  `${source} (${/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 8) : revision})`;

/** A difference in tolerances: more than 1 is outside. */
export const distance = ({ ours, theirs, tolerance }: Row): number =>
  ours === theirs ? 0 : Math.abs(ours - theirs) / tolerance;

/** The rows whose figures differ by more than the tolerance, or that lack one of ours. */
export const outside = ({ rows }: Comparison): readonly Row[] => rows.filter((row) => !(distance(row) <= 1));
