import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { acquireInstanceLock } from "../../src/main/data/discovery.ts";
import { linesOf } from "../shim/inbox.ts";
import { hostProgram } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const dir = tempDir();
  undo.push(() => dir[Symbol.dispose]());
  return join(dir.path, "data");
}

/** A headless host, as a script would start it. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [hostProgram, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KIBITZ_LOG_LEVEL: "error", ...env },
  });
  const ended = once(child, "close").then(([code]): unknown => code);
  undo.push(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let [stdout, stderr] = ["", ""];
  if (!child.stdout || !child.stderr) throw new Error("no pipes");
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  return { child, lines: linesOf(child.stdout), ended, stdout: () => stdout, stderr: () => stderr };
}

test("headless --json prints one line with what a script needs, and ends in good order on SIGTERM", async () => {
  const dataDir = folder();
  const host = run(["--json", "--port", "0", "--data-dir", dataDir]);
  const line = JSON.parse(await host.lines.next("ready line"));
  expect(line).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    mcp: `${line.url}/mcp`,
    token: expect.any(String),
    agentToken: expect.any(String),
    socket: expect.any(String),
    dataDir,
    pid: host.child.pid,
  });
  expect(existsSync(join(dataDir, "host.json"))).toBe(true);
  if (process.platform !== "win32") {
    const open = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  }
  host.child.kill("SIGTERM");
  expect(await host.ended).toBe(0);
  expect(host.stdout().split("\n")).toHaveLength(2);
  for (const file of ["host.json", "kibitz.sock"]) expect(existsSync(join(dataDir, file))).toBe(false);
});

test("one of two hosts that start at once serves, and the other says which and ends well", {
  tags: "edge",
}, async () => {
  const dataDir = folder();
  const two = [1, 2].map(() => run(["--json", "--port", "0", "--data-dir", dataDir]));
  const lines = await Promise.all(two.map(async ({ lines }) => JSON.parse(await lines.next("line"))));
  const [found, serving] = lines.toSorted((a, b) => Number(b.alreadyRunning ?? 0) - Number(a.alreadyRunning ?? 0));
  expect(found).toEqual({ alreadyRunning: true, ...serving });
  const other = two.find(({ child }) => child.pid !== serving.pid);
  expect(await other?.ended).toBe(0);

  const friendly = run(["--data-dir", dataDir]);
  expect(await friendly.ended).toBe(0);
  expect(friendly.stdout()).not.toContain(serving.token);
  expect(friendly.stdout().replace(/code=[\w-]{24}/, "code=CODE")).toContain(
    `already running here: ${serving.url}/?code=CODE (process ${serving.pid}`,
  );
});

test("headless tells a person where the dashboard is and how to connect an assistant", async () => {
  const dataDir = folder();
  const host = run(["--port", "0", "--data-dir", dataDir]);
  await vi.waitFor(() => expect(host.stdout()).toContain("Ctrl-C"), { timeout: 20_000 });
  const text = host.stdout();
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{24}\n/);
  expect(text).not.toContain("token=");
  expect(text).toMatch(/node"? .+\/kibitz-mcp\.mjs"? --data-dir \S+/);
  expect(text).toMatch(/\/mcp with the bearer token in .+agent\.token/);
  host.child.kill("SIGINT");
  expect(await host.ended).toBe(0);
});

test("a reader of its output that goes away does not end the host", async () => {
  const dataDir = folder();
  const host = run(["--json", "--port", "0", "--data-dir", dataDir]);
  const { url } = JSON.parse(await host.lines.next("ready line"));
  host.child.stdout?.destroy();
  host.child.stderr?.destroy();
  expect((await fetch(url)).status).toBeGreaterThan(0);
  host.child.kill("SIGTERM");
  expect(await host.ended).toBe(0);
});

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test.each([
  ["a port that is asked for and taken", async () => ["--port", String(await takenPort())], 1, /Port \d+ .*--port/i],
  ["a port that is none", async () => ["--port", "chess"], 2, /--port takes a whole number/],
  ["an unknown flag", async () => ["--prot", "1"], 2, /There is no option --prot/],
] as const)("%s ends the host with one line that says what to do", async (_, args, code, message) => {
  const host = run(["--data-dir", folder(), ...(await args())]);
  expect(await host.ended).toBe(code);
  expect(host.stdout()).toBe("");
  expect(host.stderr()).toMatch(message);
  expect(host.stderr().trimEnd().split("\n")).toHaveLength(1);
});

test.each([
  ["a file in its place", (path: string) => writeFileSync(path, ""), /a file is in its way.*--data-dir/],
  [
    "a database that is none",
    (path: string) => {
      mkdirSync(path, { mode: 0o700 });
      writeFileSync(join(path, "kibitz.db"), "x".repeat(5000));
    },
    /kibitz\.db|database/,
  ],
  [
    "a damaged token",
    (path: string) => {
      mkdirSync(path, { mode: 0o700 });
      writeFileSync(join(path, "agent.token"), "short");
    },
    /agent\.token is damaged/,
  ],
])("a data folder with %s ends the host with one line that says what to do", async (_, spoil, message) => {
  const dataDir = folder();
  spoil(dataDir);
  const host = run(["--port", "0", "--data-dir", dataDir]);
  expect(await host.ended).toBe(1);
  expect(host.stderr()).toMatch(message);
  expect(host.stderr().trimEnd().split("\n")).toHaveLength(1);
  // And whoever repairs it is not shut out.
  if (existsSync(join(dataDir, "host.lock"))) {
    const lock = acquireInstanceLock(dataDir);
    expect(lock.ok).toBe(true);
    if (lock.ok) lock.release();
  }
});

/**
 * The command that starts a program with a read-only disk at its first argument; empty where this user may mount
 * nothing.
 */
function onReadOnlyDisk(path: string): readonly string[] {
  const start = ["--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o ro none "$0" && exec "$@"', path];
  mkdirSync(path);
  return spawnSync("unshare", [...start, "true"]).status === 0 ? ["unshare", ...start] : [];
}

test.runIf(process.platform === "linux")(
  "a data folder where nothing can be made ends the host with one line, too",
  async (context) => {
    const nowhere = run(["--port", "0", "--data-dir", "/proc/kibitz/data"]);
    expect([await nowhere.ended, nowhere.stderr()]).toEqual([1, expect.stringMatching(/^kibitz: .*--data-dir\.\n$/)]);

    const disk = folder();
    const [program = "", ...first] = onReadOnlyDisk(disk);
    if (program === "") context.skip("the right to mount");
    const args = [...first, process.execPath, hostProgram, "--port", "0", "--data-dir", join(disk, "of", "games")];
    const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^kibitz: .*read-only disk.*--data-dir\.\n$/)]);
  },
);

test("headless --help explains itself and starts nothing", async () => {
  const dataDir = folder();
  const host = run(["--help", "--data-dir", dataDir]);
  expect(await host.ended).toBe(0);
  expect(host.stdout()).toMatch(/^Usage: kibitz headless/);
  expect(existsSync(dataDir)).toBe(false);
});

test("the engine of the host is awake before anybody plays the computer", async () => {
  const host = run(["--json", "--port", "0", "--data-dir", folder()], {
    KIBITZ_LOG_LEVEL: "debug",
    KIBITZ_WARM_UP: "",
  });
  await vi.waitFor(() => expect(host.stderr()).toMatch(/uciok/), { timeout: 30_000 });
});
