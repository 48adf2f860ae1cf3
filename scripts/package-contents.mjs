import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, parse } from "node:path";
import { root } from "./fingerprint.mjs";

const shim = join(root, "out", "shim", "kibitz-mcp.mjs");
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), "utf8"));

export const { homepage, version } = read("package.json");
/** The manifest of the MCP bundle, whose facts all packages state. */
export const manifest = { ...read("resources/mcpb/manifest.json"), version };

/** Ends the script with what is wrong. @param {string} problem @returns {never} */
export function refuse(problem) {
  process.stderr.write(`${parse(process.argv[1] ?? "").name}: ${problem}\n`);
  process.exit(1);
}

/** Empties a folder and puts into it what every package of the shim contains beside its own manifest. @param {string} folder */
export function fillPackage(folder) {
  if (!existsSync(shim)) refuse("nothing is built yet: run npm run build");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "server"), { recursive: true });
  cpSync(shim, join(folder, "server", "kibitz-mcp.mjs"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(root, "out", "shim", "third-party.txt"), join(folder, "third-party.txt"));
  cpSync(join(root, "resources", "icons", "512x512.png"), join(folder, manifest.icon));
}
