import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Ask } from "../ask.ts";
import { taking } from "./held-leases.ts";
import { hostPrefix, transferKey } from "./shares.ts";

/** Milliseconds for which hosts are kept away without a renewal, and between two renewals. */
const LEASE_MS = 5_000;
const RENEWAL_MS = 1_500;
/** Milliseconds to wait for the lease of a host that was killed to end, and between two looks. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 200;

const renewing = `
  UPDATE leases SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE key = $3 AND holder = $1`;
const hosts = "SELECT FROM leases WHERE starts_with(key, $1) AND expires_at > clock_timestamp() LIMIT 1";

/** Keeps hosts from being started on a database until it is closed. Throws with a plain message where one lives. */
export async function keepHostsAway(
  ask: Ask,
  shown: string,
  patienceMs = PATIENCE_MS,
): Promise<{ close(): Promise<void> }> {
  const holder = randomUUID();
  const [taken] = await ask(taking, [holder, LEASE_MS, [transferKey]]);
  if (!taken) throw new Error(`The games of ${shown} are being copied by somebody else.`);
  const renewal = setInterval(() => void ask(renewing, [holder, LEASE_MS, transferKey]).catch(() => {}), RENEWAL_MS);
  const close = async () => {
    clearInterval(renewal);
    await ask("DELETE FROM leases WHERE key = $1 AND holder = $2", [transferKey, holder]).catch(() => {});
  };
  for (
    const until = performance.now() + patienceMs;
    (await ask(hosts, [hostPrefix])).length > 0;
    await delay(LOOK_MS)
  ) {
    if (performance.now() < until) continue;
    await close();
    throw new Error(`A host serves the database ${shown}. End it, or name another database.`);
  }
  return { close };
}
