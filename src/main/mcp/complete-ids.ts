import type { TableStatus } from "../tables/machine/table.ts";
import type { Tables } from "../tables/tables.ts";

/** Most ids that the protocol lets a completion tell. */
const MOST_TOLD = 100;
const PAGE = 500;

/** The ids of games that begin so, newest first; it looks through every game, as far as it takes. */
export async function completeIds(tables: Tables, status: TableStatus | "all", start: string): Promise<string[]> {
  const found: string[] = [];
  let after: Parameters<Tables["list"]>[0]["after"] = null;
  do {
    const page = await tables.list({ status, limit: PAGE, after });
    found.push(...page.tables.map(({ id }) => id).filter((id) => id.startsWith(start)));
    after = page.next;
  } while (after !== null && found.length < MOST_TOLD);
  return found.slice(0, MOST_TOLD);
}
