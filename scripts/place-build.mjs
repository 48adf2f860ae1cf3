import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** Milliseconds for which files that a build has replaced are kept, for hosts that still run on them: a week. */
const keptFor = 7 * 24 * 3_600_000;

/** The files in a folder, by their paths from there. @param {string} folder @returns {Promise<string[]>} */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, "/"));
}

/**
 * Puts what was built in the place of what was there. A host that runs on the earlier files finds all that it has yet to
 * load: such files have a hash in their names, and are kept for a while. Those come first that others refer to.
 * @param {string} next the folder of what was built, inside `out`; it is gone afterwards
 * @param {string} out
 * @param {boolean} clean keeps no earlier file
 */
export async function placeBuild(next, out, clean) {
  const list = join(out, "files.json");
  const isReferredTo = (/** @type {string} */ file) => /\/(assets|chunks)\//.test(file);
  const built = (await filesIn(next)).sort((a, b) => Number(isReferredTo(b)) - Number(isReferredTo(a)));
  const before = new Set(await readFile(list, "utf8").then(JSON.parse, () => []));
  for (const file of built) {
    await mkdir(dirname(join(out, file)), { recursive: true });
    await rename(join(next, file), join(out, file));
  }
  await rm(next, { recursive: true });
  const now = new Date();
  for (const file of (await filesIn(out)).filter((each) => !built.includes(each))) {
    const path = join(out, file);
    if (clean || !isReferredTo(file)) await rm(path);
    // Its time says from then on when it was replaced.
    else if (before.has(file)) await utimes(path, now, now);
    else if (now.getTime() - (await stat(path)).mtimeMs > keptFor) await rm(path);
  }
  await writeFile(list, JSON.stringify(built));
}
