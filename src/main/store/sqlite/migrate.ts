import type { DatabaseSync } from "node:sqlite";
import { messageOf } from "../../../shared/error-text.ts";
import { type Schema, type SchemaStep, stepsFrom } from "../schema.ts";
import { sqliteSchema } from "./schema.ts";
import { transaction } from "./transaction.ts";

/**
 * Upgrades a database: all of it or nothing, together with the number in `user_version`. Throws as `stepsFrom` does,
 * and changes nothing then.
 */
export function migrate(db: DatabaseSync, schema: Schema = sqliteSchema): void {
  const steps = stepsTo(db, schema);
  if (steps.length === 0) return;
  transaction(db, () => {
    for (const { version, sql } of steps) {
      try {
        db.exec(`${sql}; PRAGMA user_version = ${version}`);
      } catch (error) {
        const reason = messageOf(error);
        throw new Error(`it could not be brought to version ${version}: ${reason}`, { cause: error });
      }
    }
  });
}

/** The steps that a database still needs. Throws as `stepsFrom` does. */
export const stepsTo = (db: DatabaseSync, schema: Schema = sqliteSchema): readonly SchemaStep[] =>
  stepsFrom(Number(db.prepare("PRAGMA user_version").get()?.user_version ?? 0), schema);
