import { spawn } from "node:child_process";
import { join } from "node:path";
import { findElectron, windowObstacle } from "./electron.mjs";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { isFresh, root } from "./fingerprint.mjs";

/** Why the suite cannot run here, or null where it can. It downloads nothing: `npx install-electron` does. */
async function obstacle() {
  if ((await findElectron()) === null) return "the Electron binary is not installed (npx install-electron fetches it)";
  return windowObstacle();
}

/** @param {string[]} args */
async function runNode(args) {
  const ending = await endingOf(spawn(process.execPath, args, { cwd: root, stdio: "inherit" }));
  if (ending.code !== 0) process.exit(exitCodeOf(ending));
}

// An editor that is Electron itself tells its terminals and agents that theirs is to be plain Node.
delete process.env["ELECTRON_RUN_AS_NODE"];
const reason = await obstacle();
if (reason !== null) {
  console.log(`Skipped: the suite on real Electron did not run, because ${reason}.`);
} else {
  if (!(await isFresh())) await runNode([join(root, "scripts", "build.mjs")]);
  await runNode([
    join(root, "node_modules", "@playwright", "test", "cli.js"),
    "test",
    "--project",
    "electron",
    ...process.argv.slice(2),
  ]);
}
