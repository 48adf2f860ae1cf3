// Loaded into the host that is attacked: tells on standard error how long its event loop stood still, and on SIGUSR2 what
// it holds once the garbage is gone.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const EVERY_MS = 20;
const STALL_MS = 250;
let last = performance.now();
let cpu = process.threadCpuUsage();
const tell = (/** @type {object} */ what) => process.stderr.write(`attack-inside ${JSON.stringify(what)}\n`);

setInterval(() => {
  const stall = performance.now() - last - EVERY_MS;
  const { user, system } = process.threadCpuUsage(cpu);
  // On a busy machine others may have had the processor: what counts is the host's own work, and what blocks it for long.
  if (stall > STALL_MS)
    tell({ stall: Math.round(stall), busy: Math.round((user + system) / 1000), at: Math.round(last) });
  last = performance.now();
  cpu = process.threadCpuUsage();
}, EVERY_MS).unref();

setFlagsFromString("--expose-gc");
/** @type {() => void} */
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => name !== "Timeout" && name !== "Immediate").length;
  tell({ rss, heap: heapUsed + external, handles });
  last = performance.now();
  cpu = process.threadCpuUsage();
});
