import { constants } from "node:os";

const stopSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const starter = process.ppid;
/** Milliseconds between two looks at who our parent is; there is no event for its end. */
const INTERVAL = 250;

/**
 * Asks this process to end once the one that started it is gone: npm hands SIGTERM to the shell that it runs a script
 * in, and some shells die of it without telling the script. Without npm it does nothing: what a person started may
 * outlive their terminal. Call it where something answers SIGTERM.
 * @returns {() => void} stops looking
 */
export function endWithStarter() {
  if (process.env["npm_lifecycle_event"] === undefined) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    stop();
    process.kill(process.pid, "SIGTERM");
  }, INTERVAL).unref();
  const stop = () => {
    clearInterval(timer);
    // A second request to end would cut the closing short.
    for (const signal of stopSignals) process.off(signal, stop);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return stop;
}

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/**
 * Waits until a child has ended, handing on the signals that ask us to stop. Throws where it could not be started.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<Ending>}
 */
export async function endingOf(child) {
  const handOn = (/** @type {NodeJS.Signals} */ signal) => {
    // Ctrl-C reaches the child by itself: a terminal signals the whole group.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, handOn);
  const stopLooking = endWithStarter();
  try {
    return await new Promise((resolve, reject) => {
      // Its streams may stay open for longer: a program that it started has them, too.
      child.once("exit", (code, signal) => resolve({ code, signal }));
      child.once("error", reject);
    });
  } finally {
    stopLooking();
    for (const signal of stopSignals) process.off(signal, handOn);
  }
}

/** The exit code by which a shell tells how a child ended. @param {Ending} ending */
export function exitCodeOf({ code, signal }) {
  return signal ? 128 + constants.signals[signal] : (code ?? 1);
}
