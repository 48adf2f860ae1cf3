import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { test as base, expect, vi } from "vitest";
import { z } from "zod";
import { runWindow } from "../../scripts/window.mjs";
import { tempDir } from "../support/temp-dir.ts";

const root = join(import.meta.dirname, "..", "..");
// Shell scripts take Electron's place, and signals ask processes to end: neither is to be had on Windows.
const test = base.skipIf(process.platform === "win32");

/** What `scripts/window.mjs` makes of an Electron that does as the shell script says. */
async function runWith(script: string) {
  using folder = tempDir();
  const electron = join(folder.path, "electron");
  writeFileSync(electron, `#!/bin/sh\n${script}\n`);
  chmodSync(electron, 0o755);
  return await runWindow(electron, []);
}

test("an Electron that lacks a system library is told by the library", async () => {
  const missing = "electron: error while loading shared libraries: libnss3.so: cannot open shared object file";
  expect(await runWith(`echo "${missing}" >&2; exit 127`)).toEqual({ failure: missing });
});

test("an Electron that crashes at its start is told by its last words, without their place in the source", async () => {
  const run = await runWith(
    'echo "[1:2/3:FATAL:sandbox_host.cc(158)] The sandbox is not configured." >&2; kill -TRAP $$',
  );
  expect(run).toEqual({ failure: "The sandbox is not configured." });
});

test("an Electron that cannot be executed is told, not thrown", async () => {
  expect(await runWindow(join(root, "LICENSE"), [])).toEqual({ failure: expect.stringContaining("EACCES") });
});

test("once the application ran, its exit code is the run's", async () => {
  const program = 'process.send("ready", () => process.exit(7))';
  expect(await runWith(`exec "${process.execPath}" -e '${program}'`)).toEqual({ exitCode: 7 });
});

test("an application that says itself why it does not start is no failure of Electron's", async () => {
  expect(await runWith('echo "kibitz: --port takes a number" >&2; exit 1')).toEqual({ exitCode: 1 });
});

test("an editor's word that Electron is to be plain Node is not handed on to the window", async () => {
  vi.stubEnv("ELECTRON_RUN_AS_NODE", "1");
  expect(await runWith('echo "kibitz: seen" >&2; exit $ELECTRON_RUN_AS_NODE')).toEqual({ exitCode: 0 });
});

/** Copies the scripts into a folder that looks as after `npm ci` with these packages, and runs one of them. */
function runScript(script: string, place: string, packages: readonly string[] | null) {
  using folder = tempDir();
  const checkout = join(folder.path, place);
  cpSync(join(root, "scripts"), join(checkout, "scripts"), { recursive: true });
  for (const name of packages ?? []) mkdirSync(join(checkout, "node_modules", name), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, "scripts", script)], { encoding: "utf8" });
  return { status, stderr: stderr.replaceAll(folder.path, "") };
}

base.each(["start.mjs", "test.mjs", "build.mjs"])("%s says in one line what npm has yet to bring", (script) => {
  const [first, more] = [
    "run npm ci first: it brings the Node and the packages that Kibitz runs on.",
    "npm left out some",
  ];
  expect(runScript(script, "kibitz", null)).toEqual({ status: 1, stderr: `kibitz: ${first}\n` });
  // As with NODE_ENV=production.
  expect(runScript(script, "kibitz", ["hono"])).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      new RegExp(`^kibitz: ${more} .+: run npm ci --include=dev --ignore-scripts=false\\.\n$`),
    ),
  });
});

base("a folder whose name no build survives is told so", () => {
  expect(runScript("build.mjs", "a #1", ["electron-vite"])).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^Kibitz cannot be built where a folder has # or \? in its name: .a #1.?\n$/),
  });
});

base("a build waits for another that is under way, and takes what that has made", async () => {
  using folder = tempDir();
  const at = (...names: readonly string[]) => join(folder.path, ...names);
  cpSync(join(root, "scripts"), at("scripts"), { recursive: true });
  for (const name of ["src", "out", "node_modules/electron-vite"]) mkdirSync(at(name), { recursive: true });
  for (const name of globSync(["*.config.ts", "package*.json"], { cwd: root })) cpSync(join(root, name), at(name));
  using other = new DatabaseSync(at("node_modules", ".kibitz-build"));
  other.exec("BEGIN IMMEDIATE");
  const build = spawn(process.execPath, [at("scripts", "build.mjs")], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(build, "close");
  expect(String(await once(build.stderr, "data"))).toMatch(/^Another build is under way here/);
  const { fingerprint, noteBuilt } = await import(pathToFileURL(at("scripts", "fingerprint.mjs")).href);
  await noteBuilt(await fingerprint());
  other.exec("ROLLBACK");
  expect(await ended).toEqual([0, null]);
  expect(existsSync(at("out", "fingerprint"))).toBe(true);
});

const lineSchema = z.object({ url: z.url(), pid: z.number() });

function npmRun(script: string, ...args: readonly string[]) {
  const npm = process.env["npm_execpath"];
  const command = ["run", "--silent", script, "--", ...args];
  const options = { cwd: root, stdio: ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"] };
  return npm ? spawn(process.execPath, [npm, ...command], options) : spawn("npm", command, options);
}

test("npm run --silent headless -- --json prints one JSON line and nothing else, and ends with npm", async () => {
  using folder = tempDir();
  const child = npmRun("headless", "--json", "--port", "0", "--data-dir", folder.path);
  const [first] = await once(child.stdout.setEncoding("utf8"), "data");
  lineSchema.parse(JSON.parse(first));
  child.kill("SIGTERM");
  // The stream ends when the last process that could write to it has: the host, not only npm.
  expect(await text(child.stdout)).toBe("");
});

const leagueSchema = z.object({
  status: z.string(),
  champion: z.string(),
  rounds: z.array(z.object({ matches: z.array(z.object({ winner: z.string().nullable() })) })),
  standings: z.array(z.object({ name: z.string(), points: z.number(), won: z.number() })),
});

test("npm run league goes from nothing to a champion: 6 matches in 3 rounds, and the points add up", async () => {
  using folder = tempDir();
  const asked = ["--game", "odd-even", "--players", "4", "--strategy", "mixed"];
  const child = npmRun("league", ...asked, "--json", "--port", "0", "--data-dir", folder.path);
  const [[code], out] = await Promise.all([once(child, "close"), text(child.stdout)]);
  expect(code).toBe(0);
  const { status, champion, rounds, standings } = leagueSchema.parse(JSON.parse(out));
  expect([status, champion]).toEqual(["complete", standings[0]?.name]);
  expect(rounds.map(({ matches }) => matches.length)).toEqual([2, 2, 2]);
  const winners = rounds.flatMap(({ matches }) => matches.map(({ winner }) => winner));
  for (const { name, points, won } of standings)
    expect([name, won, points]).toEqual([name, winners.filter((each) => each === name).length, 3 * won]);
  expect(standings.reduce((sum, { points }) => sum + points, 0)).toBe(6 * 3);
});
