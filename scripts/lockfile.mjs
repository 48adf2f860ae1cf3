/**
 * npm leaves binaries for other platforms out of package-lock.json when it cannot see them while it writes it (installed
 * packages), or enters them without a checksum, and then `npm ci` refuses the file on every machine, or checks nothing.
 * `node scripts/lockfile.mjs` enters what is missing, as the registry describes it.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./fingerprint.mjs";

const lockfile = join(root, "package-lock.json");

/**
 * @typedef {{ name?: string, version?: string, resolved?: string, integrity?: string, link?: boolean, dev?: boolean,
 *   optional?: boolean, hasInstallScript?: boolean, license?: string, os?: string | string[], cpu?: string | string[],
 *   libc?: string | string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

/** @returns {Promise<Lock>} */
export async function readLockfile() {
  return JSON.parse(await readFile(lockfile, "utf8"));
}

/** The folders in which a package looks for its dependencies, nearest first. @param {string} path */
function* foldersFrom(path) {
  for (let folder = path; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    yield `${folder}/node_modules`;
  }
  yield "node_modules";
}

/**
 * Optional packages that are named and not entered, with what is known of them.
 * @param {Lock} lock
 * @returns {{ path: string, entry: Entry }[]}
 */
export function missingEntries({ packages }) {
  return Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => ![...foldersFrom(path)].some((folder) => `${folder}/${name}` in packages))
      .map(([name, version]) => ({
        path: `node_modules/${name}`,
        entry: { version, ...(parent.dev ? { dev: true } : {}), optional: true },
      })),
  );
}

/** Entries of packages that are fetched, and whose content npm could not check. @param {Lock} lock */
export function uncheckedEntries({ packages }) {
  const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  return fetched.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-")).map(([path]) => path);
}

/**
 * The registry's facts about a package, for its entry. Throws where it does not know the version.
 * @param {string} path
 * @param {Entry} entry
 */
function described(path, entry) {
  const name = entry.name ?? path.replace(/^.*node_modules\//, "");
  const fields = ["license", "os", "cpu", "libc", "dist.integrity"];
  const words = ["view", `${name}@${entry.version}`, ...fields, "--json"];
  const shell = process.platform === "win32";
  /** @type {Entry & { "dist.integrity"?: string }} */
  const { "dist.integrity": integrity, ...rest } = JSON.parse(execFileSync("npm", words, { encoding: "utf8", shell }));
  return { ...entry, ...rest, ...(integrity ? { integrity } : {}) };
}

if (import.meta.main) {
  const lock = await readLockfile();
  for (const { path, entry } of missingEntries(lock)) lock.packages[path] = entry;
  const unchecked = uncheckedEntries(lock);
  for (const path of unchecked) lock.packages[path] = described(path, lock.packages[path] ?? {});
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  await writeFile(lockfile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`Entered ${unchecked.length} packages or checksums in package-lock.json.`);
}
