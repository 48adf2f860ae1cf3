#!/usr/bin/env node
// The program `kibitz`: runs what src/cli was built into, in a checkout on the Node that npm ci brings along where this
// one is too old. It is read by that older one as well.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { endingOf, endWithStarter, exitCodeOf } from "./endings.mjs";

const self = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} line @returns {never} */
function refuse(line) {
  process.stderr.write(`kibitz: ${line}\n`);
  process.exit(1);
}

/** Does it all again on the Node that npm brought along with a checkout, and ends as that does. @returns {Promise<never>} */
async function runOnOwnNode() {
  const { platform, arch, versions } = process;
  const name = platform === "win32" ? "node.exe" : "node";
  const node = join(root, "node_modules", `node-${platform}-${arch}`, "bin", name);
  if (!existsSync(node)) {
    const inCheckout = existsSync(join(root, "package-lock.json"))
      ? ` (in a checkout, npm ci in ${root} brings it)`
      : "";
    refuse(`Kibitz needs Node 24 or newer, and this is Node ${versions.node}: see https://nodejs.org${inCheckout}.`);
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  process.exit(exitCodeOf(await endingOf(child)));
}

if (Number.parseInt(process.versions.node, 10) < 24) await runOnOwnNode();
const entry = join(root, "out", "main", "kibitz.js");
if (!existsSync(entry)) refuse(`nothing is built yet: run npm run build in ${root}`);
await import(pathToFileURL(entry).href);
endWithStarter();
// Started by the older Node above, the channel to it closes when it ends, also where it could hand on no signal.
process.channel?.unref();
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
