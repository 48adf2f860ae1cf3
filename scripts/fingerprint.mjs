import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const record = join(root, "out", "fingerprint");

/**
 * The sources of the build. Sizes and times of the files are enough to tell a change: their content need not be read.
 */
const sources = [
  "src",
  "package.json",
  "package-lock.json",
  "electron.vite.config.ts",
  "scripts/lean-ground.ts",
  "scripts/piece-sets.ts",
  "scripts/quick-builtins.ts",
  "scripts/third-party.mjs",
  "LICENSE",
  "vite.shim.config.ts",
  "vite.chat-board.config.ts",
  "vite.replay.config.ts",
];

/** @param {string} path @returns {Promise<string[]>} */
async function listing(path) {
  const found = await stat(join(root, path));
  if (!found.isDirectory()) return [`${path} ${found.size} ${found.mtimeMs}`];
  const names = await readdir(join(root, path));
  return (await Promise.all(names.sort().map((name) => listing(`${path}/${name}`)))).flat();
}

/** Changes whenever a source is added, removed or written. */
export async function fingerprint() {
  const lines = await Promise.all(sources.map(listing));
  return createHash("sha256").update(lines.flat().join("\n")).digest("hex");
}

/** Whether what stands in out/ was built from the sources as they are now. */
export async function isFresh() {
  const built = await readFile(record, "utf8").catch(() => "");
  return built === (await fingerprint());
}

/** Notes what was built, by the fingerprint taken before: a file written meanwhile makes it stale. @param {string} before */
export async function noteBuilt(before) {
  await writeFile(record, before);
}
