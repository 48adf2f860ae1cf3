import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseAddress } from "../address.ts";
import type { Ask } from "../columns.ts";
import { connectForTransfer, openLine, transaction } from "../postgres/connections.ts";
import { takeLeasesQuery } from "../postgres/held-leases.ts";
import { openDatabase } from "../postgres/open.ts";
import { hostPrefix, transferKey } from "../postgres/shares.ts";
import { withTypes } from "../postgres/writer.ts";
import { ROWS_AT_ONCE, type TransferEnd, type TransferRow, type TransferTable } from "./tables.ts";

/** A database for a transfer, which no host may serve meanwhile. `remark` is called about what makes it less safe. */
export async function openPostgresEnd(
  address: DatabaseAddress,
  remark: (message: string) => void,
): Promise<TransferEnd> {
  await openDatabase(address, remark);
  await using handles = new AsyncDisposableStack();
  const line = handles.adopt(openLine(address), (each) => each.close());
  handles.adopt(await takeTransferLease(line.ask, address.display), (lease) => lease.close());
  const db = handles.adopt(await connectForTransfer(address), (each) => each.end());
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

  const stack = handles.move();
  return {
    isEmpty: async () =>
      (await one("SELECT (EXISTS (SELECT FROM games) OR EXISTS (SELECT FROM leagues))::text AS value")) === "false",
    rows,
    lastEntry: async () => (await one("SELECT id::text AS value FROM log_end")) ?? "0",
    lastBeat: () => one("SELECT at::text AS value FROM heartbeat"),
    fill: (work) =>
      transaction(db, () =>
        work({
          put: async ({ name, columns }, rows) => {
            const names = Object.keys(columns);
            const objects = rows.map((row) => Object.fromEntries(names.map((column, index) => [column, row[index]])));
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
    close: () => stack.disposeAsync(),
  };
}

/** Milliseconds for which hosts are kept away without a renewal, and between two renewals. */
const LEASE_MS = 5_000;
const RENEWAL_MS = 1_500;
/** Milliseconds to wait for the lease of a host that was killed to end, and between two looks. */
const PATIENCE_MS = 8_000;
const POLL_MS = 200;

const renewQuery = `
  UPDATE leases SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE key = $3 AND holder = $1`;
const liveHostsQuery = "SELECT FROM leases WHERE starts_with(key, $1) AND expires_at > clock_timestamp() LIMIT 1";

/** Keeps hosts from being started on a database until it is closed. Throws with a plain message where one lives. */
export async function takeTransferLease(
  ask: Ask,
  display: string,
  patienceMs = PATIENCE_MS,
): Promise<{ close(): Promise<void> }> {
  const holder = randomUUID();
  const [row] = await ask(takeLeasesQuery, [holder, LEASE_MS, [transferKey]]);
  if (!row) throw new Error(`The games of ${display} are being copied by somebody else.`);
  const renewal = setInterval(() => void ask(renewQuery, [holder, LEASE_MS, transferKey]).catch(() => {}), RENEWAL_MS);
  await using handles = new AsyncDisposableStack();
  handles.defer(async () => {
    clearInterval(renewal);
    await ask("DELETE FROM leases WHERE key = $1 AND holder = $2", [transferKey, holder]).catch(() => {});
  });
  const until = performance.now() + patienceMs;
  while ((await ask(liveHostsQuery, [hostPrefix])).length > 0) {
    if (performance.now() >= until)
      throw new Error(`A host serves the database ${display}. End it, or name another database.`);
    await delay(POLL_MS);
  }
  const stack = handles.move();
  return { close: () => stack.disposeAsync() };
}
