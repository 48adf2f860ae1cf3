import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join, matchesGlob } from "node:path";
import { unpackExtension } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readAnswer } from "../support/agents.ts";
import { projectDir, startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

/** The bundle of `scripts/bundle.mjs`, unpacked by the official packer as a host does it. */

const folder = tempDir();
const unpacked = join(folder.path, "unpacked");
const file = () => join(folder.path, `kibitz-${manifest().version}.mcpb`);
const manifest = () => JSON.parse(readFileSync(join(folder.path, "mcpb", "manifest.json"), "utf8"));

beforeAll(async () => {
  execFileSync(process.execPath, [join(projectDir, "scripts", "bundle.mjs"), folder.path], { stdio: "pipe" });
  expect(await unpackExtension({ mcpbPath: file(), outputDir: unpacked, silent: true })).toBe(true);
  return () => folder[Symbol.dispose]();
});

test("the bundle brings the licence that its manifest names", () => {
  expect(readFileSync(join(unpacked, "LICENSE"), "utf8")).toBe(readFileSync(join(projectDir, "LICENSE"), "utf8"));
  expect(manifest().license).toBe("GPL-3.0-or-later");
  // The shim has nothing of others in it, and says so.
  expect(readFileSync(join(unpacked, "third-party.txt"), "utf8")).toMatch(/^Nothing of others/m);
});

/** Starts what the manifest says, as a host does, with few variables and the folder's name put in. */
async function start(args: readonly string[], dirName: string, env: Readonly<Record<string, string>>) {
  const client = new Client({ name: "claude-ai", version: "1" });
  const given = args.map((word) => word.replaceAll("$" + "{__dirname}", dirName));
  const home = join(folder.path, "home");
  mkdirSync(home, { recursive: true });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: given,
      env: { PATH: "/nonexistent", HOME: home, USERPROFILE: home, ...env },
      stderr: "ignore",
    }),
  );
  const call = async (name: string, asked: Record<string, unknown> = {}) =>
    readAnswer(await client.callTool({ name, arguments: asked }));
  const tools = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { call, tools, [Symbol.asyncDispose]: () => client.close() };
}

test("where there is no Kibitz the bundle says what to do, as a tool's answer, and plays once there is one", async () => {
  const { args } = manifest().server.mcp_config;
  using data = tempDir();
  await using bundle = await start(args, unpacked, { KIBITZ_DATA_DIR: data.path });
  expect(await bundle.tools()).toEqual(["startKibitz"]);
  const alone = await bundle.call("startKibitz");
  expect(alone).toMatchObject({ isError: true, text: expect.stringMatching(/Install Kibitz.*start it once/) });
  await using _host = await startHost(data.path);
  expect(await bundle.tools()).toContain("createGame");
  const made = await bundle.call("createGame", { game: "tic-tac-toe", type: "computer", difficulty: 1 });
  expect(made.isError, made.text).toBe(false);
  expect(JSON.parse(readFileSync(join(data.path, "callers.json"), "utf8"))["claude-desktop"].name).toBe("claude-ai");
});

test("on Windows the shim is found where a packaged Claude really keeps it", async () => {
  const { args } = manifest().server.mcp_config.platform_overrides.win32;
  const [roaming, local] = [join(folder.path, "Roaming"), join(folder.path, "Local")];
  const believed = join(roaming, "Claude", "Claude Extensions", "kibitz");
  const real = join(local, "Packages", "Claude_x1", "LocalCache", "Roaming", "Claude", "Claude Extensions", "kibitz");
  const env = { APPDATA: roaming, LOCALAPPDATA: local, KIBITZ_DATA_DIR: join(folder.path, "none") };
  mkdirSync(dirname(real), { recursive: true });
  mkdirSync(dirname(believed), { recursive: true });
  cpSync(unpacked, believed, { recursive: true });
  {
    await using bundle = await start(args, believed, env);
    expect(await bundle.tools()).toEqual(["startKibitz"]);
  }
  renameSync(believed, real);
  await using bundle = await start(args, believed, env);
  expect(await bundle.tools()).toEqual(["startKibitz"]);
});

test("server.json says what the registry asks for (schema 2025-12-11), of the bundle that was packed", () => {
  const version = z.string().regex(/^\d+\.\d+\.\d+$/);
  const schema = z.strictObject({
    $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
    name: z
      .string()
      .min(3)
      .max(200)
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    title: z.string().min(1).max(100),
    description: z.string().min(1).max(100),
    version,
    packages: z.tuple([
      z.strictObject({
        registryType: z.literal("mcpb"),
        identifier: z.url({ protocol: /^https$/ }).regex(/mcpb/),
        version,
        fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
        transport: z.strictObject({ type: z.literal("stdio") }),
      }),
    ]),
  });
  const server = schema.parse(JSON.parse(readFileSync(join(folder.path, "server.json"), "utf8")));
  expect(server.packages[0].fileSha256).toBe(createHash("sha256").update(readFileSync(file())).digest("hex"));
  expect(server.version).toBe(manifest().version);
  const { homepage } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
  expect(server.packages[0].identifier).toBe(`${homepage}/releases/download/v${server.version}/${basename(file())}`);
});

test("a release is made from a tag, and has what server.json names; workflows run nothing but what was looked at", () => {
  const read = (name: string) => readFileSync(join(projectDir, ".github", "workflows", name), "utf8");
  const { on, jobs } = parse(read("release.yml"));
  expect(on).toEqual({ push: { tags: ["v*"] } });
  const upload = jobs.build.steps.find(({ uses = "" }: { readonly uses?: string }) =>
    uses.startsWith("actions/upload-artifact@"),
  );
  const patterns: readonly string[] = upload.with.path.trim().split("\n");
  for (const name of [basename(file()), "server.json"])
    expect(
      patterns.some((pattern) => matchesGlob(`dist/${name}`, pattern)),
      name,
    ).toBe(true);
  const last = jobs.release.steps.at(-1).run;
  expect(last).toMatch(/sha256sum \* > SHA256SUMS\n\s*gh release create "\$GITHUB_REF_NAME" .* \*$/m);
  for (const workflow of ["ci.yml", "release.yml"]) {
    const used = [...read(workflow).matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action, workflow).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});
