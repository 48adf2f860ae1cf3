import { spawn } from "node:child_process";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

/**
 * Opens the window and stays until the application ends. `failure` says in a few words why it never ran, as where a
 * system library is missing. What Electron prints before the application runs is kept back: it is no help to a person.
 * @param {string} electron the executable
 * @param {string[]} args
 * @returns {Promise<{ exitCode: number } | { failure: string }>}
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
  const ending = await endingOf(child).catch((/** @type {Error} */ error) => error);
  if (ending instanceof Error) return { failure: ending.message };
  const lines = early.split("\n");
  const ownWords = lines.filter((line) => line.startsWith("kibitz: "));
  const asked = ending.code === 0 || ending.signal === "SIGTERM" || ending.signal === "SIGINT";
  if (!ran && !asked && ownWords.length === 0) return { failure: causeIn(lines) ?? `exit code ${exitCodeOf(ending)}` };
  if (!ran) process.stderr.write(ownWords.map((line) => `${line}\n`).join(""));
  return { exitCode: exitCodeOf(ending) };
}

/** What the loader or Chromium gave as the reason, without the place in its source. @param {string[]} lines */
function causeIn(lines) {
  const line = lines.find((line) => /error while loading|FATAL|cannot open/i.test(line));
  return line?.replace(/^.*\bFATAL:[^\]]*\]\s*/, "").trim();
}
