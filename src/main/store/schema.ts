import { z } from "zod";
import type { Fields } from "../../shared/fields.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Snapshot } from "./values.ts";

/** The schema of a database: the statements that create it, and those that upgrade an older one. */
export interface Schema {
  /** The number of the oldest readable version. */
  readonly first: number;
  /** Creates the current schema in an empty database. */
  readonly make: string;
  /** Statements that make each version from the one before it, in order. Never change a released one. */
  readonly upgrades: readonly string[];
}

/**
 * The steps that upgrade a database, in order, each with the version that it leads to; none for a current one. Throws for
 * a version from before the first release, and for a newer Kibitz's.
 * @param version the number of its version; 0 for an empty database
 */
export function stepsFrom(version: number, { first, make, upgrades }: Schema) {
  const newest = first + upgrades.length;
  if (version > newest)
    throw new Error(
      `it is of version ${version}, and this Kibitz knows up to ${newest}: update Kibitz, or choose another place for its data`,
    );
  if (version > 0 && version < first)
    throw new Error(
      `it is of version ${version}, from before the first release, which this Kibitz does not read: choose another place for its data, or move it away`,
    );
  if (version === 0) return [{ version: newest, sql: make }];
  const steps = upgrades.map((sql, index) => ({ version: first + 1 + index, sql }));
  return steps.filter((step) => step.version > version);
}

/** The format of a snapshot. To change what a snapshot must hold, add an upgrader and increase the number. */
export interface SnapshotFormat {
  readonly number: number;
  /** Upgrades each older format to the next one; never change one that has been released. */
  readonly upgraders: Readonly<Record<number, (fields: Fields) => Fields>>;
}

const fieldsSchema = z.record(z.string(), z.unknown());

/** The data of a snapshot, in the current format. Refuses others with `STORAGE_FAILED` and the reason. */
export function upgradeSnapshot(snapshot: Snapshot, { number, upgraders }: SnapshotFormat): Result<Fields> {
  if (snapshot.form > number)
    return refuse("STORAGE_FAILED", "it was kept by a newer Kibitz. Update Kibitz to open it");
  const parsing = fieldsSchema.safeParse(snapshot.data);
  if (!parsing.success) return refuse("STORAGE_FAILED", "its record is no object");
  let fields: Fields = parsing.data;
  for (let form = snapshot.form; form < number; form += 1) {
    const upgrade = upgraders[form];
    if (!upgrade)
      return refuse(
        "STORAGE_FAILED",
        `its record is of form ${form}, from before the first release, which this Kibitz does not read`,
      );
    fields = upgrade(fields);
  }
  return accept(fields);
}
