// Runs the tests on real Electron: of the checkout, or with `packed` of what `npm run dist` has packed. More arguments go
// to Playwright.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { findElectron, windowObstacle } from "./electron.mjs";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { isFresh, root } from "./fingerprint.mjs";
import { packedPrograms } from "./packed.mjs";
import { skip } from "./skip.mjs";

const words = process.argv.slice(2);
const isPacked = words[0] === "packed";
if (isPacked) words.shift();

/** Why the suite cannot run here, or null where it can. It downloads nothing: `npx install-electron` does. */
async function obstacle() {
  if (!isPacked && (await findElectron()) === null)
    return "the Electron binary is not installed (npx install-electron fetches it)";
  return windowObstacle();
}

/** @param {string[]} args */
async function runNode(args) {
  const ending = await endingOf(spawn(process.execPath, args, { cwd: root, stdio: "inherit" }));
  if (ending.code !== 0) process.exit(exitCodeOf(ending));
}

// An editor that is Electron itself tells its terminals and agents that theirs is to be plain Node.
delete process.env["ELECTRON_RUN_AS_NODE"];
const missing = packedPrograms.filter(({ path }) => path === null).map(({ pattern }) => `dist/${pattern}`);
if (isPacked && missing.length > 0) {
  console.log(`There is no ${missing.join(" and no ")} to be tested: run npm run dist first.`);
  process.exit(1);
}
const reason = await obstacle();
if (reason !== null) {
  skip(isPacked ? "the suite on the packed application" : "the suite on real Electron", reason);
} else {
  if (!isPacked && !(await isFresh())) await runNode([join(root, "scripts", "build.mjs")]);
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  await runNode([playwright, "test", "--project", isPacked ? "packed" : "electron", ...words]);
}
