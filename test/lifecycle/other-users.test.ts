import { once } from "node:events";
import { chmodSync, chownSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openDataDir } from "../../src/main/data/data-dir.ts";
import { findRunningHost, writeDiscovery } from "../../src/main/data/discovery.ts";
import { openSecrets } from "../../src/main/data/secrets.ts";
import { dialHost } from "../../src/shim/host-link.ts";
import { needs } from "../support/needs.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Somebody else on this machine; only root can give files away, so that elsewhere these tests are skipped. */
const SOMEBODY = 54_321;
const asRoot = test.skipIf(process.geteuid?.() !== 0);
const posix = test.skipIf(process.platform === "win32");

asRoot("a data folder of another user is refused with what to do, and is left as it is", needs("root's rights"), () => {
  using folder = tempDir();
  const dataDir = join(folder.path, "theirs");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  chownSync(dataDir, SOMEBODY, SOMEBODY);
  expect(openDataDir(dataDir)).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /belongs to another user \(54321; you are 0\)\. Start Kibitz as that user.*--data-dir.*chown -R 0/,
    ),
  });
  expect([statSync(dataDir).uid, statSync(dataDir).mode & 0o777]).toEqual([SOMEBODY, 0o755]);
});

asRoot(
  "files that another user put into the data folder are refused: tokens, engines to start, a database, links",
  needs("root's rights"),
  () => {
    for (const name of [
      "person.token",
      "agent.token",
      "seat.secret",
      "referee.code",
      "engines.json",
      "kibitz.db",
      "host.lock",
      "link",
    ]) {
      using folder = tempDir();
      const path = join(folder.path, name);
      if (name === "link") symlinkSync("/etc/hostname", path);
      else writeFileSync(path, `${"x".repeat(43)}\n`, { mode: 0o600 });
      lchownSync(path, SOMEBODY, SOMEBODY);
      const message = expect.stringContaining(`${path} belongs to another user (54321), who may have put it there.`);
      expect(openDataDir(folder.path)).toMatchObject({ ok: false, message });
      lchownSync(path, 0, 0);
      expect(openDataDir(folder.path).ok).toBe(true);
    }
  },
);

posix("a token that others could have written is refused, and goes for a new one", () => {
  for (const name of ["person.token", "agent.token", "seat.secret", "referee.code"]) {
    using folder = tempDir();
    openSecrets(folder.path);
    chmodSync(join(folder.path, name), 0o620);
    const message = expect.stringMatching(/could be written by others, who may know it\. Delete it: a new one is made/);
    expect(openSecrets(folder.path)).toMatchObject({ ok: false, message });
  }
});

/** A socket where the host of a data folder said that it listens, and what came over it. */
async function openSquatter(dataDir: string, socket: string) {
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "agent.token"), "t".repeat(43));
  const told: string[] = [];
  const server = createServer((client) => client.on("data", (data) => told.push(String(data)))).listen(socket);
  await once(server, "listening");
  const url = "http://127.0.0.1:1";
  const at = { pid: 1, url, mcp: `${url}/mcp`, version: "1", startedAt: new Date().toISOString(), socket };
  expect(writeDiscovery(dataDir, at).ok).toBe(true);
  const connect = () => {
    const caller = { dataDir, connection: "c", toolsets: null, entry: null };
    return dialHost(caller, { line: () => {}, onCongestion: () => {}, onClose: () => {} });
  };
  return {
    told,
    connect,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

asRoot.for([
  ["the socket", (socket: string) => chownSync(socket, SOMEBODY, SOMEBODY)],
  ["its folder", (socket: string) => chownSync(dirname(socket), SOMEBODY, SOMEBODY)],
] as const)("nothing is said to a socket where another user owns %s", async ([, give]) => {
  using folder = tempDir();
  const socket = join(folder.path, "short", "s.sock");
  await using squatter = await openSquatter(folder.path, socket);
  give(socket);
  expect(await squatter.connect()).toEqual({ kind: "absent" });
  expect(await findRunningHost(folder.path)).toBeNull();
  expect(squatter.told).toEqual([]);
});

posix("nothing is said to a socket in a folder that others may write", async () => {
  using folder = tempDir();
  const socket = join(folder.path, "short", "s.sock");
  await using squatter = await openSquatter(folder.path, socket);
  chmodSync(dirname(socket), 0o777);
  expect(await squatter.connect()).toEqual({ kind: "absent" });
  expect(await findRunningHost(folder.path)).toBeNull();
  chmodSync(dirname(socket), 0o700);
  expect(await findRunningHost(folder.path)).not.toBeNull();
});
