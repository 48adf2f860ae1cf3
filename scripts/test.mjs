// `npm test` answers a person: what is checked without running it, side by side, then the common tests. `npm test -- all`
// (`npm run test:all`) runs every test, and `npm test -- long` every test in its long form: more kills, seeds, games and
// positions. The name of an area or of a kind (`npm test -- league`, `npm test -- fast`) runs its tests alone. Other
// arguments go to vitest: `npm test -- test/games`.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { areas } from "./areas.mjs";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

const modules = join(root, "node_modules");
/**
 * One checker: several, each for itself, work out most types again, and other steps run beside this one. Where nothing has
 * changed since the run before, it says what it said then.
 * @type {(config: string) => string[]}
 */
const tsc = (config) => [
  ...[join(modules, "typescript", "bin", "tsc"), "--checkers", "1", "-p", config],
  ...["--incremental", "--tsBuildInfoFile", join(modules, ".cache", "types", config)],
];

/** For scripts that load the games, with their pictures as text. */
const withAssets = ["--import", pathToFileURL(join(root, "scripts", "raw-assets.mjs")).href];

/** @typedef {readonly [title: string, ...command: string[]]} Step */

/** The longest first. @type {readonly Step[]} */
const checks = [
  ["Style and layers", join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."],
  ["Nothing unused", join(modules, "knip", "bin", "knip.js")],
  ["Build", join(root, "scripts", "build.mjs")],
  ["Types of everything", ...tsc("tsconfig.json")],
  ["Types where Node runs it", ...tsc("tsconfig.node.json")],
  ["Types where a page runs it", ...tsc("tsconfig.page.json")],
  ["Names of games and formats", ...withAssets, join(root, "scripts", "lint", "names.ts")],
  ["Names that say something", join(root, "scripts", "lint", "identifiers.ts")],
  ["Beginnings of comments", join(root, "scripts", "lint", "comments.ts")],
];
const vitest = [join(modules, "vitest", "vitest.mjs"), "run"];
const [name = "", ...others] = process.argv.slice(2);
if (name === "long") process.env["KIBITZ_FULL"] = "1";
const isCommon = name === "";
// The hosts that tests start are on this machine, where a proxy of the surroundings does not find them.
for (const none of ["no_proxy", "NO_PROXY"])
  process.env[none] = [process.env[none], "localhost", "127.0.0.1"].filter(Boolean).join();
/** @type {Step} */
const tests = ["Tests", ...vitest, ...(isCommon ? ["--tags-filter=!edge"] : others)];

/** @type {(script: string, ...words: string[]) => string[]} */
const inScripts = (script, ...words) => [join(root, "scripts", script), ...words];
/** A kind of tests alone, or what takes more than this checkout; each by its name. @type {Readonly<Record<string, string[]>>} */
const apart = {
  fast: [...vitest, "--project", "fast"],
  pages: [...vitest, "--project", "pages"],
  soak: inScripts("test-soak.ts"),
  electron: inScripts("test-electron.mjs"),
  packed: inScripts("test-electron.mjs", "packed"),
  package: inScripts("test-package.ts"),
  deb: inScripts("test-deb.ts"),
  container: inScripts("test-container.ts"),
};

/**
 * Runs a step. Beside others it keeps its words until it has ended.
 * @param {Step} step
 * @param {boolean} aside
 * @returns {Promise<number>} its exit code
 */
async function run([title, ...command], aside) {
  const from = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: aside ? ["ignore", "pipe", "pipe"] : ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}) },
  });
  child.on("message", (words) => {
    skipped = ` ${words}`;
  });
  const words = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const ending = await endingOf(child);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const failed = ending.code !== 0;
  const said = (await Promise.all(words)).join("").trim();
  console.log(`${failed ? "✗" : "✓"} ${title}, ${seconds} s${said === "" ? "" : `\n${said}\n`}`);
  return failed ? exitCodeOf(ending) : 0;
}

/** The skipped tests, and the reasons. */
let skipped = "";

/** Proves all of it, and gives the exit code. */
async function proveAll() {
  /** @type {number[]} */
  const codes = [];
  const left = [...checks];
  /** Takes one check after the other until none is left. */
  const work = async () => {
    for (let step = left.shift(); step; step = left.shift()) codes.push(await run(step, true));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  // The configuration of the tests then leaves out what is not common: files, and programs that only those need.
  if (isCommon) process.env["KIBITZ_COMMON"] = "1";
  const code = codes.find((each) => each !== 0) ?? (await run(tests, false));
  if (code !== 0) console.log("\n✗ Not all of it holds: see above.");
  else if (isCommon)
    console.log(
      `\n✓ The checks and the common tests hold.${skipped} Everything: npm run test:all. ` +
        `One area whole: npm test -- NAME (${Object.keys(areas).join(", ")}).`,
    );
  else console.log(`\n✓ All of Kibitz is proved.${skipped}`);
  return code;
}

/** @param {readonly string[]} command */
async function runAlone(command) {
  if (name === "deb") await run(["Build", join(root, "scripts", "build.mjs")], false);
  return run([name, ...withAssets, ...command, ...others], false);
}

/** @type {(from: Readonly<Record<string, readonly string[]>>) => readonly string[] | undefined} */
const named = (from) => (Object.hasOwn(from, name) ? from[name] : undefined);
const kind = named(apart);
const area = named(areas);
if (["", "all", "long"].includes(name)) process.exitCode = await proveAll();
else if (kind) process.exitCode = await runAlone(kind);
else process.exitCode = await run(["Tests", ...vitest, ...(area ?? [name]), ...others], false);
