import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { derivedToken } from "../../src/main/base/derived-secrets.ts";
import { createLog } from "../../src/main/base/log.ts";
import { openDataDir, writeFileWhole } from "../../src/main/data/data-dir.ts";
import {
  announceHost,
  findRunningHost,
  readDiscovery,
  removeDiscovery,
  writeDiscovery,
} from "../../src/main/data/discovery.ts";
import { markOf, openSecrets } from "../../src/main/data/secrets.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "kibitz-data-"));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const mode = (path: string): number => statSync(path).mode & 0o777;
const posix = test.skipIf(process.platform === "win32");

describe("the data folder", () => {
  posix("is created with all above it, closed to others", () => {
    const path = join(folder(), "a", "b");
    expect(openDataDir(path)).toEqual({ ok: true, value: path });
    expect(mode(path)).toBe(0o700);
  });

  posix("is created by several at once, whoever makes what lies above it", { tags: "edge" }, async () => {
    const root = folder();
    const rounds = 300;
    const workers = 2;
    // They wait for each other before each round, so that they meet in its middle.
    const there = new Int32Array(new SharedArrayBuffer(4 * rounds));
    const source = `
      const { join } = require("node:path");
      const { workerData: { root, rounds, workers, there, number, from }, parentPort } = require("node:worker_threads");
      void import(from).then(({ openDataDir }) => {
        const refused = [];
        for (let round = 0; round < rounds; round += 1) {
          Atomics.add(there, round, 1);
          while (Atomics.load(there, round) < workers);
          const made = openDataDir(join(root, String(round), String(number)));
          if (!made.ok) refused.push(made.message);
        }
        parentPort.postMessage(refused);
      });`;
    const from = new URL("../../src/main/data/data-dir.ts", import.meta.url).href;
    const refused = await Promise.all(
      Array.from({ length: workers }, async (_, number) => {
        const data = { root, rounds, workers, there, number, from };
        const worker = new Worker(source, { eval: true, workerData: data, execArgv: [] });
        const [said] = await once(worker, "message");
        await worker.terminate();
        return said;
      }),
    );
    expect(refused.flat()).toEqual([]);
  });

  posix("is closed to others where it is empty or ours, and refused, untouched, where it is neither", () => {
    const path = folder();
    chmodSync(path, 0o755);
    expect(openDataDir(path).ok).toBe(true);
    expect(mode(path)).toBe(0o700);

    writeFileSync(join(path, "agent.token"), "x");
    chmodSync(path, 0o755);
    expect(openDataDir(path).ok).toBe(true);
    expect(mode(path)).toBe(0o700);

    rmSync(join(path, "agent.token"));
    writeFileSync(join(path, "holiday.jpg"), "x");
    chmodSync(path, 0o755);
    expect(openDataDir(path)).toMatchObject({ ok: false, message: expect.stringContaining("--data-dir") });
    expect(mode(path)).toBe(0o755);
  });

  test("a data folder that cannot be used is refused in one sentence that says what to do", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "below")]) {
      const opened = openDataDir(path);
      expect(opened).toMatchObject({
        ok: false,
        code: "STORAGE_FAILED",
        message: expect.stringContaining("--data-dir"),
      });
      expect(opened.ok || opened.message).not.toContain("\n");
    }
  });

  test("a file is written whole or not at all, and no draft is left", () => {
    const path = join(folder(), "f");
    writeFileWhole(path, "one");
    writeFileWhole(path, "two");
    expect(readFileSync(path, "utf8")).toBe("two");
    if (process.platform !== "win32") expect(mode(path)).toBe(0o600);
    mkdirSync(join(path, "..", "taken"));
    expect(() => writeFileWhole(join(path, "..", "taken"), "x")).toThrow();
    expect(readdirSync(join(path, "..")).sort()).toEqual(["f", "taken"]);
  });
});

