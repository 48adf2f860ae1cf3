// Builds what is stale, then opens the window, or runs without one where none can be had; with `--headless` as the first
// argument, without one anyhow; with `--command` and its name, a command of `kibitz`. Standard output belongs to what is started: all else is said on standard error.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fetchElectron, findElectron, windowObstacle } from "./electron.mjs";
import { endingOf, endWithStarter, exitCodeOf } from "./endings.mjs";
import { isFresh, root } from "./fingerprint.mjs";
import { runWindow } from "./window.mjs";

/** @param {string} line */
const say = (line) => process.stderr.write(`kibitz: ${line}\n`);

async function build() {
  if (await isFresh()) return;
  say("building, once for these sources…");
  const child = spawn(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: ["ignore", 2, 2] });
  const ending = await endingOf(child);
  if (ending.code === 0) return;
  if (!ending.signal) say("the build failed, as told above.");
  process.exit(exitCodeOf(ending));
}

/** Becomes the headless host: the same process, so that signals, streams and the exit code are its own. @param {string[]} args */
async function runHeadless(args) {
  const entry = join(root, "out", "main", "headless.js");
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
  endWithStarter();
}

/** Becomes a command of the program for a terminal. @param {string[]} args */
async function runCommand(args) {
  const entry = join(root, "out", "main", "kibitz.js");
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
  endWithStarter();
}

/** Runs the window until it is closed, and ends with it. Gives the reason where no window can be had. @param {string[]} args */
async function obstacleToWindow(args) {
  const obstacle = windowObstacle();
  if (obstacle !== null) return obstacle;
  const found = await findElectron();
  const electron = found === null ? await fetchElectron(say) : { path: found };
  if ("failure" in electron) return `there is no Electron: ${electron.failure}`;
  const run = await runWindow(electron.path, args);
  if ("exitCode" in run) process.exit(run.exitCode);
  if (run.remedy) say(run.remedy);
  return `Electron does not run here (${run.failure})`;
}

await build();
const args = process.argv.slice(2);
if (args[0] === "--command") await runCommand(args.slice(1));
else await runHost();

async function runHost() {
  const headless = args[0] === "--headless";
  if (!headless && !args.includes("--help")) {
    say(`no window, because ${await obstacleToWindow(args)}; running headless instead.`);
  }
  await runHeadless(headless ? args.slice(1) : args);
}
