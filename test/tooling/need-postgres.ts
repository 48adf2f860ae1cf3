import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { canFetch } from "../programs/fetched.ts";
import { asItsUser, choice, findPostgres } from "../programs/postgres.ts";

/** Finds the PostgreSQL of the tests with databases, before the first of them, and says which it is. */
export async function setup(): Promise<(() => void) | undefined> {
  const found = await findPostgres();
  if (typeof found === "string") {
    // PostgreSQL is fetched for Linux alone.
    if (process.env["CI"] && canFetch) throw new Error(`Databases cannot be tested: ${found}`);
    console.log(`Databases are not tested: ${found}.`);
    return;
  }
  console.log(`Databases are tested in PostgreSQL ${found.version} (${found.programs}).`);
  process.env[choice] = found.programs;
  if (spawnSync(join(found.programs, "postgres"), ["--version"], asItsUser()).status === 0) return;

  // Another user runs it than runs the tests, and cannot reach it where it is.
  const copy = mkdtempSync(join(tmpdir(), "kibitz-pg-programs-"));
  chmodSync(copy, 0o755);
  cpSync(dirname(found.programs), copy, { recursive: true, verbatimSymlinks: true });
  process.env[choice] = join(copy, basename(found.programs));
  return () => rmSync(copy, { recursive: true, force: true });
}
