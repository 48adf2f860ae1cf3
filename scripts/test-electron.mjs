// Runs the tests on real Electron: of the checkout, or with `packed` of what `npm run dist` has packed. More arguments go
// to Playwright. KIBITZ_TEST_ELECTRON is another executable, and KIBITZ_TEST_APP another folder of the built application.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { findElectron, windowObstacle } from "./electron.mjs";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { isFresh, root } from "./fingerprint.mjs";
import { packedPrograms } from "./packed.mjs";
import { skip } from "./skip.mjs";
import { openDisplay, runAsOrdinaryUser } from "./test-display.mjs";

const words = process.argv.slice(2);
const isPacked = words[0] === "packed";
if (isPacked) words.shift();

const { KIBITZ_TEST_ELECTRON: electron, KIBITZ_TEST_APP: application } = process.env;
/** Root has no sandbox: without a user to be, it tests the rest on an Electron that was given for testing. */
const isRoot = process.platform === "linux" && process.getuid?.() === 0;

/** @param {string[]} args @returns {Promise<number>} its exit code */
const runNode = async (args) =>
  exitCodeOf(await endingOf(spawn(process.execPath, args, { cwd: root, stdio: "inherit" })));

/** Runs the suite on a display. @param {string | null} obstacle why it cannot run there; null where it can */
async function runSuite(obstacle) {
  if (obstacle !== null)
    return skip(isPacked ? "the suite on the packed application" : "the suite on real Electron", obstacle);
  if (isRoot) process.env["KIBITZ_TEST_NO_SANDBOX"] = "1";
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  process.exitCode = await runNode([playwright, "test", "--project", isPacked ? "packed" : "electron", ...words]);
}

// An editor that is Electron itself tells its terminals and agents that theirs is to be plain Node.
delete process.env["ELECTRON_RUN_AS_NODE"];
const missing = packedPrograms.filter(({ path }) => path === null).map(({ pattern }) => `dist/${pattern}`);
if (isPacked && missing.length > 0) {
  console.log(`There is no ${missing.join(" and no ")} to be tested: run npm run dist first.`);
  process.exitCode = 1;
} else if (!isPacked && !electron && (await findElectron()) === null) {
  // It downloads nothing.
  await runSuite("the Electron binary is not installed (npx install-electron fetches it)");
} else {
  if (!isPacked && !application && !(await isFresh()))
    process.exitCode = await runNode([join(root, "scripts", "build.mjs")]);
  const code = process.exitCode ? null : await runAsOrdinaryUser([import.meta.filename, ...process.argv.slice(2)]);
  if (code !== null) process.exitCode = code;
  else if (!process.exitCode) {
    await using display = await openDisplay();
    Object.assign(process.env, display.env);
    await runSuite(isRoot && electron && process.env["DISPLAY"] ? null : windowObstacle());
  }
}
