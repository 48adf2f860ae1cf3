import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { test as base, expect, vi } from "vitest";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { fetchElectron, findElectron } from "../../scripts/electron.mjs";
import { tooOldForNpm } from "../../scripts/npm-node.mjs";
import { runWindow } from "../../scripts/window.mjs";
import { pinnedNode } from "../../src/shared/pinned-node.ts";
import { tempDir } from "../support/temp-dir.ts";

const root = join(import.meta.dirname, "..", "..");
// Shell scripts take Electron's place, and signals ask processes to end: neither is to be had on Windows.
const test = base.skipIf(process.platform === "win32");

/** Runs `scripts/window.mjs` with an Electron that does as the shell script says. */
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

test.each([
  "[1:2/3:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly.",
  "[1:2/3:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+ or another",
])("an Electron that the system keeps its sandbox from says how to give it one: %s", async (words) => {
  using folder = tempDir();
  const electron = join(folder.path, "it's", "electron");
  mkdirSync(join(folder.path, "it's"));
  writeFileSync(electron, `#!/bin/sh\necho "${words}" >&2; kill -TRAP $$\n`);
  chmodSync(electron, 0o755);
  const helper = `'${folder.path}/it'\\''s/chrome-sandbox'`;
  expect(await runWindow(electron, [])).toEqual({
    failure: "the system keeps its sandbox from it",
    remedy: expect.stringContaining(`: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`),
  });
});

test.each([
  ["electron: symbol lookup error: /usr/lib/libgtk.so: undefined symbol: g_x", /^electron: symbol lookup error/],
  ["[1:2/3:ERROR:ozone_platform_x11.cc(240)] Missing X server or \\$DISPLAY", /^Missing X server or \$DISPLAY$/],
])("an Electron that ends for a reason of the system is told by it: %s", async (words, reason) => {
  expect(await runWith(`echo "starting" >&2; echo "${words}" >&2; exit 1`)).toEqual({
    failure: expect.stringMatching(reason),
  });
});

test("the command returns when the application has ended, though a browser that it opened runs on", async () => {
  using folder = tempDir();
  const program = 'process.send("ready", () => process.exit(0))';
  // It ends with the folder.
  const browser = `while [ -e "${folder.path}" ]; do sleep 0.1; done`;
  expect(await runWith(`(${browser}) & exec "${process.execPath}" -e '${program}'`)).toEqual({ exitCode: 0 });
}, 10_000);

