// Loaded into a program that is measured: on SIGUSR2 it tells on standard error how many bytes are left of its heap once
// the garbage is gone.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** @type {() => void} */
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  process.stderr.write(`alive ${heapUsed + arrayBuffers}\n`);
});
