import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type HostProcess, startHost } from "../test/support/host-process.ts";
import { watchDisk } from "./disk.ts";
import type { Tally } from "./tally.ts";

/** Longest stall of the event loop, in milliseconds, without what other programs kept the processor or the disk busy for. */
const STALL_MS = 250;
/** Work takes up to twice as long on a processor whose caches other programs empty all the time. */
const COLD = 2;
/** A commit waits for the disk once, and first for the head of the write-ahead log where that begins anew. */
const COMMIT_SYNCS = 2;
/** One that also moves that log into the database waits so many times in one piece. */
const CHECKPOINT_SYNCS = 4;
const inside = pathToFileURL(join(import.meta.dirname, "inside.mjs")).href;

export interface Held {
  readonly rss: number;
  readonly heap: number;
  readonly handles: number;
}

/** A real host that is attacked, watched from inside. */
export interface Victim extends HostProcess {
  /** Memory in use after a garbage collection. */
  held(): Promise<Held>;
  /** Looks into its log for what must not be there. To be called before it is ended, or after. */
  inspect(): void;
  /** Marks work that is meant to hold it up: stalls until then count, those until the next call do not. */
  excuse(): void;
}

/** A host in a data folder. `stallMs` is how long its event loop may stand still. */
export async function startVictim(
  dataDir: string,
  tally: Tally,
  env: Record<string, string> = {},
  stallMs = STALL_MS,
): Promise<Victim> {
  const watched = { NODE_OPTIONS: `--import=${inside}`, ATTACK_STALL_MS: String(stallMs), KIBITZ_LOG_LEVEL: "warn" };
  const host = await startHost(dataDir, { ...watched, ...env });
  // It is open before all of it is loaded: stalls before its first answer hold up only those who wait for that.
  const answer = await fetch(`${host.url}/healthz`, { headers: { authorization: `Bearer ${host.token}` } });
  await answer.text();
  const answering = Date.now();
  const disk = watchDisk(dataDir);
  let ended = false;
  host.child.once("exit", (code, signal) => {
    disk.close();
    if (!ended && signal !== "SIGKILL" && code !== 0)
      tally.fail(`the host ended with ${code ?? signal}: ${host.log().slice(-2_000)}`);
  });
  let inspected = 0;
  const inspect = (stallsCount: boolean) => {
    const lines = host.log().slice(inspected).split("\n");
    inspected = host.log().length;
    for (const line of lines) {
      if (/ error (unexpected|closing|[A-Z]+ \/.* failed)/.test(line) || line.includes("a request failed"))
        tally.fail(line);
      const told = /^attack-inside (\{"stall".*\})$/.exec(line)?.[1];
      if (told === undefined || !stallsCount) continue;
      const { stall, busy, queued, helpersLate, started, fetched, from, to } = JSON.parse(told);
      if (from < answering) continue;
      const syncs = disk.checkpointed(from, to) ? CHECKPOINT_SYNCS : COMMIT_SYNCS;
      // A program that starts, and V8's own threads, need the processor, which others may have had.
      const waited = syncs * disk.slowest(from, to) + started + helpersLate;
      // Others had the processor for longer than the host.
      const most = queued > busy ? COLD * stallMs : stallMs;
      // How long it waits for memory nobody tells; that it had to is not its doing.
      if (busy > most || (fetched === 0 && stall - queued - waited > most))
        tally.fail(`the host stood still: ${told}, while the disk took ${waited} ms`);
      else tally.count(`stalls over ${stallMs} ms in which the disk or memory was slow for everybody`);
    }
  };
  return {
    ...host,
    kill: () => {
      ended = true;
      return host.kill();
    },
    inspect: () => inspect(true),
    excuse: () => inspect(false),
    held: async () => {
      const from = host.log().length;
      host.child.kill("SIGUSR2");
      for (let tries = 0; tries < 500; tries += 1) {
        const told = /^attack-inside (\{"rss".*\})$/m.exec(host.log().slice(from))?.[1];
        if (told !== undefined) return JSON.parse(told);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error("the host does not say what it holds");
    },
  };
}

/** Fails unless a host that has peace again comes back to about what it held before. */
export async function expectRelease(victim: Victim, before: Held, tally: Tally, what: string): Promise<void> {
  const MB = 1024 * 1024;
  let now = await victim.held();
  const isLeft = () => now.handles > before.handles + 8 || now.heap > before.heap + 48 * MB;
  // Connections that are kept alive end by themselves.
  for (const deadline = performance.now() + 45_000; isLeft() && performance.now() < deadline; now = await victim.held())
    await new Promise((resolve) => setTimeout(resolve, 250));
  if (isLeft()) tally.fail(`${what} left ${JSON.stringify(now)}, before it was ${JSON.stringify(before)}`);
}
