import { canFetch } from "../programs/fetched.ts";
import { providePostgres } from "../programs/postgres.ts";

/** Finds the PostgreSQL of the tests with databases, before the first of them, and says which it is. */
export async function setup(): Promise<(() => void) | undefined> {
  const found = await providePostgres();
  if (typeof found === "string") {
    // On other systems what is fetched may not start.
    if (process.env["CI"] && canFetch) throw new Error(`Databases cannot be tested: ${found}`);
    console.log(`Databases are not tested: ${found}.`);
    return;
  }
  console.log(`Databases are tested in PostgreSQL ${found.version} (${found.programs}).`);
  return () => found[Symbol.dispose]();
}
