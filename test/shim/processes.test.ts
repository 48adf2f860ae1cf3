import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { acquireInstanceLock, readDiscovery } from "../../src/main/data/discovery.ts";
import { readOptions, usage } from "../../src/shim/options.ts";
import { connect, kinds } from "../support/agents.ts";
import { type HostProcess, hostProgram, shimProgram, startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { type Shim, startShim } from "./shim-process.ts";

/** The shim and the real host, as processes. */

/** A tool of each toolset that is not served by default. */
const onlyIn: Readonly<Record<string, string>> = {
  tictactoe: "make_move",
  analysis: "describePosition",
  entrant: "joinLeague",
  league: "createLeague",
  coach: "lookAtBoard",
};
/** The names that `--help` offers for `--toolsets`. */
const namedInHelp = (/--toolsets LIST +([a-z, -]+)/.exec(usage)?.[1] ?? "").split(", ").map((name) => name.trim());

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const dir = tempDir();
  const path = join(dir.path, "data");
  undo.push(async () => {
    await endHost(path, "SIGTERM");
    dir[Symbol.dispose]();
  });
  return path;
}

function shimFor(dataDir: string, env: Record<string, string> = {}, args: readonly string[] = []): Shim {
  const shim = startShim(dataDir, env, args);
  undo.push(async () => {
    shim.kill();
    await shim.exited;
    // Among them may be one that is still starting, only to find that another shim's host was first.
    for (const pid of shim.hosts()) stop(pid, "SIGTERM");
  });
  return shim;
}

const hostPid = (dataDir: string): number => readDiscovery(dataDir)?.pid ?? 0;

