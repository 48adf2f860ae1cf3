import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, test as base, expect, vi } from "vitest";
import { connect, disconnect } from "../../src/cli/connect.ts";
import { openCallers } from "../../src/main/connect/connecting.ts";
import { memoryDir } from "../support/temp-dir.ts";

/** Elsewhere the home folder is not told by a variable alone. */
const test = base.skipIf(process.platform === "win32");

afterEach(() => {
  process.exitCode = undefined;
});

/** Runs a command in a home folder in which Cursor is installed and Codex's file is damaged. */
async function say(home: string, command: typeof connect, ...args: string[]) {
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", "");
  expect(homedir()).toBe(home);
  process.exitCode = undefined;
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const problems = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await command([...args, "--data-dir", join(home, "data")]);
  const said = { out: out.mock.calls.join(""), problems: problems.mock.calls.join(""), code: process.exitCode ?? 0 };
  vi.restoreAllMocks();
  return said;
}

function furnish(home: string): string {
  for (const folder of [".cursor", ".codex"]) mkdirSync(join(home, folder));
  writeFileSync(join(home, ".codex", "config.toml"), "[broken");
  return join(home, ".cursor", "mcp.json");
}

test("kibitz connect lists the hosts, shows what it would write, writes it and takes it out", async () => {
  using folder = memoryDir();
  const home = folder.path;
  const file = furnish(home);
  const list = await say(home, connect);
  expect(list.out).toMatch(/^cursor +Cursor +not connected$/m);
  expect(list.out).toMatch(
    /^codex +Codex +its configuration cannot be read\n +Kibitz leaves .*config.toml alone.*line 1/m,
  );
  expect(list.out).toMatch(/^zed +Zed +not installed$/m);

  const printed = await say(home, connect, "cursor", "--print");
  const { kibitz } = JSON.parse(printed.out).mcpServers;
  expect(kibitz.command).toBe(process.execPath);
  expect(kibitz.args.slice(1)).toEqual(["--data-dir", join(home, "data"), "--for", "cursor"]);
  expect(existsSync(file)).toBe(false);

  const done = await say(home, connect, "cursor");
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Cursor is connected\. .+ finds Kibitz .+\.\n.*mcp\.json\nNext: /),
  });
  expect(readFileSync(file, "utf8")).toBe(printed.out);
  const states = JSON.parse((await say(home, connect, "--json")).out).targets;
  expect(states).toContainEqual(expect.objectContaining({ id: "cursor", state: "connected" }));

  expect((await say(home, disconnect, "cursor")).out).toMatch(/^Cursor is disconnected\.\n.*\n {2}\(before: .*\.bak\)/);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ mcpServers: {} });
});

test("kibitz connect has a host offered fewer tools, and says so where its model reads all of them", async () => {
  using folder = memoryDir();
  const home = folder.path;
  const file = furnish(home);
  expect((await say(home, connect, "cursor")).out).toMatch(/For games alone: kibitz connect cursor --toolsets game$/m);
  const narrowed = await say(home, connect, "cursor", "--toolsets", "game");
  expect(narrowed.out).not.toContain("For games alone");
  const argsIn = () => JSON.parse(readFileSync(file, "utf8")).mcpServers.kibitz.args.slice(1);
  expect(argsIn()).toEqual(["--data-dir", join(home, "data"), "--toolsets", "game", "--for", "cursor"]);
  // It stays so, and counts as connected.
  await say(home, connect, "cursor");
  expect(argsIn()).toContain("game");
  expect((await say(home, connect)).out).toMatch(/^cursor +Cursor +connected$/m);
  await say(home, connect, "cursor", "--toolsets", "play,entrant");
  expect(argsIn().filter((word: string) => word === "--toolsets" || word === "game")).toEqual(["--toolsets"]);
  expect(await say(home, connect, "cursor", "--toolsets", "plya")).toMatchObject({
    code: 2,
    problems: expect.stringContaining('--toolsets: There is no toolset "plya"'),
  });
});

test("a host that called without an entry in its file, as from a package, is listed as one that has", async () => {
  using folder = memoryDir();
  const home = folder.path;
  furnish(home);
  mkdirSync(join(home, "data"));
  const callers = openCallers(join(home, "data"));
  callers.note("cursor", { name: "cursor-vscode", version: "3.1" });
  const listed = /^cursor +Cursor +has called, with no entry in its file\n +Cursor came another way, .*package/m;
  expect((await say(home, connect)).out).toMatch(listed);

  // Programs that called before did not come from the entry that is written now.
  await say(home, connect, "cursor");
  expect((await say(home, connect)).out).toMatch(/^cursor +Cursor +connected$/m);
  callers.note("cursor", { name: "cursor-vscode", version: "3.1" });
  expect((await say(home, connect)).out).toMatch(/^cursor +Cursor +has called \(Cursor\)$/m);
  await say(home, disconnect, "cursor");
  expect((await say(home, connect)).out).toMatch(/^cursor +Cursor +not connected$/m);
});

test("where one of a host's files cannot be written, it is said which was changed, and where it lies as it was", async () => {
  using folder = memoryDir();
  const home = folder.path;
  const folders = [join(home, ".config", "devin"), join(home, ".codeium", "windsurf")];
  const [first = "", second = ""] = folders.map((each) => {
    mkdirSync(each, { recursive: true });
    return join(each, "mcp_config.json");
  });
  for (const file of [first, second]) writeFileSync(file, "{}");
  chmodSync(second, 0o444);
  const { code, problems } = await say(home, connect, "windsurf");
  expect([code, readFileSync(second, "utf8")]).toEqual([1, "{}"]);
  expect(readFileSync(first, "utf8")).toContain("kibitz");
  const backup = readdirSync(dirname(first)).find((name) => name.endsWith(".bak")) ?? "";
  expect(problems).toContain(`${second} is protected against writing`);
  expect(problems).toContain(`${first} was changed; what it was is kept in ${join(dirname(first), backup)}`);
});

test("an impossible request, and an unknown command, are refused in one line", async () => {
  using folder = memoryDir();
  const home = folder.path;
  furnish(home);
  const refused = await say(home, connect, "codex");
  expect(refused).toMatchObject({ code: 1, out: "", problems: expect.stringMatching(/^kibitz: .*left alone.*\n$/) });
  expect(await say(home, connect, "zed")).toMatchObject({ code: 1, problems: expect.stringContaining("not found") });
  const unknown = {
    code: 2,
    out: "",
    problems: expect.stringMatching(/^kibitz: there is no host "emacs".*cursor.*\n$/),
  };
  for (const command of [connect, disconnect]) expect(await say(home, command, "emacs")).toMatchObject(unknown);
  expect(await say(home, connect, "emacs", "--print")).toMatchObject(unknown);
  expect(await say(home, disconnect)).toMatchObject({ code: 2, problems: expect.stringContaining("which host") });
  expect(await say(home, connect, "--porridge")).toMatchObject({
    code: 2,
    problems: expect.stringMatching(/^kibitz: .*porridge.*\n$/),
  });
  const onlyToConnect = {
    code: 2,
    out: "",
    problems: expect.stringMatching(/^kibitz: --print is for connect HOST.*\n$/),
  };
  expect(await say(home, disconnect, "cursor", "--print")).toMatchObject(onlyToConnect);
  expect(await say(home, connect, "--print")).toMatchObject(onlyToConnect);
});
