import { keepHostsAway } from "../cluster/keep-away.ts";
import type { DatabaseAddress } from "../postgres/address.ts";
import { connectForTransfer, openLine, transaction } from "../postgres/connections.ts";
import { openDatabase } from "../postgres/open.ts";
import { withTypes } from "../postgres/statements.ts";
import { ROWS_AT_ONCE, type TransferEnd, type TransferRow, type TransferTable } from "./tables.ts";

/** A database for a transfer, which no host may serve meanwhile. `remark` is called about what makes it less safe. */
export async function openPostgresEnd(
  address: DatabaseAddress,
  remark: (message: string) => void,
): Promise<TransferEnd> {
  await openDatabase(address, remark);
  const line = openLine(address);
  const away = await keepHostsAway(line.ask, address.shown).catch(async (error) => {
    await line.close();
    throw error;
  });
  const db = await connectForTransfer(address);
  const one = async (text: string) => (await db.query<{ value: string | null }>(text)).rows[0]?.value ?? null;
  const rows = async function* ({ name, columns, key }: TransferTable): AsyncGenerator<readonly TransferRow[]> {
    const texts = Object.keys(columns).map((column) => `${column}::text`);
    await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    try {
      await db.query(`DECLARE moved CURSOR FOR SELECT ${texts.join(", ")} FROM ${name} ORDER BY ${key}`);
      for (;;) {
        const page = await db.query<(string | null)[]>({ text: `FETCH ${ROWS_AT_ONCE} FROM moved`, rowMode: "array" });
        if (page.rows.length === 0) return;
        yield page.rows;
      }
    } finally {
      await db.query("ROLLBACK").catch(() => {});
    }
  };

  return {
    isEmpty: async () =>
      (await one("SELECT (EXISTS (SELECT FROM games) OR EXISTS (SELECT FROM leagues))::text AS value")) === "false",
    rows,
    lastEntry: async () => (await one("SELECT id::text AS value FROM log_end")) ?? "0",
    lastBeat: () => one("SELECT at::text AS value FROM heartbeat"),
    fill: (work) =>
      transaction(db, () =>
        work({
          put: async ({ name, columns }, filled) => {
            const names = Object.keys(columns);
            const objects = filled.map((row) => Object.fromEntries(names.map((column, index) => [column, row[index]])));
            await db.query(
              `INSERT INTO ${name} (${names.join(", ")}) SELECT ${names.join(", ")}
               FROM json_to_recordset($1::json) AS moved (${withTypes(columns)})`,
              [JSON.stringify(objects)],
            );
          },
          end: async (lastEntry, lastBeat) => {
            await db.query("UPDATE log_end SET id = $1", [lastEntry]);
            // Removes the heartbeats of hosts that ran here before.
            await db.query("DELETE FROM heartbeat; DELETE FROM standstills");
            if (lastBeat !== null) await db.query("INSERT INTO heartbeat VALUES (1, $1)", [lastBeat]);
          },
        }),
      ),
    close: async () => {
      await db.end();
      await away.close();
      await line.close();
    },
  };
}
