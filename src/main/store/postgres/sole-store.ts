import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { refuse } from "../../../shared/result.ts";
import type { Store } from "../store.ts";
import type { DatabaseAddress } from "./address.ts";
import { openPostgresStore } from "./store.ts";

/** Milliseconds to wait for the lease of a host that was killed to end. */
const PATIENCE_MS = 8_000;

/** Where a store tells what the person should know of. */
interface Remarks {
  warn(message: string): void;
  error(message: string): void;
}

/**
 * A store in a PostgreSQL database that one host at a time serves, since a host holds in memory how games stand. Waits
 * for a host that was killed a moment ago; throws with a plain message where another one lives. A host that was taken
 * for dead, because it stood still, keeps nothing any more: another one may have gone on.
 */
export async function openSoleStore(address: DatabaseAddress, log: Remarks): Promise<Store> {
  const epochs: number[] = [];
  const store = await openPostgresStore(address, log.warn, {
    key: "host",
    holder: randomUUID(),
    onTaken: () => {
      const epoch = store.lease?.fence()?.epoch;
      if (epoch !== undefined) epochs.push(epoch);
    },
    onLost: () =>
      log.error(`the database ${address.shown} could not be reached for long, or is served by another host`),
  });
  /** Each time it was taken anew, nobody had had it in between. */
  const isOurs = () =>
    store.lease?.fence() !== null && epochs.every((epoch, index) => epoch === (epochs[0] ?? 0) + index);
  const taken = store.lease?.taken.then(() => true);
  if (!(await Promise.race([taken, delay(PATIENCE_MS, false, { ref: false })]))) {
    await store.close();
    throw new Error(`Another host serves the database ${address.shown}. End it, or name another database.`);
  }
  return {
    ...store,
    commit: async (changes, at, under) =>
      isOurs()
        ? store.commit(changes, at, under)
        : refuse(
            "STORAGE_FAILED",
            "This could not be saved, so it did not happen: the database is away, or another host serves it by now. " +
              "Try again in a moment; if it stays so, end this host and start it again",
          ),
  };
}
