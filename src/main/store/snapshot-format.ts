import { z } from "zod";
import type { Fields } from "../../shared/fields.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Snapshot } from "./store.ts";

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