describe("the secrets", () => {
  test("the secrets are made once, differ from each other, and stay", () => {
    const dataDir = folder();
    const first = openSecrets(dataDir);
    if (!first.ok) throw new Error(first.message);
    const all = [first.value.personToken, first.value.agentToken, first.value.seatSecret, first.value.refereeCode];
    expect(new Set(all).size).toBe(4);
    for (const secret of all) expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(openSecrets(dataDir)).toEqual(first);
    expect(readFileSync(join(dataDir, "agent.token"), "utf8").trim()).toBe(first.value.agentToken);
    if (process.platform === "win32") return;
    for (const name of ["person.token", "agent.token", "seat.secret", "referee.code"])
      expect(mode(join(dataDir, name))).toBe(0o600);
  });

  test("hosts with a common secret derive the same secrets, and none of them reveals another", () => {
    const common = "c".repeat(43);
    const [one, other, older] = [folder(), folder(), folder()];
    const own = openSecrets(older);
    const [first, second, third] = [one, other, older].map((dataDir) => openSecrets(dataDir, common));
    if (!first?.ok || !own.ok) throw new Error("they cannot be read");
    expect(second).toEqual(first);
    const all = Object.values(first.value);
    expect(new Set([...all, common]).size).toBe(5);
    for (const dataDir of [one, other])
      expect(readdirSync(dataDir).sort()).toEqual(["agent.token", "person.token", "referee.code"]);
    // Tokens that are there stay; seats are held by the same secret all the same.
    expect(third).toEqual({ ok: true, value: { ...own.value, seatSecret: first.value.seatSecret } });
    expect(openSecrets(folder(), "d".repeat(43))).not.toEqual(first);
    expect(markOf(first.value.seatSecret)).not.toContain(first.value.seatSecret);
  });

  test("derived secrets are HMAC-SHA256 with a word of their purpose, so that none is valid for another", () => {
    const purposes = ["seat", "board", "join", "entrant", "match", "referee", "task", "kibitz mark"] as const;
    const all = purposes.map((purpose) => derivedToken("secret", purpose, "4821", "white", 1));
    expect(new Set(all).size).toBe(purposes.length);
    const hmac = (text: string) => createHmac("sha256", "secret").update(text).digest("base64url").slice(0, 32);
    expect(all[1]).toBe(hmac("board 4821 white 1"));
  });

  posix("that others could read are closed to them", () => {
    const dataDir = folder();
    openSecrets(dataDir);
    chmodSync(join(dataDir, "seat.secret"), 0o644);
    openSecrets(dataDir);
    expect(mode(join(dataDir, "seat.secret"))).toBe(0o600);
  });

  test("damaged secrets are not silently replaced", () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, "person.token"), "");
    expect(openSecrets(dataDir)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/person\.token.*delete it/),
    });
  });
});

describe("the announcement", () => {
  const announce = (dataDir: string, socket: string, pid = 1) =>
    writeDiscovery(dataDir, { pid, url: "u", mcp: "m", socket, version: "0", startedAt: "2026-11-21T00:00:00Z" });

  /** Something that takes connections. */
  async function listen(path: string): Promise<void> {
    const server = createServer((socket) => socket.destroy()).listen(path);
    await new Promise((resolve) => server.on("listening", resolve));
    undo.push(() => new Promise((resolve) => server.close(resolve)));
  }
  const socketIn = (dataDir: string): string =>
    process.platform === "win32" ? `\\\\.\\pipe\\kibitz-test-${process.pid}` : join(dataDir, "s");

  test("the announcement counts only while its host takes connections", async () => {
    const dataDir = folder();
    expect(await findRunningHost(dataDir)).toBeNull();
    announce(dataDir, socketIn(dataDir), 42);
    expect(await findRunningHost(dataDir)).toBeNull();
    await listen(socketIn(dataDir));
    expect(await findRunningHost(dataDir)).toMatchObject({ pid: 42 });
    removeDiscovery(dataDir);
    expect(await findRunningHost(dataDir)).toBeNull();
    removeDiscovery(dataDir);
  });

  test("a host that ends leaves the announcement of another that has taken its data folder", async () => {
    const dataDir = folder();
    const own = {
      pid: 41,
      url: "u",
      mcp: "m",
      socket: socketIn(dataDir),
      version: "0",
      startedAt: "2026-11-20T00:00:00Z",
    };
    const kept = { ok: true, value: null } as const;
    const options = {
      dataDir,
      lock: { renew: () => kept },
      door: { renew: async () => null },
      log: createLog("error", "text"),
    };
    const first = announceHost({ ...options, discovery: own });
    announce(dataDir, socketIn(dataDir), 42);
    await first.close();
    expect(readDiscovery(dataDir)).toMatchObject({ pid: 42 });
    await announceHost({ ...options, discovery: own }).close();
    expect(readDiscovery(dataDir)).toBeNull();
  });

  test("a damaged announcement of a host counts as none", async () => {
    const dataDir = folder();
    for (const text of ["", "{", "[]", '{"pid":"1"}']) {
      writeFileSync(join(dataDir, "host.json"), text);
      expect(await findRunningHost(dataDir)).toBeNull();
    }
  });
});

test.skipIf(process.platform !== "linux")("too few descriptors are called that, and not a bad database", () => {
  const dataDir = join(folder(), "data");
  const source = (name: string) => JSON.stringify(join(import.meta.dirname, "../../src/main", name));
  // Takes all descriptors but so many, and opens the parts that need some.
  const program = `
    import { openSync, closeSync } from "node:fs";
    import { acquireInstanceLock } from ${source("data/discovery.ts")};
    import { openSqliteStore } from ${source("store/sqlite/store.ts")};
    const held = [];
    try { for (;;) held.push(openSync("/dev/null", "r")); } catch {}
    let opened = false;
    while (!opened) {
      const lock = acquireInstanceLock(process.argv[1]);
      if (lock.ok) {
        try {
          await openSqliteStore(process.argv[1] + "/kibitz.db").close();
          opened = true;
        } catch (error) { console.log(error.message); }
        lock.release();
      } else console.log(lock.message);
      closeSync(held.pop());
    }`;
  const said = execFileSync(
    "prlimit",
    ["--nofile=64:64", process.execPath, "--input-type=module", "-e", program, dataDir],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const lines = said.trim().split("\n");
  expect(lines.filter((line) => line.includes("kibitz.db")).length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain("too many files are open. Raise the limit (ulimit -n)");
});
