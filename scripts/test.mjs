// Everything that proves the project, the quick proofs first. Arguments go to vitest: `npm test -- test/games`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

const modules = join(root, "node_modules");
const tsc = join(modules, "typescript", "bin", "tsc");

/** @type {readonly (readonly [title: string, ...command: string[]])[]} */
const steps = [
  ["Types of everything", tsc, "-p", "tsconfig.json"],
  ["Types where Node runs it", tsc, "-p", "tsconfig.node.json"],
  ["Types where a page runs it", tsc, "-p", "tsconfig.page.json"],
  ["Style and layers", join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."],
  ["Nothing unused", join(modules, "knip", "bin", "knip.js")],
  ["Build", join(root, "scripts", "build.mjs")],
  ["Tests", join(modules, "vitest", "vitest.mjs"), "run", ...process.argv.slice(2)],
];

for (const [title, ...command] of steps) {
  console.log(`\n▶ ${title}`);
  const from = performance.now();
  const ending = await endingOf(spawn(process.execPath, command, { cwd: root, stdio: "inherit" }));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  if (ending.code !== 0) {
    console.log(`\n✗ ${title} failed after ${seconds} s.`);
    process.exit(exitCodeOf(ending));
  }
  console.log(`✓ ${title}, ${seconds} s`);
}
console.log("\n✓ All of Kibitz is proved.");
