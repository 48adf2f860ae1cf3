/** How a database stands: what makes an empty one, and what brings an older one up to date. */
export interface Schema {
  /** The number of the oldest form that is read. */
  readonly first: number;
  /** Makes today's form, in an empty database. */
  readonly make: string;
  /** Statements that make each form after the first of the one before it, in order. Never change a released one. */
  readonly upgrades: readonly string[];
}

/** A step on the way to today's form, and the number of the form that it leads to. */
export interface SchemaStep {
  readonly version: number;
  readonly sql: string;
}

/** The database is of a form from before the first release. */
export class OlderForm extends Error {
  readonly version: number;

  constructor(version: number) {
    super(`it is of version ${version}, from before the first release, which this Kibitz does not read`);
    this.version = version;
  }
}

/**
 * Steps that bring a database up to date, in order; none for one that is. Throws {@link OlderForm}, and for a form that only
 * a newer Kibitz knows.
 * @param version the number of its form; 0 for an empty database
 */
export function stepsFrom(version: number, { first, make, upgrades }: Schema): readonly SchemaStep[] {
  const newest = first + upgrades.length;
  if (version > newest)
    throw new Error(
      `it is of version ${version}, and this Kibitz knows up to ${newest}: update Kibitz, or choose another place for its data`,
    );
  if (version > 0 && version < first) throw new OlderForm(version);
  if (version === 0) return [{ version: newest, sql: make }];
  const steps = upgrades.map((sql, index) => ({ version: first + 1 + index, sql }));
  return steps.filter((step) => step.version > version);
}
