import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { z } from "zod";
import { instanceFiles } from "../../src/shared/instance.ts";
import { linesOf } from "../shim/inbox.ts";
import { hostProgram, projectDir, shimProgram, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { tempDir } from "../support/temp-dir.ts";

/** The program that package.json names `kibitz`, as it stands there. */

const manifest = z.object({ version: z.string(), bin: z.object({ kibitz: z.string() }) });
const { bin, version } = manifest.parse(JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")));
const program = join(projectDir, bin.kibitz);

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A Node of this machine that is older than the one Kibitz runs on; null where there is none. */
function findOlderNode(): string | null {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const paths = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const isOlder = (path: string) =>
    existsSync(path) &&
    Number.parseInt(execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }), 10) < 24;
  return paths.find(isOlder) ?? null;
}

interface Run {
  readonly child: ChildProcess;
  readonly lines: ReturnType<typeof linesOf>;
  /** Exit code, standard output and standard error, once it has ended. */
  readonly ended: Promise<readonly [code: number | null, stdout: string, stderr: string]>;
}

function run(node: string, args: readonly string[], file = program, cwd = projectDir): Run {
  const child = spawn(node, [file, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"], env: environment() });
  const closed = once(child, "close");
  undo.push(async () => {
    child.kill("SIGTERM");
    await closed;
  });
  const lines = linesOf(child.stdout);
  const outputs = [text(child.stdout), text(child.stderr)] as const;
  const ended = Promise.all([closed, ...outputs]).then(([[code], ...said]) => [code, ...said] as const);
  return { child, lines, ended };
}

/** As in a person's shell, whatever runs these tests. */
const environment = () => {
  const { npm_lifecycle_event: _, ...env } = process.env;
  return env;
};

const olderNode = findOlderNode();

const nodes = [
  { title: "on its own Node", node: process.execPath },
  ...(olderNode === null ? [] : [{ title: "where an older Node is installed", node: olderNode }]),
];

describe.each(nodes)("kibitz, $title", ({ node }) => {
  it("kibitz help lists what there is", async () => {
    const [help, about, none, unknown, asked, meant, option] = await Promise.all(
      [["help"], ["-v"], [], ["chess"], ["help", "stop"], ["stauts"], ["--hlep"]].map((args) => run(node, args).ended),
    );
    expect(help).toEqual([0, expect.stringMatching(/^Usage: kibitz COMMAND[\s\S]*headless/), ""]);
    expect(asked).toEqual([0, expect.stringMatching(/^Usage: kibitz stop/), ""]);
    expect(meant).toEqual([
      2,
      "",
      expect.stringMatching(/^kibitz: There is no command "stauts"\. Did you mean status\? /),
    ]);
    expect(option).toEqual([2, "", expect.stringMatching(/^kibitz: .*"--hlep"\. Did you mean --help\? /)]);
    expect(about).toEqual([0, `${version}\n`, ""]);
    expect(none).toEqual([2, "", expect.stringMatching(/^kibitz: .*missing.*headless.*\n$/)]);
    expect(unknown).toEqual([2, "", expect.stringMatching(/^kibitz: .*"chess".*headless.*\n$/)]);
  });

  it("kibitz goes on where nobody reads any more what it prints, and ends without a complaint", async () => {
    using folder = tempDir();
    const league = ["league", "--game", "odd-even", "--players", "4", "--json", "--port", "0"];
    const csv = join(folder.path, "table.csv");
    const args = [program, ...league, "--csv", csv, "--data-dir", join(folder.path, "data")];
    const child = spawn(node, args, { stdio: ["ignore", "pipe", "pipe"], env: environment() });
    child.stdout.destroy();
    const [[code], said] = await Promise.all([once(child, "close"), text(child.stderr)]);
    expect([code, said]).toEqual([0, expect.not.stringContaining("EPIPE")]);
    expect(readFileSync(csv, "utf8").split("\n").length).toBeGreaterThan(4);
  });

  // A signal asks a process to end; Windows knows none.
  // The device takes nothing, as a full disk does.
  it.skipIf(!existsSync("/dev/full"))(
    "kibitz says that its output could not be written, and does not end well",
    needs("/dev/full"),
    async () => {
      const full = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(node, [program, "--version"], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
        env: environment(),
      });
      closeSync(full);
      expect([status, stderr]).toEqual([1, "kibitz: the output cannot be written: the disk is full\n"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "kibitz headless serves until it is asked to end, and hands its exit code on",
    async () => {
      using folder = tempDir();
      const options = ["--port", "0", "--data-dir", folder.path];
      const host = run(node, ["headless", "--json", ...options]);
      const { url } = JSON.parse(await host.lines.next("ready line"));
      expect((await fetch(url)).status).toBeLessThan(500);
      host.child.kill("SIGTERM");
      expect((await host.ended)[0]).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
      expect((await run(node, ["headless", "--porridge"]).ended)[0]).toBe(2);
    },
  );
});

test.skipIf(olderNode === null || process.platform === "win32")(
  "the host ends also where the older Node that started it is ended without warning",
  needs("an older Node on the PATH"),
  async () => {
    using folder = tempDir();
    const host = run(olderNode ?? "", ["headless", "--json", "--port", "0", "--data-dir", folder.path]);
    const { url } = JSON.parse(await host.lines.next("ready line"));
    host.child.kill("SIGKILL");
    // The streams close when the last process that could write to them has ended: the host itself.
    await host.ended;
    await expect(fetch(url)).rejects.toThrow();
  },
);

/** Node without a home folder to tell: HOME is not set, and the system does not know the user. */
const homeless = `import os from "node:os"; import { syncBuiltinESMExports } from "node:module";
os.homedir = () => { throw new Error("uv_os_homedir returned ENOENT"); }; syncBuiltinESMExports();`;

test("where the system knows no home folder, each program says in one line what to set", async () => {
  vi.stubEnv("NODE_OPTIONS", `--import "data:text/javascript;base64,${Buffer.from(homeless).toString("base64")}"`);
  const runs = [
    run(process.execPath, ["doctor"]),
    run(process.execPath, ["--json"], hostProgram),
    run(process.execPath, [], shimProgram),
  ];
  const said = await Promise.all(runs.map(({ ended }) => ended));
  expect(said).toEqual(
    [1, 1, 2].map((code) => [code, "", expect.stringMatching(/^kibitz(-mcp)?: .*home folder.*HOME.*\n$/)]),
  );
});

test("a home folder that is not named by its whole path is none, and nothing is written there", async () => {
  using folder = tempDir();
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, "rel");
  for (const name of ["NODE_COMPILE_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME"]) vi.stubEnv(name, undefined);
  const runs = [
    run(process.execPath, ["doctor"], program, folder.path),
    run(process.execPath, ["--json"], hostProgram, folder.path),
    run(process.execPath, [], shimProgram, folder.path),
  ];
  const said = await Promise.all(runs.map(({ ended }) => ended));
  expect(said).toEqual(
    [1, 1, 2].map((code) => [code, "", expect.stringMatching(/^kibitz(-mcp)?: .*home folder.*HOME.*whole path.*\n$/)]),
  );
  expect(readdirSync(folder.path)).toEqual([]);
});

test("a port that is taken is said in one line by every command that opens one", async () => {
  using folder = tempDir();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const commands = [
    ["league", "--game", "odd-even", "--data-dir", folder.path],
    ["player", "--name", "Ada", "--strategy", "random"],
  ];
  for (const command of commands)
    expect(await run(process.execPath, [...command, "--port", `${port}`]).ended).toEqual([
      1,
      "",
      `kibitz: Port ${port} is in use by another program. Name another with --port, or 0 for any free one.\n`,
    ]);
});

test("where the token of the Kibitz that runs is not there, it is said in one line what to do", async () => {
  using folder = tempDir();
  await using host = await startHost(folder.path);
  const token = join(folder.path, instanceFiles.personToken);
  rmSync(token);
  const problem = `${token} is not there, without which the Kibitz that runs (process ${host.pid}) lets nobody in`;
  expect(await run(process.execPath, ["ratings", "--data-dir", folder.path]).ended).toEqual([
    1,
    "",
    `kibitz: ${problem}. End that one and start it again: it makes another\n`,
  ]);
});

test("each command says in one line what is wrong with its options, and how to see which there are", async () => {
  const wrong = [
    ["league", "--players", "-3"],
    ["measure", "--games", "-3"],
    ["player", "--name", "-3"],
    // Options of a host that change nothing here.
    ["doctor", "--json"],
    ["doctor", "--listen", "0.0.0.0"],
  ];
  const unknown = ["league", "measure", "ratings", "engines", "connect", "doctor", "player"].map((name) => [
    name,
    "--porridge",
  ]);
  for (const [command = "", ...args] of [...wrong, ...unknown])
    expect(await run(process.execPath, [command, ...args]).ended).toEqual([
      2,
      "",
      expect.stringMatching(
        new RegExp(`^kibitz: .*${args[0]}.*\\. \`kibitz ${command} --help\` lists the options\\.\n$`),
      ),
    ]);
});

// A pipe of Windows has no name in a folder.
test.skipIf(process.platform === "win32")(
  "where the running Kibitz does not answer, each command says so and ends with 1",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    const socket = join(folder.path, "silent.sock");
    const silent = () => createServer((caller) => caller.destroy());
    const [door, port] = [silent().listen(socket), silent().listen(0, "127.0.0.1")];
    undo.push(
      () => door.close(),
      () => port.close(),
    );
    await Promise.all([door, port].map((server) => once(server, "listening")));
    const url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(port.address()).port}`;
    const host = { pid: process.pid, url, mcp: `${url}/mcp`, socket, version, startedAt: new Date().toISOString() };
    writeFileSync(join(folder.path, instanceFiles.discovery), JSON.stringify(host));
    writeFileSync(join(folder.path, instanceFiles.personToken), "x".repeat(43));
    const commands = [["ratings"], ["engines"], ["league", "--game", "odd-even"], ["measure", "--join"]];
    for (const command of commands)
      expect(await run(process.execPath, [...command, "--data-dir", folder.path]).ended).toEqual([
        1,
        "",
        `kibitz: the Kibitz at ${url} has ended or does not answer\n`,
      ]);
  },
);

/** The built files of Kibitz that a command has loaded when it ends. */
async function loadedBy(args: readonly string[]): Promise<readonly string[]> {
  using folder = tempDir();
  vi.stubEnv("NODE_V8_COVERAGE", folder.path);
  expect(await run(process.execPath, args).ended).toEqual([0, expect.stringMatching(/\S/), ""]);
  const listed = z.object({ result: z.array(z.object({ url: z.string() })) });
  return readdirSync(folder.path)
    .flatMap((name) => listed.parse(JSON.parse(readFileSync(join(folder.path, name), "utf8"))).result)
    .filter(({ url }) => url.startsWith(pathToFileURL(join(projectDir, "out")).href))
    .map(({ url }) => readFileSync(new URL(url), "utf8"));
}

test("the help of a command is printed without loading the host or the player that would run it", async () => {
  const names = [
    "headless",
    "league",
    "measure",
    "ratings",
    "engines",
    "connect",
    "doctor",
    "migrate",
    "player",
    "status",
    "stop",
  ];
  for (const args of [["--help"], ["--version"], ...names.map((name) => [name, "--help"])]) {
    const loaded = await loadedBy(args);
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((code) => /function (openHost|openPlayer)\(/.test(code)).length, args.join(" ")).toBe(0);
  }
});

test("where nothing is built, kibitz says in one line what to do", async () => {
  using folder = tempDir();
  cpSync(join(projectDir, "scripts"), join(folder.path, "scripts"), { recursive: true });
  const [code, stdout, stderr] = await run(process.execPath, ["headless"], join(folder.path, bin.kibitz)).ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^kibitz: nothing is built.*npm run build.*\n$/);
});
