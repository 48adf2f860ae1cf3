import { acquireInstanceLock } from "../../src/main/data/discovery.ts";

/** Tries for the lock of a data folder, says how that went, and keeps what it got until it is killed. */
const lock = acquireInstanceLock(process.argv[2] ?? "");
process.stdout.write(`${lock.ok ? "mine" : lock.isHeld ? "held" : lock.message}\n`);
process.stdin.on("end", () => {
  if (lock.ok) lock.release();
  process.exit(0);
});
process.stdin.resume();
