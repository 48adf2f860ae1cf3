// Loaded into a program that is measured: on SIGUSR2 it tells on standard error how many bytes it needs once the garbage
// is gone and what it held for more is given back, of its heap and of the machine's memory; and how many milliseconds it
// took to find out.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** @type {(options: object) => void} */
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  const began = performance.now();
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  process.stderr.write(`alive ${heapUsed + arrayBuffers} ${rss} ${Math.round(performance.now() - began)}\n`);
});
