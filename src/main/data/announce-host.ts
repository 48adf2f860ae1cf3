import { existsSync } from "node:fs";
import type { Discovery } from "../../shared/instance.ts";
import type { Log } from "../base/log.ts";
import { rest } from "../base/rest.ts";
import { readDiscovery, removeDiscovery, writeDiscovery } from "./discovery.ts";
import type { HeldLock } from "./instance-lock.ts";

/** Milliseconds between two checks that the host can still be found. */
const LOOK_MS = 1_000;

/**
 * Announces a host in its data folder and makes sure that it stays the only one there and can be found, whatever is
 * deleted under it: the lock, the discovery file, the socket. Throws where the first announcement fails.
 */
export function announceHost(options: {
  readonly dataDir: string;
  readonly lock: Pick<HeldLock, "renew">;
  readonly door: { renew(): Promise<string | null> };
  readonly discovery: Discovery;
  readonly log: Log;
}) {
  const { dataDir, lock, door, discovery, log } = options;
  const announcement = writeDiscovery(dataDir, discovery);
  if (!announcement.ok) throw new Error(announcement.message);
  let lastProblem = "";
  const say = (message: string | null) => {
    if (message !== null && message !== lastProblem) log.warn(message);
    lastProblem = message ?? "";
  };

  const isAnnounced = (): boolean => {
    const current = readDiscovery(dataDir);
    return current?.pid === discovery.pid && current.startedAt === discovery.startedAt;
  };
  const look = async (): Promise<void> => {
    // A folder that is gone is not created again: the games would not be in it.
    if (!existsSync(dataDir)) return say(`The data folder ${dataDir} is gone. Nothing can be kept; put it back`);
    const renewal = lock.renew();
    // A host that has taken the lock has the socket and the discovery file too: they are not renewed.
    if (!renewal.ok) return say(renewal.message);
    const problems = [renewal.value, await door.renew()].filter((message) => message !== null);
    if (!isAnnounced()) {
      const again = writeDiscovery(dataDir, discovery);
      problems.push(again.ok ? "the discovery file was deleted; it is there again" : again.message);
    }
    say(problems.length > 0 ? problems.join("; ") : null);
  };
  const closing = new AbortController();
  const lookRegularly = async (): Promise<void> => {
    for (;;) {
      await rest(LOOK_MS, closing.signal);
      if (closing.signal.aborted) return;
      await look().catch((error: unknown) => say(String(error)));
    }
  };
  const looking = lookRegularly();
  return {
    close: async () => {
      closing.abort();
      await looking;
      // Another host may have taken the folder while this one ran.
      if (isAnnounced()) removeDiscovery(dataDir);
    },
  };
}