function stop(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Ends the host and waits until the system has taken back what it held. */
async function endHost(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = hostPid(dataDir);
  if (pid !== 0) stop(pid, signal);
  if (!existsSync(dataDir)) return;
  await vi.waitFor(
    () => {
      const lock = acquireInstanceLock(dataDir);
      if (!lock.ok) throw new Error(lock.message);
      lock.release();
    },
    { timeout: 15_000, interval: 20 },
  );
}

const seated = { type: "agent", color: "white", name: "Ŝaĥulo ♞" };
const gameIn = (line: { result?: { structuredContent?: Readonly<Record<string, unknown>> } }): string =>
  String(line.result?.structuredContent?.game_id);

describe("finding a host", () => {
  test("the shim starts a host where none runs, which outlives it, and the next shim joins it", async () => {
    const dataDir = folder();
    const first = shimFor(dataDir);
    expect((await first.shakeHands()).result).toMatchObject({ serverInfo: { name: expect.any(String) } });
    const game = gameIn(await first.call("createGame", seated));
    first.child.stdin.end();
    expect(await first.exited).toBe(0);

    const second = shimFor(dataDir);
    await second.shakeHands();
    expect((await second.call("getGame", { game_id: game })).result).toMatchObject({
      structuredContent: { game_id: game, players: expect.anything() },
    });
  });

  test("the shim starts its host also where nobody can enter what HOME says", { tags: "edge" }, async () => {
    const dataDir = folder();
    const home = `${dataDir}.home`;
    writeFileSync(home, "a file, where a folder is to be");
    undo.push(() => rmSync(home));
    const { result } = await shimFor(dataDir, { HOME: home, USERPROFILE: home }).shakeHands();
    expect(result).toBeDefined();
  });

  test.skipIf(process.platform === "win32")(
    "the shim says in words that this user may not run what is to be started",
    { tags: "edge" },
    async () => {
      using dir = tempDir();
      const file = join(dir.path, "kibitz");
      writeFileSync(file, "", { mode: 0o600 });
      const { error } = await shimFor(folder(), { KIBITZ_HOST_COMMAND: JSON.stringify([file]) }).ask("initialize");
      expect(error?.message).toMatch(/^Kibitz did not start \(this user may not run it\)/);
    },
  );

  test("two shims that start at once end up with one host", async () => {
    const dataDir = folder();
    const [one, other] = [shimFor(dataDir), shimFor(dataDir)];
    await Promise.all([one.shakeHands(), other.shakeHands()]);
    const game = gameIn(await one.call("createGame", seated));
    expect((await other.call("joinGame", { game_id: game })).result?.content?.[0]?.text).toMatch(/Joined Game/);
  });

  test("every request is answered with what to do where no host can be started, and the next one tries again", async () => {
    const dataDir = folder();
    const shim = shimFor(dataDir, {
      KIBITZ_HOST_COMMAND: JSON.stringify([process.execPath, "-e", "process.exit(3)", "--"]),
    });
    const answers = await Promise.all([shim.ask("initialize"), shim.ask("tools/list")]);
    for (const { error } of answers) {
      expect(error).toMatchObject({
        code: -32603,
        message: expect.stringMatching(/did not start.*code 3.*Start it yourself/),
      });
    }
    const host = await startHost(dataDir);
    undo.push(() => host.stop());
    expect((await shim.shakeHands()).result).toBeDefined();
  });

  // The printed command is typed into a shell, and Windows has another one.
  test.skipIf(process.platform === "win32")(
    "the command that the shim names says why no host starts",
    { tags: "edge" },
    async () => {
      using dir = tempDir();
      const dataDir = join(dir.path, "her games");
      writeFileSync(dataDir, "a file, where a folder is to be");
      const { error } = await shimFor(dataDir).ask("initialize");
      const [, command = ""] = /Start it yourself .*: (.*)$/.exec(error?.message ?? "") ?? [];
      const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8", timeout: 20_000 });
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${dataDir} cannot be used: a file is in its way`)]);
    },
  );

  test("a missing program of the host is reported as a tool's answer, with what to do", async () => {
    const shim = shimFor(folder(), { KIBITZ_HOST_COMMAND: '["/nowhere/kibitz"]' });
    await shim.shakeHands();
    const { result } = await shim.call("startKibitz", {});
    expect(result).toMatchObject({ isError: true });
    expect(result?.content?.[0]?.text).toMatch(
      /^Kibitz is not running, and its program \/nowhere\/kibitz is not there\. Install Kibitz, or .*KIBITZ_HOST_COMMAND/,
    );
  });

  for (const kind of kinds)
    test.skipIf(process.platform === "win32")(
      `a ${kind} that never lists its tools again plays a whole game after startKibitz, and by it alone`,
      { tags: kind === kinds[0] ? [] : "edge" },
      async () => {
        const dataDir = folder();
        const program = `${dataDir}.sh`;
        vi.stubEnv("KIBITZ_HOST_COMMAND", JSON.stringify([program]));
        await using agent = await connect({ dataDir, mcp: "http://127.0.0.1/", agentToken: "" }, "shim", kind).finally(
          () => vi.unstubAllEnvs(),
        );
        const { tools } = await agent.client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(["startKibitz"]);
        const start = (args: Record<string, unknown> = {}) => agent.call("startKibitz", args);
        expect(await start()).toMatchObject({ isError: true, text: expect.stringContaining(program) });
        writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${hostProgram}" --port 0 "$@"\n`, {
          mode: 0o755,
        });
        const begun = await start();
        expect(begun).toMatchObject({
          isError: false,
          text: expect.stringMatching(/^Kibitz is running\. List the tools again/),
        });
        // A client may call what it was not told of, or carry each call in the one that it knows.
        for (const call of [agent.call, (tool: string, args: object) => start({ tool, arguments: args })]) {
          let answer = await call("createGame", { game: "tic-tac-toe", difficulty: 1 });
          for (let turn = 0; answer.data.next_action !== null && turn < 9; turn += 1) {
            const { tool, arguments: args } = answer.data.next_action;
            answer = await call(tool, { ...args, move: answer.data.legal_moves?.[0] });
            expect(answer.isError, answer.text).toBe(false);
          }
          expect(answer.text).toMatch(/Game Over: .*\n*[\s\S]*No further actions needed\.$/);
        }
        expect((await start()).text).toBe(begun.text);
      },
    );

  test("a mistake in the command that is named for the host is a tool's answer", { tags: "edge" }, async () => {
    const shim = shimFor(folder(), { KIBITZ_HOST_COMMAND: "kibitz headless" });
    await shim.shakeHands();
    const { result } = await shim.call("startKibitz", {});
    expect(result).toMatchObject({ isError: true });
    expect(result?.content?.[0]?.text).toMatch(
      /^Kibitz is not running, and KIBITZ_HOST_COMMAND is no JSON array of .*: kibitz headless\. Correct it/,
    );
  });

  test("a folder left behind by a killed host does not mislead the shim", async () => {
    const dataDir = folder();
    mkdirSync(dataDir, { mode: 0o700 });
    const socket = join(dataDir, "kibitz.sock");
    const dead = { pid: 99_999_999, url: "u", mcp: "m", socket, version: "0", startedAt: "2026-01-01T00:00:00Z" };
    writeFileSync(join(dataDir, "host.json"), JSON.stringify(dead));
    const shim = shimFor(dataDir);
    expect((await shim.shakeHands()).result).toBeDefined();
  });
});

