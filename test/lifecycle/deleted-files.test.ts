import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { connect } from "../support/agents.ts";
import { hostProgram, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
const soon = { timeout: 20_000, interval: 50 };

test.skipIf(process.platform === "win32")(
  "a host under which files are deleted stays alone and findable, and acknowledges nothing that would be lost",
  { tags: "edge" },
  async () => {
    const dir = tempDir();
    undo.push(() => dir[Symbol.dispose]());
    const dataDir = join(dir.path, "data");
    const host = await startHost(dataDir);
    undo.push(() => host.stop());
    const agent = await connect(host, "shim", "v2 client, new era");
    undo.push(() => agent.close());
    const { game_id } = (await agent.call("createGame", { type: "human" })).data;

    // Deleted at once, without the lock: a second host finds the lock free, and still does not get in.
    rmSync(join(dataDir, "host.lock"));
    const second = execFileSync(process.execPath, [hostProgram, "--json", "--port", "0", "--data-dir", dataDir], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(JSON.parse(second)).toMatchObject({ alreadyRunning: true, pid: host.pid });

    const files = ["host.lock", "host.json", "kibitz.sock"].map((name) => join(dataDir, name));
    for (const file of files) rmSync(file, { force: true });
    await vi.waitFor(() => expect(files.filter((file) => !existsSync(file))).toEqual([]), soon);
    const later = await connect(host, "shim", "v2 client, new era");
    undo.push(() => later.close());
    expect((await later.call("getGame", { game_id })).data.game_id).toBe(game_id);
    expect((await agent.call("say", { game_id, message: "still here" })).isError).toBe(false);
    expect(host.log()).toContain("there again");

    renameSync(dataDir, `${dataDir}-elsewhere`);
    const lost = await agent.call("finishTurn", { game_id, move: "e2e4" });
    expect(lost.data.error).toMatchObject({
      code: "STORAGE_FAILED",
      message: expect.stringContaining("deleted or replaced"),
    });
    await vi.waitFor(() => expect(host.log()).toContain("is gone. Nothing can be kept"), soon);
    expect(existsSync(dataDir)).toBe(false);
    renameSync(`${dataDir}-elsewhere`, dataDir);
    expect((await agent.call("finishTurn", { game_id, move: "e2e4", ply: 0 })).data.ply).toBe(1);
    expect((await personAt(host).get(`/api/games/${game_id}`)).body.ply).toBe(1);
  },
);
