import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { acquireInstanceLock, claimDataDir, writeDiscovery } from "../../src/main/data/discovery.ts";
import { linesOf } from "../shim/inbox.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "kibitz-lock-"));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const program = join(import.meta.dirname, "hold-lock.ts");
function contender(dataDir: string): { child: ChildProcess; verdict: Promise<string> } {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  undo.push(() => child.kill("SIGKILL"));
  return { child, verdict: linesOf(child.stdout).next("verdict") };
}

test("exactly one of six hosts that start at once gets the lock; killed, it leaves it to the next", {
  tags: "edge",
  timeout: 60_000,
}, async () => {
  const dataDir = folder();
  const six = Array.from({ length: 6 }, () => contender(dataDir));
  const verdicts = await Promise.all(six.map(({ verdict }) => verdict));
  expect(verdicts.sort()).toEqual(["held", "held", "held", "held", "held", "mine"]);

  const late = contender(dataDir);
  expect(await late.verdict).toBe("held");

  for (const { child } of six) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const three = Array.from({ length: 3 }, () => contender(dataDir));
  expect((await Promise.all(three.map(({ verdict }) => verdict))).sort()).toEqual(["held", "held", "mine"]);
  expect(readdirSync(dataDir)).toEqual(["host.lock"]);
});

test("a lock also holds within one process, and for others while one here was turned away", async () => {
  const dataDir = folder();
  const first = acquireInstanceLock(dataDir);
  expect(acquireInstanceLock(dataDir)).toMatchObject({ ok: false, isHeld: true });
  expect(await contender(dataDir).verdict).toBe("held");
  if (first.ok) first.release();
  const second = acquireInstanceLock(dataDir);
  expect(second.ok).toBe(true);
  if (process.platform !== "win32") expect(statSync(join(dataDir, "host.lock")).mode & 0o777).toBe(0o600);
  // Released twice is released once: the lock is the second one's now.
  if (first.ok) first.release();
  expect(await contender(dataDir).verdict).toBe("held");
  if (second.ok) second.release();
});

test("a lock file that cannot be one is told from one that is held", () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "host.lock"), "x".repeat(5000));
  const lock = acquireInstanceLock(dataDir);
  expect(lock).toMatchObject({ ok: false, isHeld: false, message: expect.stringContaining("host.lock") });
});

test("a claim finds the host that holds the folder once it has opened its door", async () => {
  const dataDir = folder();
  const { verdict } = contender(dataDir);
  await verdict;
  const claim = claimDataDir(dataDir);
  const socket = process.platform === "win32" ? `\\\\.\\pipe\\kibitz-claim-${process.pid}` : join(dataDir, "s");
  const server = createServer((client) => client.destroy()).listen(socket);
  await once(server, "listening");
  undo.push(() => server.close());
  writeDiscovery(dataDir, { pid: 7, url: "u", mcp: "m", socket, version: "0", startedAt: "2026-11-21T00:00:00Z" });
  expect(await claim).toMatchObject({ kind: "running", discovery: { pid: 7 } });
});

test("a claim takes over from a host that is just ending", async () => {
  const dataDir = folder();
  const { child, verdict } = contender(dataDir);
  await verdict;
  const claim = claimDataDir(dataDir);
  child.stdin?.end();
  const claimed = await claim;
  expect(claimed.kind).toBe("claimed");
  if (claimed.kind === "claimed") claimed.lock.release();
});

test("a holder that neither opens nor ends is reported after a while", async () => {
  const dataDir = folder();
  await contender(dataDir).verdict;
  expect(await claimDataDir(dataDir, 0)).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("does not answer"),
  });
});

test("a lock whose file is deleted is taken again, and one that another has by then is not", () => {
  const dataDir = folder();
  const path = join(dataDir, "host.lock");
  const lock = acquireInstanceLock(dataDir);
  if (!lock.ok) throw new Error(lock.message);
  undo.push(() => lock.release());
  expect(lock.renew()).toEqual({ ok: true, value: null });
  rmSync(path);
  expect(lock.renew()).toMatchObject({ ok: true, value: expect.stringContaining("was deleted") });
  expect(acquireInstanceLock(dataDir)).toMatchObject({ ok: false, isHeld: true });
  expect(lock.renew()).toEqual({ ok: true, value: null });

  rmSync(path);
  const other = acquireInstanceLock(dataDir);
  expect(other.ok).toBe(true);
  expect(lock.renew()).toMatchObject({ ok: false, message: expect.stringContaining("Another Kibitz") });
  if (other.ok) other.release();
  expect(lock.renew()).toMatchObject({ ok: true, value: expect.stringContaining("was deleted") });
});

test("a lock whose file is damaged says what to do, and an empty one is a lock", () => {
  const dataDir = folder();
  const path = join(dataDir, "host.lock");
  writeFileSync(path, "no lock\n".repeat(100));
  expect(acquireInstanceLock(dataDir)).toEqual({
    ok: false,
    isHeld: false,
    message: `${path} is damaged. It holds nothing but the lock: delete it, then start again.`,
  });
  writeFileSync(path, "");
  const lock = acquireInstanceLock(dataDir);
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.release();
});
