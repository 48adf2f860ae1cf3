/**
 * Packs Kibitz as npm does, installs it into an empty folder, and does there what people do with it: host, league,
 * connect, the shim that an entry starts, doctor. Needs npm and its registry. `npm test -- package`
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { oldestNode } from "../src/shared/pinned-node.ts";
import { readAnswer } from "../test/support/agents.ts";
import { projectDir } from "../test/support/host-process.ts";
import { tempDir } from "../test/support/temp-dir.ts";

const run = promisify(execFile);
/** Megabytes that the installed package may take. */
const LARGEST = 12;
const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
using folder = tempDir();
const [home, place, data] = ["home", "place", "data"].map((name) => join(folder.path, name)) as [
  string,
  string,
  string,
];
mkdirSync(join(home, ".cursor"), { recursive: true });
mkdirSync(place);

const step = (what: string) => console.log(`- ${what}`);

step("npm pack");
await run("npm", ["pack", "--pack-destination", folder.path, ...quiet], { cwd: projectDir });
const tarball = readdirSync(folder.path).find((name) => name.endsWith(".tgz")) ?? "";
step(`npm install ${tarball} in an empty folder: one package, small, with what it is licensed by`);
await run("npm", ["install", ...quiet, join(folder.path, tarball)], { cwd: place });
const modules = join(place, "node_modules");
deepEqual(
  readdirSync(modules).filter((name) => !name.startsWith(".")),
  ["kibitz"],
);
const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const megabytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
step(`  ${files.length} files, ${megabytes.toFixed(1)} MB`);
ok(megabytes < LARGEST, `${megabytes} MB`);
for (const path of ["LICENSE", "out/stockfish/Copying.txt", "out/renderer/third-party.txt"])
  ok(existsSync(join(modules, "kibitz", path)), path);
for (const path of ["out/fingerprint", "out/files.json", "out/.next"])
  ok(!existsSync(join(modules, "kibitz", path)), path);

const program = join(place, "node_modules", "kibitz", "scripts", "kibitz.mjs");
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: "", KIBITZ_DATA_DIR: data, KIBITZ_WARM_UP: "0" };
const kibitz = async (...args: string[]) =>
  (await run(process.execPath, [program, ...args], { cwd: place, env })).stdout;

step("kibitz --version, doctor, league");
const { version } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
equal(await kibitz("--version"), `${version}\n`);
equal((await run("npx", ["kibitz", "--version"], { cwd: place, env })).stdout, `${version}\n`);
const findings = await kibitz("doctor", "--port", "0");
ok(!findings.includes("WRONG"), findings);
match(findings, /engine: Stockfish answers/);
const league = [
  "--game",
  "odd-even",
  "--players",
  "2",
  "--games-per-match",
  "2",
  "--port",
  "0",
  "--seed",
  "1",
  "--json",
];
equal(JSON.parse(await kibitz("league", ...league)).status, "complete");

/** The Node that runs npm here: as old as the person's. */
const theirs = process.env["npm_node_execpath"] ?? process.execPath;
const { stdout: theirVersion } = await run(theirs, ["--version"]);
if (Number.parseInt(theirVersion.slice(1), 10) >= oldestNode)
  step(`skipped: what is said where Node is too old, since npm runs on ${theirVersion.trim()} here`);
else {
  step(`one line each from kibitz and kibitz-mcp on ${theirVersion.trim()}, which is too old`);
  const refused = await run(theirs, [program, "headless"], { cwd: place, env }).catch((error) => error);
  equal(refused.code, 1);
  match(
    refused.stderr,
    /^kibitz: Kibitz needs Node 24 or newer, and this is Node [\d.]+: see https:\/\/nodejs\.org\.\n$/,
  );
  const client = new Client({ name: "old", version: "1" });
  const shim = join(modules, "kibitz", "out", "shim", "kibitz-mcp.mjs");
  const around = { HOME: home, KIBITZ_DATA_DIR: data };
  await client.connect(new StdioClientTransport({ command: theirs, args: [shim], env: around, stderr: "ignore" }));
  const answer = readAnswer(await client.callTool({ name: "listGames", arguments: {} }));
  match(answer.text, /needs Node 24 or newer, and this is Node [\d.]+/);
  await client.close();
}

step("kibitz headless, and its pages");
const host = spawn(process.execPath, [program, "headless", "--json", "--port", "0"], {
  cwd: place,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = new Promise((resolve) => host.once("exit", resolve));
try {
  const line = await new Promise<string>((resolve) => createInterface({ input: host.stdout }).once("line", resolve));
  const { url, mcp, agentToken } = JSON.parse(line);
  match(await (await fetch(url)).text(), /<title>Kibitz/);

  step("kibitz connect, and a client started from the entry, with no Node on its PATH");
  await kibitz("connect", "cursor");
  const { command, args } = JSON.parse(readFileSync(join(home, ".cursor", "mcp.json"), "utf8")).mcpServers.kibitz;
  ok(args[0].startsWith(join(place, "node_modules", "kibitz")), args[0]);
  const client = new Client({ name: "cursor", version: "1" });
  await client.connect(
    new StdioClientTransport({ command, args, env: { PATH: "/nonexistent", HOME: home }, stderr: "inherit" }),
  );
  const asked = { game: "tic-tac-toe", type: "computer", difficulty: 1 };
  const made = readAnswer(await client.callTool({ name: "createGame", arguments: asked }));
  equal(made.isError, false, made.text);
  await client.close();

  step("an example, copied out and installed as its README says");
  const agent = join(folder.path, "typescript-agent");
  cpSync(join(projectDir, "examples", "typescript-agent"), agent, { recursive: true });
  await run("npm", ["install", "--ignore-scripts", ...quiet], { cwd: agent });
  const here = { ...env, KIBITZ_URL: `${mcp}?toolsets=play`, KIBITZ_TOKEN: agentToken };
  const { stdout: played } = await run(process.execPath, ["agent.ts"], { cwd: agent, env: here });
  match(played, /Game \d+ is over/);

  step("what the page says, and disconnect");
  match(await kibitz("connect"), /cursor +Cursor +has called \(cursor\)/);
  await kibitz("disconnect", "cursor");
  deepEqual(JSON.parse(readFileSync(join(home, ".cursor", "mcp.json"), "utf8")), { mcpServers: {} });
} finally {
  host.kill("SIGTERM");
  await ended;
}
console.log("The package works.");