/** A server that answers for the place that Electron is downloaded from, and what the download came to. */
async function fetchFrom(answer: RequestListener, variable: (address: string) => Readonly<Record<string, string>>) {
  using cache = tempDir();
  const server = createServer(answer).listen(0, "127.0.0.1");
  const tunnels: unknown[] = [];
  server.on("connect", ({ url }, socket) => {
    tunnels.push(url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await once(server, "listening");
  vi.stubEnv("electron_config_cache", cache.path);
  // The proxy of the surroundings is left out.
  const proxies = { http_proxy: "", https_proxy: "", no_proxy: "127.0.0.1" };
  for (const [name, value] of Object.entries(proxies))
    for (const spelled of [name, name.toUpperCase()]) vi.stubEnv(spelled, value);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [name, value] of Object.entries(variable(address))) vi.stubEnv(name, value);
  const said: string[] = [];
  try {
    return { result: await fetchElectron((line) => said.push(line)), said, tunnels };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const fromMirror = (address: string) => ({ ELECTRON_MIRROR: `${address}/` });

base("a download of Electron that is refused is told by the answer and its address", async () => {
  const { result, said } = await fetchFrom((_, answer) => answer.writeHead(403).end(), fromMirror);
  expect(result).toEqual({
    failure: expect.stringMatching(/^it could not be downloaded: Response code 403 .* http:\/\/127\.0\.0\.1:/),
  });
  expect(said).toEqual([expect.stringMatching(/^downloading Electron \d+\.\d+\.\d+, about 120 MB, once…$/)]);
});

base("a download of Electron says in plain lines how far it is, and is held against its checksum", async () => {
  let now = 0;
  // Each look at the clock is an hour later.
  vi.spyOn(performance, "now").mockImplementation(() => (now += 3_600_000));
  const { result, said } = await fetchFrom((_, answer) => {
    answer.writeHead(200, { "content-length": "2000000" }).end(Buffer.alloc(2_000_000));
  }, fromMirror);
  expect(result).toEqual({ failure: expect.stringMatching(/checksum/i) });
  expect(said.at(-1)).toBe("2 of 2 MB are here…");
});

base("Electron is downloaded through the proxy that npm was told of", async () => {
  const { result, tunnels } = await fetchFrom(
    () => {},
    (address) => ({
      ELECTRON_MIRROR: "https://electron.invalid/",
      npm_config_proxy: address,
      npm_config_https_proxy: "",
    }),
  );
  expect(tunnels).toEqual(["electron.invalid:443"]);
  expect(result).toEqual({ failure: expect.stringMatching(/^it could not be downloaded: .*502/) });
});

base("an Electron that comes from elsewhere is found there, without a download", async () => {
  using folder = tempDir();
  vi.stubEnv("ELECTRON_OVERRIDE_DIST_PATH", folder.path);
  expect(await findElectron()).toBe(null);
  expect(await fetchElectron(() => {})).toEqual({
    failure: expect.stringContaining(`in ${folder.path}, which ELECTRON_OVERRIDE_DIST_PATH names`),
  });
  const names = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };
  const executable = join(folder.path, names[process.platform as keyof typeof names] ?? "electron");
  mkdirSync(dirname(executable), { recursive: true });
  writeFileSync(executable, "");
  expect(await findElectron()).toBe(executable);
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
function runScript(script: string, place: string, packages: readonly string[] | null, ...args: readonly string[]) {
  using folder = tempDir();
  const checkout = join(folder.path, place);
  cpSync(join(root, "scripts"), join(checkout, "scripts"), { recursive: true });
  for (const name of packages ?? []) mkdirSync(join(checkout, "node_modules", name), { recursive: true });
  const line = [join(checkout, "scripts", script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: "utf8" });
  return { status, stdout, stderr: stderr.replaceAll(folder.path, "") };
}

/** The commands that npm runs here, but for those that need no package or build first. */
const npmScripts = Object.entries(z.record(z.string(), z.string()).parse(packageJson.scripts)).filter(
  ([name, command]) =>
    !["prepare", "prepack", "kibitz", "audit"].includes(name) && !command.startsWith("npm run build"),
);

base("each npm script says in one line what npm has yet to bring, also on a Node that cannot read the script", () => {
  using folder = tempDir();
  mkdirSync(join(folder.path, "scripts"));
  // To an older Node the others are like this.
  for (const name of globSync("scripts/*.{mjs,ts}", { cwd: root })) {
    if (/installed|npm-node/.test(name)) cpSync(join(root, name), join(folder.path, name));
    else writeFileSync(join(folder.path, name), 'import { ofANewerNode } from "node:http";\n');
  }
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` };
  const say = (line: string, scripts: typeof npmScripts) => {
    for (const [name, command] of scripts) {
      const { status, stderr } = spawnSync(command, { shell: true, cwd: folder.path, env, encoding: "utf8" });
      expect([name, status, stderr]).toEqual([name, 1, `kibitz: ${line}\n`]);
    }
  };
  say("run npm ci first: it brings the Node and the packages that Kibitz runs on.", npmScripts);
  // As with NODE_ENV=production.
  mkdirSync(join(folder.path, "node_modules", "hono"), { recursive: true });
  say("npm left out some of what Kibitz is built with: run npm ci --include=dev.", npmScripts.slice(0, 1));
});

base("an npm on too old a Node is told so before anything else, and which Node it takes", () => {
  expect(tooOldForNpm("npm/10.8.2 node/v18.20.8 linux x64 workspaces/false")).toBe(
    "npm runs on Node 18.20.8 here, and installs Kibitz with 20.19 or newer: get a newer Node from " +
      "https://nodejs.org, then run npm ci again.",
  );
  expect(tooOldForNpm("npm/10.8.2 node/v20.18.1 linux x64")).not.toBeNull();
  for (const agent of ["npm/10.8.2 node/v20.19.0 linux x64", "npm/11.6.0 node/v26.1.0 darwin arm64", "yarn", undefined])
    expect(tooOldForNpm(agent)).toBeNull();
  vi.stubEnv("npm_config_user_agent", "npm/10.8.2 node/v18.20.8 linux x64");
  const told = { status: 1, stderr: expect.stringMatching(/^kibitz: npm runs on Node 18\.20\.8 here[^\n]+\n$/) };
  expect(runScript("link-node.mjs", "kibitz", null)).toMatchObject(told);
  expect(runScript("installed.mjs", "kibitz", [])).toMatchObject(told);
});

base("npm finds the Node that came with the packages, also where npm has taken the link away again", () => {
  using folder = tempDir();
  const { platform, arch } = process;
  cpSync(join(root, "scripts"), join(folder.path, "scripts"), { recursive: true });
  const node = join(folder.path, ...pinnedNode(platform, arch));
  mkdirSync(join(node, ".."), { recursive: true });
  writeFileSync(node, "");
  const link = () => spawnSync(process.execPath, [join(folder.path, "scripts", "link-node.mjs")]).status;
  expect([link(), link()]).toEqual([0, 0]);
  const found = join(folder.path, "node_modules", ".bin", platform === "win32" ? "node.cmd" : "node");
  if (platform === "win32") expect(readFileSync(found, "utf8")).toContain(`node-win32-${arch}\\bin\\node.exe`);
  else expect(realpathSync(found)).toBe(realpathSync(node));
});

base("a folder whose name no build survives is told so", () => {
  expect(runScript("build.mjs", "a #1", ["electron-vite"])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Kibitz cannot be built where a folder has # or \? in its name: .a #1.?\n$/),
  });
});

base("the suite on real Electron is skipped where there is none, and fails where CI counts on it", () => {
  const reason = "the suite on real Electron did not run, because the Electron binary is not installed";
  vi.stubEnv("CI", "");
  expect(runScript("test-electron.mjs", "kibitz", [])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(`^- Skipped: ${reason}`),
  });
  vi.stubEnv("CI", "true");
  expect(runScript("test-electron.mjs", "kibitz", [])).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(`^✗ ${reason}`),
  });
});

base("the suite on the packed application says in one line that nothing is packed", () => {
  expect(runScript("test-electron.mjs", "kibitz", [], "packed")).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^There is no dist\/.+ to be tested: run npm run dist first\.\n$/),
    stderr: "",
  });
});

base("a build waits for another that is under way, and takes what that has made", async () => {
  using folder = tempDir();
  const at = (...names: readonly string[]) => join(folder.path, ...names);
  cpSync(join(root, "scripts"), at("scripts"), { recursive: true });
  for (const name of ["src", "out", "node_modules/electron-vite"]) mkdirSync(at(name), { recursive: true });
  for (const name of globSync(["*.config.ts", "package*.json", "LICENSE"], { cwd: root }))
    cpSync(join(root, name), at(name));
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

test.each(process.platform === "linux" ? ["headless", "start"] : ["headless"])(
  "npm run --silent %s -- --json prints one JSON line and nothing else without a display, and ends with npm",
  async (script) => {
    using folder = tempDir();
    for (const name of ["DISPLAY", "WAYLAND_DISPLAY"]) vi.stubEnv(name, "");
    const child = npmRun(script, "--json", "--port", "0", "--data-dir", folder.path);
    const out = child.stdout.setEncoding("utf8");
    const [first = ""] = await Promise.race([once(out, "data"), once(out, "end")]);
    lineSchema.parse(JSON.parse(first));
    child.kill("SIGTERM");
    // The stream ends when the last process that could write to it has: the host, not only npm.
    expect(await text(child.stdout)).toBe("");
  },
);

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
