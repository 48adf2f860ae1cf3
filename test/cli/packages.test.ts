import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

/** The packages of `scripts/packages.ts`. Whether their hosts take them, `npm run packages` asks those. */

const folder = tempDir();
const read = (...path: readonly string[]) => JSON.parse(readFileSync(join(folder.path, ...path), "utf8"));
const { version } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));

beforeAll(() => {
  execFileSync(process.execPath, [join(projectDir, "scripts", "packages.ts"), folder.path], { stdio: "pipe" });
  return () => folder[Symbol.dispose]();
});

/** Each package's manifest, the file with its server, and there the word for its folder and the value of `--for`. */
const forms = [
  ["claude-code", ".claude-plugin/plugin.json", ".mcp.json", "CLAUDE_PLUGIN_ROOT", "claude-code"],
  ["codex", ".codex-plugin/plugin.json", ".mcp.json", null, "codex:3600"],
  ["gemini", "gemini-extension.json", "gemini-extension.json", "extensionPath", "gemini:3600"],
  ["copilot", "plugin.json", "mcp.json", "PLUGIN_ROOT", "copilot"],
  ["cursor", "plugin.json", "mcp.json", "PLUGIN_ROOT", "cursor"],
] as const;

test.each(forms)(
  "the package for %s starts the shim that it brings, and has the skill",
  async (id, about, servers, word, purpose) => {
    const own = join(folder.path, id);
    expect(read(id, about)).toMatchObject({ name: "kibitz", version, description: expect.stringContaining("chess") });
    const same: readonly (readonly [string, string])[] = [
      ["server/kibitz-mcp.mjs", "out/shim/kibitz-mcp.mjs"],
      ["skills/play-on-kibitz/SKILL.md", "src/main/mcp/skills/play-on-kibitz/SKILL.md"],
      ["LICENSE", "LICENSE"],
      ["third-party.txt", "out/shim/third-party.txt"],
    ];
    for (const [path, source] of same)
      expect(readFileSync(join(own, path), "utf8")).toBe(readFileSync(join(projectDir, source), "utf8"));
    expect(readFileSync(join(own, "README.md"), "utf8")).toMatch(/FOLDER/);

    const { command, args, cwd } = read(id, servers).mcpServers.kibitz;
    expect([command, args.slice(1)]).toEqual(["node", ["--for", purpose]]);
    // Codex starts a server in the plugin's folder; the others name it.
    expect(cwd).toBe(word === null ? "." : undefined);
    const [program] = args.map((text: string) => text.replace(`$\{${word}}`, own));
    const client = new Client({ name: "any", version: "1" });
    const home = join(folder.path, "home");
    mkdirSync(home, { recursive: true });
    const PATH = [dirname(process.execPath), "/nonexistent"].join(delimiter);
    const env = { PATH, HOME: home, USERPROFILE: home, KIBITZ_DATA_DIR: join(home, "none") };
    const transport = { command, args: [program, ...args.slice(1)], cwd: word === null ? own : home, env };
    await client.connect(new StdioClientTransport({ ...transport, stderr: "ignore" }));
    try {
      // There is no Kibitz in that home.
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["startKibitz"]);
    } finally {
      await client.close();
    }
  },
);

test("a package asks for the time that its host's entry gets, where its form has a field for it", () => {
  expect(read("codex", ".mcp.json").mcpServers.kibitz).toMatchObject({ tool_timeout_sec: 3600 });
  expect(read("gemini", "gemini-extension.json").mcpServers.kibitz).toMatchObject({ timeout: 3_600_000 });
  for (const id of ["copilot", "cursor"]) expect(read(id, "mcp.json").mcpServers.kibitz).not.toHaveProperty("timeout");
});

test("the packages in the open form have what Agent Plugins 1.0.0 allows and nothing else", () => {
  const schemas = "https://agent-plugins.org/schemas/1.0.0";
  const manifest = z.strictObject({
    $schema: z.literal(`${schemas}/plugin.schema.json`),
    name: z
      .string()
      .max(64)
      .regex(/^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/),
    version: z.string(),
    description: z.string(),
    author: z.strictObject({ name: z.string() }),
    homepage: z.string(),
    license: z.string(),
    keywords: z.array(z.string()),
  });
  const server = z.strictObject({ type: z.literal("stdio"), command: z.string(), args: z.array(z.string()) });
  const servers = z.strictObject({
    $schema: z.literal(`${schemas}/mcp.schema.json`),
    mcpServers: z.record(z.string(), server),
  });
  for (const id of ["copilot", "cursor"]) {
    manifest.parse(read(id, "plugin.json"));
    servers.parse(read(id, "mcp.json"));
  }
});

test("the folder of packages is a catalogue for each host that wants one, and each leads to that host's package", () => {
  const catalogues = { ".claude-plugin": "claude-code", ".github/plugin": "copilot", ".cursor-plugin": "cursor" };
  for (const [path, id] of Object.entries(catalogues)) {
    const { name, owner, plugins } = read(path, "marketplace.json");
    expect([name, owner.name, plugins]).toEqual([
      "kibitz",
      expect.any(String),
      [{ name: "kibitz", source: `./${id}`, description: expect.any(String) }],
    ]);
  }
  expect(read(".agents/plugins/marketplace.json").plugins).toMatchObject([
    { name: "kibitz", source: { source: "local", path: "./codex" } },
  ]);
  const folders = readdirSync(folder.path).filter((name) => existsSync(join(folder.path, name, "server")));
  expect(folders.sort()).toEqual(forms.map(([id]) => id).sort());
});
