/**
 * npm leaves binaries for other platforms out of package-lock.json when it cannot see them while it writes it (installed
 * packages, a partial registry), and `npm ci` then refuses the file on every machine. `node scripts/lockfile.mjs` enters
 * what is missing, from what the packages themselves name.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./fingerprint.mjs";

const lockfile = join(root, "package-lock.json");

/**
 * @typedef {{ version?: string, resolved?: string, dev?: boolean, optional?: boolean, license?: string,
 *   os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
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
 * Optional packages that are named and not entered, with the entry they should have.
 * @param {Lock} lock
 * @returns {{ path: string, entry: Entry }[]}
 */
export function missingEntries({ packages }) {
  return Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => ![...foldersFrom(path)].some((folder) => `${folder}/${name}` in packages))
      .map(([name, version]) => ({ path: `node_modules/${name}`, entry: entryFor(name, version, parent) })),
  );
}

/** Such packages are named after where they run: `@biomejs/cli-linux-arm64-musl`. */
const platforms = {
  os: ["android", "darwin", "freebsd", "linux", "openharmony", "win32"],
  cpu: ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "x64"],
};

/** @param {string} name @param {string} version @param {Entry} parent @returns {Entry} */
function entryFor(name, version, parent) {
  const words = name.split(/[/-]/);
  const os = platforms.os.filter((each) => words.includes(each));
  const cpu = platforms.cpu.filter((each) => words.includes(each));
  if (os.length !== 1 || cpu.length !== 1 || !/^\d/.test(version)) {
    throw new Error(
      `${name}@${version} is missing in package-lock.json and does not tell its platform: run npm install`,
    );
  }
  const libc = words.some((word) => /^musl/.test(word))
    ? ["musl"]
    : words.some((word) => /^gnu/.test(word))
      ? ["glibc"]
      : null;
  return {
    version,
    cpu,
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc } : {}),
    ...(parent.license ? { license: parent.license } : {}),
    optional: true,
    os,
  };
}

if (import.meta.main) {
  const lock = await readLockfile();
  const missing = missingEntries(lock);
  for (const { path, entry } of missing) lock.packages[path] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  await writeFile(lockfile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`Entered ${missing.length} packages of other platforms in package-lock.json.`);
}