describe("at a host that is already there", () => {
  const dir = tempDir();
  let host: HostProcess;
  beforeAll(async () => {
    host = await startHost(dir.path);
  });
  afterAll(async () => {
    await host.stop();
    dir[Symbol.dispose]();
  });
  const shimThere = (...args: readonly string[]) => shimFor(host.dataDir, { KIBITZ_HOST_COMMAND: '["false"]' }, args);

  test("a shim joins a host that is there, and starts none", async () => {
    await shimThere().shakeHands();
    expect(hostPid(host.dataDir)).toBe(host.pid);
  });

  test("a batch that is piped in is answered, in the revision that has batches", async () => {
    const shim = shimThere();
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const clientInfo = { name: "script", version: "1" };
    const begun = shim.ask("initialize", { protocolVersion: "2025-03-26", capabilities: {}, clientInfo });
    shim.write(JSON.stringify([ping(2), ping(3)]));
    expect((await begun).result).toMatchObject({ protocolVersion: "2025-03-26" });
    for (const id of [2, 3]) expect((await shim.answerTo(id)).result).toEqual({});
  });

  for (const name of namedInHelp)
    test(`the toolset “${name}”, which the help names, is served`, {
      tags: /^(play|entrant)$/.test(name) ? [] : "edge",
    }, async () => {
      const shim = shimThere("--toolsets", name);
      await shim.shakeHands();
      const { result } = await shim.ask("tools/list");
      const { tools } = z.object({ tools: z.array(z.looseObject({ name: z.string() })) }).parse(result);
      expect(tools.map(({ name }) => name)).toContain(onlyIn[name] ?? "createGame");
      if (name === "play") expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(24 * 1024);
    });

  test("a shim ends with its client, or when it is told to", async () => {
    for (const end of [(shim: Shim) => shim.child.stdin.end(), (shim: Shim) => shim.child.kill("SIGTERM")]) {
      const shim = shimThere();
      await shim.shakeHands();
      end(shim);
      expect(await shim.exited).toBe(0);
    }
  });

  test("a client that stops reading and goes away ends its shim quietly", async () => {
    const shim = shimThere();
    await shim.shakeHands();
    shim.child.stdout.destroy();
    void shim.ask("tools/list").catch(() => {});
    expect(await shim.exited).toBe(0);
    expect(shim.stderr()).not.toMatch(/at .*\(/);
  });

  test("text of any script survives the shim, however the bytes are cut", async () => {
    const shim = shimThere();
    await shim.shakeHands();
    const id = "Ŝaĥ-♞-🏆-將棋";
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`);
    const answer = shim.answerTo(id);
    for (const byte of bytes) shim.child.stdin.write(Buffer.from([byte]));
    expect(await answer).toEqual({ jsonrpc: "2.0", id, result: {} });
  });
});

describe("over a restart of the host", () => {
  test("a killed host costs the call under way an answer that says so, and the seat is kept", async () => {
    const dataDir = folder();
    const shim = shimFor(dataDir);
    await shim.shakeHands();
    const game = gameIn(await shim.call("createGame", seated));
    await shim.call("finishTurn", { game_id: game, move: "e2e4" });
    const wait = shim.call("waitForNextTurn", { game_id: game, timeout_seconds: 50 });
    // The host answers in order, so that it has begun to wait once it answers this.
    await shim.ask("ping");
    const before = hostPid(dataDir);
    await endHost(dataDir, "SIGKILL");
    expect((await wait).result).toMatchObject({
      structuredContent: {
        status: "timeout",
        next_action: { tool: "waitForNextTurn", arguments: { game_id: game, timeout_seconds: 50 } },
      },
    });

    // Neither the handshake nor the seat has to be seen to: the connection still holds white, and white alone.
    const wrong = await shim.call("finishTurn", { game_id: game, move: "d7d5" });
    expect(wrong.result?.content?.[0]?.text).toMatch(/Not your turn/);
    const state = await shim.call("waitForNextTurn", { game_id: game, timeout_seconds: 0 });
    expect(state.result?.structuredContent).toMatchObject({ status: "timeout", you: "white", ply: 1 });
    expect(hostPid(dataDir)).not.toBe(before);
  });

  test("a killed host ends the calls of a client of the 2026 era as complete, and the seat is kept", {
    tags: "edge",
  }, async () => {
    const dataDir = folder();
    const shim = shimFor(dataDir);
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const game = gameIn(await shim.call("createGame", seated, meta));
    await shim.call("finishTurn", { game_id: game, move: "e2e4" }, meta);
    const wait = shim.call("waitForNextTurn", { game_id: game, timeout_seconds: 50 }, meta);
    const listen = shim.ask("subscriptions/listen", { _meta: meta, notifications: {} }, "listen");
    expect(await shim.others.next("acknowledgement")).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
    });
    await endHost(dataDir, "SIGKILL");
    const ended = (await wait).result;
    expect(ended).toMatchObject({ resultType: "complete", structuredContent: { status: "timeout" } });
    expect(ended?.isError ?? false).toBe(false);
    expect((await listen).result).toMatchObject({ resultType: "complete" });
    const state = await shim.call("waitForNextTurn", { game_id: game, timeout_seconds: 0 }, meta);
    expect(state.result?.structuredContent).toMatchObject({ you: "white", ply: 1 });
  });

  test("a host that was quit is not brought back by an idle client, but by its next request", async () => {
    const dataDir = folder();
    const shim = shimFor(dataDir);
    await shim.shakeHands();
    await endHost(dataDir, "SIGTERM");
    expect((await shim.ask("ping")).result).toEqual({});
    expect(existsSync(join(dataDir, "host.json"))).toBe(false);
    expect((await shim.ask("tools/list")).result?.tools).toBeDefined();
    expect(hostPid(dataDir)).not.toBe(0);
  });

  test("a host that comes back by itself is joined at once, subscriptions and all", async () => {
    const dataDir = folder();
    const first = await startHost(dataDir);
    const shim = shimFor(dataDir, { KIBITZ_HOST_COMMAND: '["false"]' });
    await shim.shakeHands();
    const game = gameIn(await shim.call("createGame", seated));
    const uri = `kibitz://games/${game}`;
    expect((await shim.ask("resources/subscribe", { uri })).result).toBeDefined();
    await first.stop();

    const second = await startHost(dataDir);
    undo.push(() => second.stop());
    const other = shimFor(dataDir, { KIBITZ_HOST_COMMAND: '["false"]' });
    await other.shakeHands();
    await vi.waitFor(() => expect(shim.stderr()).toContain("connected to Kibitz again"), { timeout: 15_000 });
    await other.call("joinGame", { game_id: game });
    for (;;) {
      const { method, params } = await shim.others.next("update of the subscribed game");
      if (method === "notifications/resources/updated" && params?.uri === uri) break;
    }
  });
});

describe("as a process", () => {
  test("requests that were piped in before the end are answered, also where the host has to be started for them", async () => {
    const shim = shimFor(folder());
    const clientInfo = { name: "script", version: "1" };
    const asked = [shim.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })];
    shim.send({ method: "notifications/initialized" });
    asked.push(shim.ask("tools/list"), shim.call("listGames"));
    shim.child.stdin.end();
    for (const answer of await Promise.all(asked)) expect(answer).toHaveProperty("result");
    expect(await shim.exited).toBe(0);
  });

  test("a line that is not JSON is answered; standard output carries nothing but MCP", async () => {
    const shim = shimFor(folder(), { KIBITZ_LOG_LEVEL: "debug" });
    shim.write("hello?");
    expect(await shim.others.next()).toMatchObject({ id: null, error: { code: -32700 } });
    expect(shim.stderr()).toBe("");
    await shim.shakeHands();
    expect(shim.stderr()).toMatch(/kibitz-mcp info: starting Kibitz/);
  });

  test.each([
    [["--help"], 0, /Usage: kibitz-mcp/, ""],
    [["--version"], 0, /^\d+\.\d+\.\d+\n$/, ""],
    [["--colour", "red"], 2, /^$/, /--colour.*--toolsets/],
  ] as const)("the shim answers the arguments %j and ends", async (args, code, stdout, stderr) => {
    const child = spawn(process.execPath, [shimProgram, ...args]);
    let [out, err] = ["", ""];
    child.stdout.on("data", (text) => (out += text));
    child.stderr.on("data", (text) => (err += text));
    const [exitCode] = await once(child, "close");
    expect([exitCode, out, err]).toEqual([code, expect.stringMatching(stdout), expect.stringMatching(stderr)]);
    expect(err.split("\n").length).toBeLessThanOrEqual(2);
  });

  test.each([
    [
      ["--toolsets", "poker"],
      /no toolset "poker".*There are: play, game, entrant, league, tictactoe, analysis, coach, or all/,
    ],
    [["--toolsets", "play,poker"], /no toolset "poker"/],
    [["--toolsets", "play poker"], /no toolset "play poker"/],
    [["--toolsets", ""], /--toolsets needs a value/],
    [["--data-dir"], /--data-dir/],
  ] as const)("the shim cannot read the arguments %j, and says so in one line", (args, message) => {
    const read = readOptions(args, {});
    expect(read).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    expect(read.ok || read.message).not.toContain("\n");
  });
});
