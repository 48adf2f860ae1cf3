import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";

test("a host on SQLite loads nothing of what only hosts of one database need, and a move reaches the disk through few files", async () => {
  const args = ["--import", "./scripts/raw-assets.mjs", join("bench", "move-files.ts")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectDir });
  const { loaded, disk, all }: Record<"loaded" | "disk" | "all", readonly string[]> = JSON.parse(stdout);
  expect(loaded).toContain("main/live/live.ts");
  expect(loaded.filter((file) => /cluster|postgres/.test(file))).toEqual([]);
  expect(disk).toEqual(expect.arrayContaining(["main/mcp/tools/turns.ts", "main/games/machine/play.ts"]));
  expect(disk.length).toBeLessThanOrEqual(45);
  expect(all.length).toBeLessThanOrEqual(80);
});
