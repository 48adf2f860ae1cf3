import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { parse } from "jsonc-parser";

// The layers of the house are globs in `biome.json`. A glob of a file that has another name by now forbids nothing, and
// nobody notices: each has to match a file, a folder or a package that is there.

/** The alternatives of a glob with braces. */
export function alternativesOf(glob: string): readonly string[] {
  const [whole, inner = ""] = /\{([^{}]*)\}/.exec(glob) ?? [];
  return whole === undefined
    ? [glob]
    : inner.split(",").flatMap((each) => alternativesOf(glob.replace(whole, () => each)));
}

/** The globs by which a configuration of Biome restricts imports or chooses files, each alternative by itself. */
export function globsIn(config: unknown): readonly string[] {
  if (typeof config !== "object" || config === null) return [];
  return Object.entries(config).flatMap(([key, value]) =>
    (key === "group" || key === "includes") && Array.isArray(value)
      ? value.flatMap((glob) => alternativesOf(String(glob).replace(/^!/, "")))
      : globsIn(value),
  );
}

/** Those of the globs that match none of the paths, which are relative to the root, and no package. */
export function deadGlobs(
  globs: readonly string[],
  paths: readonly string[],
  packages: readonly string[],
): readonly string[] {
  const isAlive = (glob: string): boolean => {
    const [name = ""] = glob.split("/**");
    if (glob === "**" || glob.startsWith("node:") || packages.includes(name)) return true;
    // Of an import the folder that it starts from is not known: its end is enough.
    const end = glob.replace(/^(\.{1,2}\/)+/, "");
    return paths.some((path) => matchesGlob(path, end) || matchesGlob(path, `**/${end}`));
  };
  return [...new Set(globs)].filter((glob) => !isAlive(glob));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "..");
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  const packages = Object.keys(JSON.parse(read("package.json")).devDependencies);
  const ignored = /^(node_modules|out|dist|\.cache|test-results|playwright-report)(\/|$)/;
  const paths = globSync("**/*", { cwd: root, exclude: (path) => ignored.test(path.replaceAll("\\", "/")) });
  const ours = globsIn(parse(read("biome.json"))).filter((glob) => !ignored.test(glob));
  const dead = deadGlobs(
    ours,
    paths.map((path) => path.replaceAll("\\", "/")),
    packages,
  );
  for (const glob of dead) console.error(`biome.json: ${glob} matches nothing`);
  if (dead.length > 0) {
    console.error("A rule about files that are not there forbids nothing: name the files as they are called now.");
    process.exitCode = 1;
  }
}
