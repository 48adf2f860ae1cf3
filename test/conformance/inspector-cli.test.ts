import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDir, startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const program = join(projectDir, "node_modules/.bin/mcp-inspector");

test("the official Inspector's command line lists the tools and calls one", { tags: "edge" }, async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const inspect = async (...args: string[]) => {
    const header = `Authorization: Bearer ${host.agentToken}`;
    const all = ["--cli", host.mcp, "--transport", "http", "--header", header, ...args];
    // It keeps a folder of its own in the home.
    const env = { ...process.env, HOME: dir.path, USERPROFILE: dir.path };
    const { stdout } = await promisify(execFile)(program, all, { env, timeout: 60_000, maxBuffer: 4 * 1024 * 1024 });
    return JSON.parse(stdout);
  };
  const { tools } = await inspect("--method", "tools/list");
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["createGame", "watchGame"]));
  const made = await inspect("--method", "tools/call", "--tool-name", "createGame", "--tool-arg", "type=agent");
  expect(made.structuredContent).toMatchObject({ status: "your_turn", you: "white" });
});
