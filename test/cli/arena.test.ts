import { spawn } from "node:child_process";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { projectDir } from "../support/host-process.ts";
import { endOf } from "../support/kibitz.ts";
import { needs } from "../support/needs.ts";
import { personAt } from "../support/person.ts";
import { noPostgres } from "../support/postgres.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Starts it as npm does, with a folder of the test's own for what is temporary. */
function startArena(...args: readonly string[]) {
  const dir = tempDir();
  // PostgreSQL may run as another user.
  chmodSync(dir.path, 0o711);
  const script = ["--import", join(projectDir, "scripts/raw-assets.mjs"), join(projectDir, "scripts/arena.ts")];
  const child = spawn(process.execPath, [...script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: dir.path },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    dir[Symbol.dispose]();
  });
  return { child, left: () => readdirSync(dir.path) };
}

/** The hosts that it tells of, once it has told all. */
async function hostsOf({ child }: ReturnType<typeof startArena>) {
  let said = "";
  for await (const line of createInterface({ input: child.stdout })) {
    said += `${line}\n`;
    if (line.startsWith("Ctrl-C")) break;
  }
  return [...said.matchAll(/Dashboard {2}(http:\S+)\/\?token=(\S+)/g)].map(([, url = "", token = ""]) => ({
    url,
    token,
  }));
}

test.skipIf(noPostgres)(
  "npm run arena starts hosts with the same games, and leaves no process and no folder, even when it is killed",
  needs("PostgreSQL"),
  async () => {
    const arena = startArena("--hosts", "2");
    const [one, two, ...more] = await hostsOf(arena);
    if (!one || !two) throw new Error("it told of no two hosts");
    expect(more).toEqual([]);
    const players = { X: { kind: "human" }, O: { kind: "human" } };
    const made = await personAt(one).post("/api/games", { game: "tic-tac-toe", players });
    expect(await personAt(two).get(`/api/games/${made.body.game_id}`)).toMatchObject({ status: 200 });
    // Nothing that it could still do itself.
    arena.child.kill("SIGKILL");
    await expect.poll(arena.left).toEqual([]);
    for (const host of [one, two]) await expect(fetch(host.url)).rejects.toThrow();
  },
);

test("npm run arena refuses a number of hosts that PostgreSQL has no connections for", async () => {
  const { code, out, err } = await endOf(startArena("--hosts", "9").child);
  expect([code, out, err]).toEqual([2, "", "kibitz: --hosts takes a whole number from 1 to 8, not 9.\n"]);
});
