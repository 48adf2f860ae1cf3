// Everything that proves the project: what is checked without running it, side by side, then the tests. Arguments go to
// vitest: `npm test -- test/games`. With `--long` (`npm run test:long`) everything has its long form: more kills, seeds,
// games and positions.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

const modules = join(root, "node_modules");
/** One checker: several, each for itself, work out most types again, and other steps run beside this one. */
const tsc = [join(modules, "typescript", "bin", "tsc"), "--checkers", "1", "-p"];

/** @typedef {readonly [title: string, ...command: string[]]} Step */

/** The longest first. @type {readonly Step[]} */
const checks = [
  ["Style and layers", join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."],
  ["Nothing unused", join(modules, "knip", "bin", "knip.js")],
  ["Build", join(root, "scripts", "build.mjs")],
  ["Types of everything", ...tsc, "tsconfig.json"],
  ["Types where Node runs it", ...tsc, "tsconfig.node.json"],
  ["Types where a page runs it", ...tsc, "tsconfig.page.json"],
];
const wanted = process.argv.slice(2);
if (wanted.includes("--long")) process.env["KIBITZ_FULL"] = "1";
/** @type {Step} */
const tests = ["Tests", join(modules, "vitest", "vitest.mjs"), "run", ...wanted.filter((each) => each !== "--long")];

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

/** What the tests skipped, and why. */
let skipped = "";
/** @type {number[]} */
const codes = [];
const left = [...checks];
/** Takes one check after the other until none is left. */
async function work() {
  for (let step = left.shift(); step; step = left.shift()) codes.push(await run(step, true));
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
const code = codes.find((each) => each !== 0) ?? (await run(tests, false));
console.log(code === 0 ? `\n✓ All of Kibitz is proved.${skipped}` : "\n✗ Not all of it holds: see above.");
process.exitCode = code;
