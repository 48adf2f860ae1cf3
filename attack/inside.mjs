// Loaded into the host that is attacked: tells on standard error how long its event loop stood still, and on SIGUSR2 what
// it holds once the garbage is gone.
import { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// As on a machine whose clock is wrong, or put forward and back by as many milliseconds as a file says.
let skew = Number(process.env.ATTACK_SKEW_MS ?? 0);
const skewFile = process.env.ATTACK_SKEW_FILE;
const systems = Date.now;
if (skew !== 0 || skewFile !== undefined) Date.now = () => systems() + skew;
if (skewFile !== undefined)
  setInterval(() => {
    const said = Number(readFileSync(skewFile, "utf8"));
    if (said !== skew) tell({ skew: said });
    skew = said;
  }, 20).unref();

const EVERY_MS = 20;
const STALL_MS = Number(process.env.ATTACK_STALL_MS ?? 250);
const tell = (/** @type {object} */ what) => process.stderr.write(`attack-inside ${JSON.stringify(what)}\n`);

/** Milliseconds that this thread was at work, and that it wanted to be while other programs had the processor. */
function times() {
  const { user, system } = process.threadCpuUsage();
  let queued = 0;
  try {
    queued = Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    // Only Linux tells.
  }
  // Memory that the system had laid aside is fetched again from the disk, and the thread waits for it.
  const fetched = process.resourceUsage().majorPageFault;
  return { at: performance.now(), busy: (user + system) / 1000, queued, fetched, helped: helpersQueued() };
}

/** Milliseconds that pieces of work took between two moments of this process. */
function within(
  /** @type {{ startTime: number, duration: number }[]} */ work,
  /** @type {number} */ from,
  /** @type {number} */ to,
) {
  const spent = work.map((one) => Math.min(one.startTime + one.duration, to) - Math.max(one.startTime, from));
  return spent.reduce((sum, ms) => sum + Math.max(ms, 0), 0);
}

// The thread also waits while V8's own threads help it to collect garbage, which may have to wait for the processor.
/** @type {{ startTime: number, duration: number }[]} */
let collections = [];
new PerformanceObserver((seen) => collections.push(...seen.getEntries())).observe({ entryTypes: ["gc"] });

// It waits for a program that it starts until that has begun, which needs the processor as well.
/** @type {{ startTime: number, duration: number }[]} */
const starts = [];
// @ts-expect-error Node's types leave it out.
const { spawn } = ChildProcess.prototype;
// @ts-expect-error As above.
ChildProcess.prototype.spawn = function (/** @type {unknown[]} */ ...args) {
  const startTime = performance.now();
  try {
    return spawn.apply(this, args);
  } finally {
    starts.push({ startTime, duration: performance.now() - startTime });
  }
};

/** The threads on which V8 works beside this one: this one waits for them at times, and they may wait for the processor. */
const helpers = () => {
  try {
    const tasks = readdirSync("/proc/self/task").map((id) => `/proc/self/task/${id}`);
    return tasks.filter((task) => readFileSync(`${task}/comm`, "utf8").startsWith("V8Worker"));
  } catch {
    return [];
  }
};
/** Milliseconds that each of them has wanted the processor while other programs had it. */
const helpersQueued = () => ofV8.map((task) => Number(readFileSync(`${task}/schedstat`, "utf8").split(" ")[1]) / 1e6);
const ofV8 = helpers();

// Stalls before the host says that it is open hold up nobody: the program is being loaded.
let last = times();
let isOpen = false;
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (/** @type {any} */ ...args) => {
  last = times();
  isOpen = true;
  process.stdout.write = write;
  return write(.../** @type {[any]} */ (args));
};

setInterval(() => {
  const now = times();
  const [stall, busy, queued] = [now.at - last.at - EVERY_MS, now.busy - last.busy, now.queued - last.queued];
  // On a busy machine others may have had the processor. What counts is what the host did itself, or waited for.
  if (isOpen && stall - queued > STALL_MS) {
    const { at: since, helped: before } = last;
    const [from, to] = [since, now.at].map((at) => Math.round(performance.timeOrigin + at));
    const fetched = now.fetched - last.fetched;
    const started = Math.round(within(starts, since, now.at));
    const helpersLate = Math.round(Math.max(0, ...now.helped.map((ms, index) => ms - (before[index] ?? 0))));
    const told = {
      stall: Math.round(stall),
      busy: Math.round(busy),
      queued: Math.round(queued),
      helpersLate,
      started,
      fetched,
    };
    // The collections of that time are known a little after it.
    setTimeout(
      () => tell({ ...told, collected: Math.round(within(collections, since, now.at)), from, to }),
      EVERY_MS,
    ).unref();
  } else if (collections.length > 1000) collections = collections.slice(-100);
  last = now;
}, EVERY_MS).unref();

setFlagsFromString("--expose-gc");
/** @type {() => void} */
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => name !== "Timeout" && name !== "Immediate").length;
  tell({ rss, heap: heapUsed + external, handles });
  last = times();
});
