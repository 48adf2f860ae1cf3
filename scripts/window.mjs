import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

/** Milliseconds that the last words of an ended Electron may take to get here. */
const DRAIN_MS = 500;

/**
 * Opens the window and stays until the application ends. `failure` says in a few words why it never ran, as where a
 * system library is missing, and `remedy` in a sentence what to do about it, where we know. What Electron prints before
 * the application runs is kept back: it is no help to a person.
 * @param {string} electron the executable
 * @param {string[]} args
 * @returns {Promise<{ exitCode: number } | { failure: string, remedy?: string }>}
 */
export async function runWindow(electron, args) {
  // An editor that is Electron itself tells its terminals and agents that theirs is to be plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(electron, [root, ...args], { stdio: ["inherit", "inherit", "pipe", "ipc"], env });
  let early = "";
  let ran = false;
  child.stderr?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
    if (ran) process.stderr.write(text);
    else early += text;
  });
  // The channel stays open: after a disconnect Node would not tell of the child's end.
  child.on("message", (message) => {
    if (message !== "ready" || ran) return;
    ran = true;
    process.stderr.write(early);
  });
  const closed = once(child, "close").catch(() => {});
  const ending = await endingOf(child).catch((/** @type {Error} */ error) => error);
  if (ending instanceof Error) return { failure: ending.message };
  // A browser that it opened the dashboard in writes to the same stream, and may run for days.
  await Promise.race([closed, sleep(DRAIN_MS)]);
  child.stderr?.destroy();
  const lines = early.split("\n");
  const ownWords = lines.filter((line) => line.startsWith("kibitz: "));
  const asked = ending.code === 0 || ending.signal === "SIGTERM" || ending.signal === "SIGINT";
  if (!ran && !asked && ownWords.length === 0) {
    const failure = causeIn(lines) ?? `exit code ${exitCodeOf(ending)}`;
    return /SUID sandbox|No usable sandbox/.test(failure)
      ? { failure: "the system keeps its sandbox from it", remedy: sandboxRemedy(electron) }
      : { failure };
  }
  if (!ran) process.stderr.write(ownWords.map((line) => `${line}\n`).join(""));
  return { exitCode: exitCodeOf(ending) };
}

/**
 * Gives Chromium's sandbox what Ubuntu 23.10 and later withhold from programs that are not packaged. In this order: a
 * change of owner takes the mode's first digit away.
 * @param {string} electron
 */
function sandboxRemedy(electron) {
  const helper = `'${join(dirname(electron), "chrome-sandbox").replaceAll("'", "'\\''")}'`;
  return `for a window, run this, again after each npm ci: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`;
}

const causes =
  /error while loading|symbol lookup error|FATAL|cannot open|Missing X server|SUID sandbox|No usable sandbox/i;

/**
 * The reason given by the loader or Chromium, without the place in its source.
 * @param {string[]} lines
 */
function causeIn(lines) {
  const line = lines.find((line) => causes.test(line));
  return line?.replace(/^\[[^\]]*:(FATAL|ERROR):[^\]]*\]\s*/, "").trim();
}
