import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { projectDir } from "../support/host-process.ts";

export const run = promisify(execFile);

/** Outside node_modules, which `npm ci` empties. Git ignores it. */
export const cacheDir = join(projectDir, ".cache");

/** One version of a package, and the checksum of what the registry has to hand out for it. */
export interface Pin {
  readonly name: string;
  readonly version: string;
  /** As in package-lock.json: `sha512-` and the digest in Base64. */
  readonly integrity: string;
  /** Size of the download. */
  readonly megabytes: number;
}

/** Where a browser can be fetched. */
export const canFetch = process.platform === "linux" && process.arch === "x64";

const homeOf = ({ name, version }: Pin) => join(cacheDir, `${name.slice(1).replace("/", "-")}-${version}`);

/** The folder of a package that has been fetched before, or null. */
export const fetchedBefore = (pin: Pin): string | null => (existsSync(homeOf(pin)) ? homeOf(pin) : null);

/**
 * Fetches a package that is no dependency into the cache, with npm's own client and so with your settings for it. Its
 * scripts are not run. Throws where npm cannot get it, or where it is not what is pinned.
 * @param prepare makes what was unpacked ready, before anybody else sees it
 * @returns the package's folder
 */
export async function fetchPackage(
  pin: Pin,
  what: string,
  prepare: (folder: string) => Promise<void>,
): Promise<string> {
  const home = homeOf(pin);
  if (existsSync(home)) return home;
  const said = `${what} (${pin.name} ${pin.version}, ${pin.megabytes} MB) into ${relative(projectDir, home)}`;
  console.error(`Fetching ${said}, once…`);
  await mkdir(cacheDir, { recursive: true });
  await removeAbandoned();
  const aside = await mkdtemp(join(cacheDir, unfinished));
  try {
    const archive = await pack(pin, aside);
    const found = `sha512-${createHash("sha512")
      .update(await readFile(archive))
      .digest("base64")}`;
    if (found !== pin.integrity)
      throw new Error(
        `npm brought something else than ${pin.name} ${pin.version}: ${found} instead of ${pin.integrity}`,
      );
    await run("tar", ["-xzf", archive, "-C", aside]);
    const folder = join(aside, "package");
    await prepare(folder);
    // Whole or not at all. Where another run was faster, its copy is as good.
    await rename(folder, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
    return home;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function pack({ name, version }: Pin, folder: string): Promise<string> {
  const flags = ["--pack-destination", folder, "--ignore-scripts", "--loglevel=error", "--fetch-retries=1"];
  const words = ["pack", `${name}@${version}`, ...flags];
  // The npm that runs the tests, where one does.
  const npm = process.env["npm_execpath"];
  const [program, args] = npm?.endsWith("npm-cli.js") ? [process.execPath, [npm, ...words]] : ["npm", words];
  await run(program, args, { cwd: folder }).catch((error: unknown) => {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    const [first] = stderr.split("\n").filter((line) => !/^npm (warn|error (code|errno|syscall))/.test(line));
    throw new Error(`npm could not get ${name} ${version}: ${first?.replace("npm error ", "")}`);
  });
  const [archive] = (await readdir(folder)).filter((each) => each.endsWith(".tgz"));
  if (archive === undefined) throw new Error(`npm brought no ${name} ${version}`);
  return join(folder, archive);
}

const unfinished = "unfinished-";
/** Milliseconds after which nobody fetches into a folder any more. */
const ABANDONED = 3_600_000;

/** Removes what runs that were cut short have left. */
async function removeAbandoned(): Promise<void> {
  for (const name of (await readdir(cacheDir)).filter((each) => basename(each).startsWith(unfinished))) {
    const path = join(cacheDir, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED) await rm(path, { recursive: true, force: true });
  }
}
