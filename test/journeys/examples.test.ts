import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readAnswer } from "../support/agents.ts";
import { type HostProcess, projectDir, shimProgram, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { type Person, personAt } from "../support/person.ts";
import { hasPython } from "../support/python.ts";
import { tempDir } from "../support/temp-dir.ts";
import { ownMark } from "../tooling/no-leftovers.ts";
import { openService, vendors } from "./vendors.ts";

// Runs the examples as strangers do, against one real host.

const run = promisify(execFile);
const examples = join(projectDir, "examples");
const folders = readdirSync(examples, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

let host: HostProcess;
let person: Person;
beforeAll(async () => {
  const data = tempDir();
  host = await startHost(data.path);
  person = personAt(host);
  return async () => {
    await host.stop();
    data[Symbol.dispose]();
  };
});

/** Aborted when the test is over, however it ended. */
function ending(): AbortSignal {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  return over.signal;
}

/** Runs an example's program to its end, with nothing but what its README names. */
async function runExample(folder: string, env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
  const kibitz = { KIBITZ_URL: `${host.mcp}?toolsets=play`, KIBITZ_TOKEN: host.agentToken };
  const program = folder === "python-agent" ? ["python3", "agent.py"] : [process.execPath, "agent.ts"];
  const { stdout } = await run(program[0] ?? "", [...program.slice(1), ...args], {
    cwd: join(examples, folder),
    // Without the last, nothing reaches a network on Windows.
    env: {
      ...ownMark(),
      PATH: process.env["PATH"] ?? "",
      ...kibitz,
      ...env,
      SystemRoot: process.env["SystemRoot"] ?? "",
    },
    signal: ending(),
  });
  return stdout;
}

/** The host has this game, and it is over. */
async function expectOver(gameId: string | undefined): Promise<void> {
  expect((await person.get(`/api/games/${gameId}`)).body.result).not.toBeNull();
}

test.each(Object.entries(vendors))(
  "the model of the example %s plays a game to its end by calling functions",
  async (folder, vendor) => {
    await using service = await openService(vendor);
    const out = await runExample(folder, { MODEL: "m", ...vendor.env(service.url) }, "Play tic-tac-toe on Kibitz.");
    expect(service.problems).toEqual([]);
    expect(out).toMatch(/^> makeMyMove .*\n> listGames .*\n> createGame /);
    expect(out).toMatch(/\nI have played\.\n$/);
    expect(service.requests()).toBeGreaterThan(3);
    await expectOver(/> finishTurn .*"game_id":"(\d+)"/.exec(out)?.[1]);
  },
);

async function expectGames(folder: string): Promise<void> {
  for (const args of [[], ["odd-even", "2"]]) {
    const out = await runExample(folder, {}, ...args);
    expect(out).toMatch(/^1\. \w+\n/);
    await expectOver(/Game (\d+) is over: .+ \(.+\)\.\n$/.exec(out)?.[1]);
  }
}

test("the example typescript-agent plays a game through the client alone, of each kind that it is asked for", () =>
  expectGames("typescript-agent"));

test.skipIf(!hasPython)("the example python-agent is Python 3.10, and plays the same", needs("python3"), async () => {
  await expectGames("python-agent");
  const agent = join(examples, "python-agent", "agent.py");
  const check = "import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 10))";
  await run("python3", ["-c", check, agent]);
});

test("the example endpoint-player is called for its moves, and plays a league", async () => {
  const player = spawn(process.execPath, ["player.ts", "0"], { cwd: join(examples, "endpoint-player") });
  const gone = once(player, "exit");
  try {
    const [line] = await once(createInterface({ input: player.stdout }), "line");
    const endpoint = /http:\S+/.exec(String(line))?.[0];
    const text = readFileSync(join(examples, "endpoint-player", "entrants.json"), "utf8");
    const entrants = JSON.parse(text.replace("http://127.0.0.1:8101/mcp", endpoint ?? ""));
    const { body: made } = await person.post("/api/leagues", { game: "tic-tac-toe", entrants });
    await person.post(`/api/leagues/${made.league_id}/start`);
    let { body } = await person.get(`/api/leagues/${made.league_id}`);
    while (body.status === "running")
      ({ body } = await person.get(`/api/leagues/${made.league_id}/progress?after=${body.version}`));
    const { body: own } = await person.get(`/api/leagues/${made.league_id}/entrants/1`);
    expect(body.status).toBe("complete");
    expect(own.standing).toMatchObject({ name: "Example", played: 2, forfeits: 0, fallbacks: 0, retries: 0 });
  } finally {
    player.kill();
    await gone;
  }
});

test("the entry of the example claude-desktop starts what plays, once the two paths are one's own", async () => {
  const text = readFileSync(join(examples, "claude-desktop", "claude_desktop_config.json"), "utf8");
  const paths: Readonly<Record<string, string>> = {
    "/usr/local/bin/node": process.execPath,
    "/home/you/kibitz/out/shim/kibitz-mcp.mjs": shimProgram,
  };
  const entry = JSON.parse(text).mcpServers.kibitz;
  const [command = "", ...args] = [entry.command, ...entry.args].map((word: string) => paths[word] ?? word);
  const client = new Client({ name: "claude-ai", version: "1" });
  const env = { ...ownMark(), PATH: "/nonexistent", KIBITZ_DATA_DIR: host.dataDir };
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
  const asked = { game: "tic-tac-toe", type: "computer", difficulty: 1 };
  const { data } = readAnswer(await client.callTool({ name: "createGame", arguments: asked }));
  expect(data.status).toBe("your_turn");
  await client.close();
  const { targets } = (await person.get("/api/connect")).body;
  const { block, called } = targets.find(({ id }: { id: string }) => id === "claude-desktop");
  expect(called).toMatchObject({ name: "Claude Desktop" });
  // An entry written by Kibitz has the same form.
  expect(Object.keys(JSON.parse(block).mcpServers.kibitz)).toEqual(Object.keys(entry));
});

test("each example is of a few dozen lines, says how it is run, and names exactly the versions that it was tried with", () => {
  const index = readFileSync(join(examples, "README.md"), "utf8");
  for (const folder of folders) {
    expect(index).toContain(`(${folder})`);
    expect(readFileSync(join(examples, folder, "README.md"), "utf8")).toMatch(/^# .+/);
    const files = readdirSync(join(examples, folder));
    for (const program of files.filter((file) => /\.(ts|py)$/.test(file)))
      expect(readFileSync(join(examples, folder, program), "utf8").split("\n").length, program).toBeLessThan(84);
    // A version that a registry may drop is pinned only where the lock file has it, too.
    expect(files).not.toContain("requirements.txt");
    if (!files.includes("package.json")) continue;
    const { dependencies } = JSON.parse(readFileSync(join(examples, folder, "package.json"), "utf8"));
    for (const [name, version] of Object.entries(dependencies)) {
      const lock = JSON.parse(readFileSync(join(projectDir, "package-lock.json"), "utf8"));
      expect([name, lock.packages[`node_modules/${name}`].version]).toEqual([name, version]);
    }
    const [program = ""] = files.filter((file) => file.endsWith(".ts"));
    const source = readFileSync(join(examples, folder, program), "utf8");
    const imported = [...source.matchAll(/ from "([^"]+)"/g)].map(([, name]) => name);
    expect(imported.toSorted()).toEqual(Object.keys(dependencies).toSorted());
  }
});
