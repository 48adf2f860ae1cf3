import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml, stringify as stringifyToml } from "smol-toml";
import { afterEach, describe, expect, test } from "vitest";
import { parse as parseYaml, stringify as stringifyYaml } from "yaml";
import { createConnector } from "../../src/main/connect/connector.ts";
import { type KnownHost, knownHosts } from "../../src/main/connect/hosts.ts";
import type { ConnectOutcome } from "../../src/shared/api.ts";
import type { Result } from "../../src/shared/result.ts";
import { needs } from "../support/needs.ts";
import { memoryDir } from "../support/temp-dir.ts";

/** No program has called. */
const nobody = { of: () => null, forget: () => {} };

/** Where each host keeps its configuration, written down once more, as a path below the home folder. */
const files: Readonly<Record<string, Readonly<Record<"darwin" | "win32" | "linux", readonly string[]>>>> = {
  "claude-desktop": {
    darwin: ["Library/Application Support/Claude/claude_desktop_config.json"],
    win32: [
      "AppData/Roaming/Claude/claude_desktop_config.json",
      "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json",
    ],
    linux: [".config/Claude/claude_desktop_config.json"],
  },
  "claude-code": everywhere(".claude.json"),
  vscode: inCode("mcp.json"),
  cursor: everywhere(".cursor/mcp.json"),
  codex: everywhere(".codex/config.toml"),
  gemini: everywhere(".gemini/settings.json"),
  goose: {
    darwin: [".config/goose/config.yaml"],
    win32: ["AppData/Roaming/Block/goose/config/config.yaml"],
    linux: [".config/goose/config.yaml"],
  },
  "lm-studio": everywhere(".lmstudio/mcp.json"),
  zed: {
    darwin: [".config/zed/settings.json"],
    win32: ["AppData/Roaming/Zed/settings.json"],
    linux: [".config/zed/settings.json"],
  },
  cline: inCode("globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
  continue: everywhere(".continue/mcpServers/kibitz.yaml"),
  windsurf: {
    darwin: [".config/devin/mcp_config.json", ".codeium/windsurf/mcp_config.json"],
    win32: ["AppData/Roaming/devin/mcp_config.json", ".codeium/windsurf/mcp_config.json"],
    linux: [".config/devin/mcp_config.json", ".codeium/windsurf/mcp_config.json"],
  },
};

function everywhere(file: string) {
  return { darwin: [file], win32: [file], linux: [file] };
}

function inCode(file: string) {
  return {
    darwin: [`Library/Application Support/Code/User/${file}`],
    win32: [`AppData/Roaming/Code/User/${file}`],
    linux: [`.config/Code/User/${file}`],
  };
}

/** A file as its owner left it, with a server of another's and what is said of it. */
const furnished: Readonly<Record<KnownHost["format"], (section: string) => string>> = {
  json: (section) =>
    `{\n    "theme": "dark",\n    "${section}": {\n        "files": { "command": "npx" }\n    },\n    "zoom": 1.50\n}\n`,
  jsonc: (section) =>
    `// Mine.\r\n{\r\n  "${section}": {\r\n    // Files.\r\n    "files": { "command": "npx" }, // keep\r\n  },\r\n}\r\n`,
  toml: (section) =>
    `# Mine.\nmodel = "o9" # new\n\n[${section}.files]\ncommand = "npx"\n\n# Windows.\n[tui]\ntheme = 'dark'\n`,
  yaml: (section) =>
    `# Mine.\nMODEL: "o9"   # new\n${section}:\n    files:   # work\n        cmd: npx\n# The rest.\nMODE:  smart\n`,
};

const broken: Readonly<Record<KnownHost["format"], string>> = {
  json: '{\n  "mcpServers": {\n    "files": { "command": "npx" }, // what others allow\n',
  jsonc: '{ "servers": { "files": ',
  toml: "[mcp_servers\nx = 1\n",
  yaml: "extensions:\n  - a\n b: [\n",
};

const parsers: Readonly<Record<KnownHost["format"], (text: string) => unknown>> = {
  json: (text) => JSON.parse(text.replace(/^\ufeff/, "")),
  jsonc: (text) => parseJsonc(text.replace(/^\ufeff/, " ")),
  toml: parseToml,
  yaml: parseYaml,
};

/** Our entry, as a host reads it; undefined where there is none. */
function entryRead({ format, entry: { section, name }, ownFile }: KnownHost, text: string) {
  // biome-ignore lint/suspicious/noExplicitAny: each host's own form
  const servers = (parsers[format](text) as any)?.[section];
  return ownFile ? servers?.[0] : servers?.[name];
}

/** A host's file in which nothing but this entry stands, by our name. */
function textWith({ format, entry: { section, name }, ownFile }: KnownHost, entry: object): string {
  const document = { [section]: ownFile ? [entry] : { [name]: entry } };
  if (format === "toml") return stringifyToml(document);
  return format === "yaml" ? stringifyYaml(document) : JSON.stringify(document);
}

const address = "http://127.0.0.1:7397/mcp";
const headers = { Authorization: "Bearer the-agents-token" };
/** How each host is told of a server at an address; `kept` is what it takes beside a command as well. */
const overHttp: Readonly<Record<string, { readonly http: object; readonly kept?: object }>> = {
  "claude-desktop": { http: { type: "http", url: address, headers } },
  "claude-code": { http: { type: "http", url: address, headers, headersHelper: "x", oauth: { clientId: "x" } } },
  vscode: { http: { type: "http", url: address, headers }, kept: { gallery: true } },
  cursor: { http: { url: address, headers, auth: { CLIENT_ID: "x" } } },
  codex: {
    http: {
      url: address,
      bearer_token: "the-agents-token",
      bearer_token_env_var: "TOKEN",
      http_headers: headers,
      env_http_headers: { Authorization: "TOKEN" },
      oauth: { client_id: "x" },
      oauth_resource: address,
    },
    kept: { startup_timeout_sec: 20, enabled_tools: ["playMove"] },
  },
  gemini: {
    http: { httpUrl: address, headers, oauth: { enabled: true }, authProviderType: "google_credentials" },
    kept: { timeout: 600, trust: true },
  },
  goose: { http: { type: "streamable_http", uri: address, headers }, kept: { timeout: 60, env_keys: ["TOKEN"] } },
  "lm-studio": { http: { url: address, headers } },
  zed: { http: { url: address, headers, oauth: { client_id: "x" } }, kept: { enabled: true } },
  cline: { http: { type: "streamableHttp", url: address, headers }, kept: { disabled: false, autoApprove: ["wait"] } },
  continue: {
    http: { type: "streamable-http", url: address, requestOptions: { headers }, apiKey: "the-agents-token" },
    kept: { connectionTimeout: 5000 },
  },
  windsurf: { http: { serverUrl: address, headers }, kept: { disabledTools: ["resign"] } },
};

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

const isRoot = process.getuid?.() === 0;

const platforms = ["linux", "darwin", "win32"] as const;

/** A home folder in which only this host is installed, and Kibitz beside it. */
function stand(host: KnownHost, platform: (typeof platforms)[number]) {
  const folder = memoryDir();
  undo.push(() => folder[Symbol.dispose]());
  const home = join(folder.path, "home of a person");
  const shim = join(folder.path, "kibitz-mcp.mjs");
  mkdirSync(home);
  writeFileSync(shim, "");
  const paths = files[host.id]?.[platform].map((file) => join(home, file)) ?? [];
  for (const path of paths) mkdirSync(dirname(path), { recursive: true });
  // Its file is in the home folder itself.
  if (host.id === "claude-code") mkdirSync(join(home, ".claude"));
  const roaming = join(home, "AppData", "Roaming");
  const env = platform === "win32" ? { APPDATA: roaming, LOCALAPPDATA: join(home, "AppData", "Local") } : {};
  const connectorFor = (program: string) =>
    createConnector({
      shim: { command: process.execPath, args: [program] },
      obstacle: null,
      mcpUrl: null,
      agentTokenFile: "",
      callers: nobody,
      platform,
      env,
      home,
    });
  const connector = connectorFor(shim);
  const stateOf = (asked = connector) => asked.list().targets.find(({ id }) => id === host.id);
  return { home, paths, shim, connector, connectorFor, state: (asked = connector) => stateOf(asked)?.state, stateOf };
}

const sure = (result: Result<ConnectOutcome>): ConnectOutcome => {
  if (!result.ok) throw new Error(result.message);
  return result.value;
};

const backupsOf = (path: string) =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith(".kibitz.bak"))
    .map((name) => join(dirname(path), name));
const drafts = (path: string) => readdirSync(dirname(path)).filter((name) => name.endsWith(".tmp"));

describe.each(platforms)("on %s", (platform) => {
  describe.each(knownHosts)("$id", (host) => {
    const expectEntry = (path: string, shim: string) => {
      const entry = entryRead(host, readFileSync(path, "utf8"));
      expect(entry).toMatchObject({ args: [shim, "--for", host.id] });
      expect(entry.command ?? entry.cmd).toBe(process.execPath);
    };

    test.each(["absent", "empty"])("an entry is written to a file that is %s, and is taken out again", (how) => {
      const { paths, shim, connector, state, stateOf } = stand(host, platform);
      if (how === "empty") for (const path of paths) writeFileSync(path, "");
      expect(state()).toBe("found");
      const { changed } = sure(connector.connect(host.id));
      expect(changed.map(({ file }) => file)).toEqual(paths);
      for (const path of paths) expectEntry(path, shim);
      const connected = paths.map((path) => readFileSync(path, "utf8"));
      expect(state()).toBe("connected");
      // The text offered for copying says the same.
      expect(entryRead(host, stateOf()?.block ?? "")).toEqual(entryRead(host, connected[0] ?? ""));
      expect(sure(connector.connect(host.id)).changed).toEqual([]);
      expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(connected);
      sure(connector.disconnect(host.id));
      expect(state()).toBe("found");
      // The last content is kept, and an empty file says nothing: connected again, it is the same again.
      const kept = paths.flatMap((path) => backupsOf(path).map((backup) => readFileSync(backup, "utf8")));
      for (const text of connected) expect(kept).toContain(text);
      for (const path of paths) {
        expect(existsSync(path)).toBe(!host.ownFile);
        expect(backupsOf(path)).toHaveLength(1);
        expect(drafts(path)).toEqual([]);
      }
      expect(sure(connector.disconnect(host.id)).changed).toEqual([]);
      sure(connector.connect(host.id));
      for (const path of paths) expectEntry(path, shim);
    });

    test("an entry is written beside others and their comments, which stay as they are", () => {
      // Nothing of others stands in a file of our own.
      if (host.ownFile) return;
      const { paths, shim, connector, state } = stand(host, platform);
      const text = furnished[host.format](host.entry.section);
      for (const path of paths) {
        writeFileSync(path, text);
        chmodSync(path, 0o640);
      }
      sure(connector.connect(host.id));
      const connected = paths.map((path) => readFileSync(path, "utf8"));
      for (const path of paths) {
        expectEntry(path, shim);
        expect(statSync(path).mode & 0o777).toBe(0o640);
        expect(backupsOf(path).map((backup) => readFileSync(backup, "utf8"))).toEqual([text]);
        expect(backupsOf(path).map((backup) => statSync(backup).mode & 0o777)).toEqual([0o640]);
      }
      expect(sure(connector.connect(host.id)).changed).toEqual([]);
      expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(connected);
      expect(state()).toBe("connected");
      sure(connector.disconnect(host.id));
      for (const path of paths) expect(readFileSync(path, "utf8")).toBe(text);
      expect(state()).toBe("found");
    });

    test("a program's file that does not parse is left alone, and that is said", () => {
      const { paths, connector, stateOf } = stand(host, platform);
      for (const path of paths) writeFileSync(path, broken[host.format]);
      expect(stateOf()).toMatchObject({ state: "unreadable", why: expect.stringContaining("alone") });
      expect(connector.connect(host.id)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/left alone.*line \d/),
      });
      expect(connector.connect(host.id).ok).toBe(false);
      // A file of our own may go, whatever stands in it; the text is kept.
      expect(connector.disconnect(host.id).ok).toBe(host.ownFile === true);
      if (host.ownFile) {
        expect(paths.map((path) => existsSync(path))).toEqual(paths.map(() => false));
        for (const path of paths)
          expect(backupsOf(path).map((backup) => readFileSync(backup, "utf8"))).toEqual([broken[host.format]]);
        return;
      }
      for (const path of paths) {
        expect(readFileSync(path, "utf8")).toBe(broken[host.format]);
        expect(backupsOf(path)).toEqual([]);
      }
    });

    test("a program's file that is a link stays one, and what it leads to is written", () => {
      const { home, paths, shim, connector, state } = stand(host, platform);
      const real = join(home, "dotfiles");
      mkdirSync(real);
      const targets = paths.map((path, index) => {
        const target = join(real, `${index}-${basename(path)}`);
        // One leads to what is not there yet.
        if (index === 0) writeFileSync(target, "");
        symlinkSync(target, path);
        return target;
      });
      expect(sure(connector.connect(host.id)).changed.map(({ file }) => file)).toEqual(targets);
      for (const path of paths) {
        expect(lstatSync(path).isSymbolicLink()).toBe(true);
        expectEntry(path, shim);
      }
      expect(backupsOf(targets[0] ?? "")).toHaveLength(1);
      expect(sure(connector.connect(host.id)).changed).toEqual([]);
      expect(state()).toBe("connected");
      expect(sure(connector.disconnect(host.id)).changed.map(({ file }) => file)).toEqual(targets);
      expect(state()).toBe("found");
      for (const [index, path] of paths.entries()) {
        expect(lstatSync(path).isSymbolicLink()).toBe(true);
        expect(existsSync(targets[index] ?? "")).toBe(!host.ownFile);
        expect(backupsOf(path)).toEqual([]);
      }
    });

    test("a program's file that is protected against writing stays as it is", () => {
      const { paths, connector, state } = stand(host, platform);
      const [first = "", ...rest] = paths;
      const text = host.format === "toml" ? "" : host.format === "yaml" ? "a: 1\n" : "{}\n";
      for (const path of paths) writeFileSync(path, text);
      chmodSync(first, 0o444);
      expect(connector.connect(host.id)).toMatchObject({ ok: false, message: expect.stringContaining("protected") });
      expect(readFileSync(first, "utf8")).toBe(text);
      expect(state()).toBe("found");
      for (const path of [first, ...rest]) expect(drafts(path)).toEqual([]);
      expect(backupsOf(first)).toEqual([]);
      // And an entry in a file that has been protected since.
      chmodSync(first, 0o644);
      sure(connector.connect(host.id));
      const connected = readFileSync(first, "utf8");
      const backups = backupsOf(first);
      expect(backups).toEqual([`${first}.kibitz.bak`]);
      chmodSync(first, 0o444);
      expect(connector.disconnect(host.id)).toMatchObject({ ok: false, message: expect.stringContaining("protected") });
      expect(readFileSync(first, "utf8")).toBe(connected);
      expect(backupsOf(first)).toEqual(backups);
    });

    test("a program's file that has something in its place, or nowhere to be, is left so, and that is said", () => {
      const { home, paths, connector, stateOf } = stand(host, platform);
      for (const path of paths) mkdirSync(path);
      expect(stateOf()).toMatchObject({ state: "unreadable", why: expect.stringContaining("is not a file") });
      expect(connector.connect(host.id)).toMatchObject({
        ok: false,
        message: expect.stringContaining("is not a file"),
      });
      for (const path of paths) {
        expect(readdirSync(path)).toEqual([]);
        rmdirSync(path);
        symlinkSync(basename(path), path);
      }
      expect(connector.connect(host.id)).toMatchObject({
        ok: false,
        message: expect.stringContaining("leads to itself"),
      });
      expect(connector.disconnect(host.id).ok).toBe(false);
      for (const path of paths) {
        expect(readlinkSync(path)).toBe(basename(path));
        unlinkSync(path);
        // Its file would be in the home folder itself.
        if (dirname(path) === home) continue;
        expect(readdirSync(dirname(path))).toEqual([]);
        rmdirSync(dirname(path));
        writeFileSync(dirname(path), "mine");
      }
      if (paths.some((path) => dirname(path) === home)) return;
      expect(connector.connect(host.id).ok).toBe(false);
      for (const path of paths) expect(readFileSync(dirname(path), "utf8")).toBe("mine");
    });

    // Root may write everywhere.
    test.skipIf(isRoot)(
      "a program's file in a folder that may not be written to stays as it is",
      needs("an ordinary user"),
      () => {
        const { paths, connector, state } = stand(host, platform);
        for (const path of paths) writeFileSync(path, "");
        for (const path of paths) chmodSync(dirname(path), 0o555);
        expect(connector.connect(host.id)).toMatchObject({
          ok: false,
          message: expect.stringContaining("this user may not"),
        });
        for (const path of paths) {
          expect(readFileSync(path, "utf8")).toBe("");
          chmodSync(dirname(path), 0o755);
          expect([...backupsOf(path), ...drafts(path)]).toEqual([]);
        }
        expect(state()).toBe("found");
      },
    );

    test("an entry of another Kibitz, and one that leads nowhere, are told apart and mended", () => {
      const { home, connector, connectorFor, state, stateOf, shim, paths } = stand(host, platform);
      const other = join(home, "other-kibitz-mcp.mjs");
      writeFileSync(other, "");
      sure(connectorFor(other).connect(host.id));
      expect(stateOf()).toMatchObject({ state: "elsewhere", why: expect.stringContaining(other) });
      sure(connectorFor(join(home, "gone.mjs")).connect(host.id));
      expect(stateOf()).toMatchObject({ state: "stale", why: expect.stringContaining("gone.mjs is not there") });
      sure(connector.connect(host.id));
      expect(state()).toBe("connected");
      for (const path of paths) expectEntry(path, shim);
    });

    test("an entry with an address becomes one with our command, and nothing of the address stays", () => {
      const { connector, state, stateOf, paths } = stand(host, platform);
      const { http, kept = {} } = overHttp[host.id] ?? { http: {} };
      sure(connector.connect(host.id));
      const ours = entryRead(host, readFileSync(paths[0] ?? "", "utf8"));
      const { type: _, ...withoutType } = { type: "", ...http };
      // As it was set up, and as it is where a command was put beside the address.
      for (const entry of [
        { ...http, ...kept },
        { ...ours, ...withoutType, ...kept },
      ]) {
        for (const path of paths) writeFileSync(path, textWith(host, entry));
        expect(state()).toBe("elsewhere");
        sure(connector.connect(host.id));
        for (const path of paths) expect(entryRead(host, readFileSync(path, "utf8"))).toEqual({ ...ours, ...kept });
        expect(state()).toBe("connected");
      }
      // One thing that belongs to an address is enough for some hosts not to start the command, or to read no entry at all.
      for (const [name, value] of Object.entries(withoutType)) {
        for (const path of paths) writeFileSync(path, textWith(host, { ...ours, [name]: value }));
        expect(stateOf()).toMatchObject({ state: "elsewhere", why: expect.stringContaining(name) });
      }
    });

    test("what a person had an entry tell the shim stays, but for what leads elsewhere", () => {
      const { connector, state, stateOf, paths } = stand(host, platform);
      sure(connector.connect(host.id));
      const ours = entryRead(host, readFileSync(paths[0] ?? "", "utf8"));
      const key = host.shape === "goose" ? "envs" : "env";
      const own = { MCP_DISABLE_BROWSER: "1", KIBITZ_LOG_LEVEL: "debug" };
      const leading = { KIBITZ_DATA_DIR: "/elsewhere", KIBITZ_HOST_COMMAND: '["false"]', XDG_DATA_HOME: "/elsewhere" };
      const [program, ...options] = ours.args;
      for (const toolsets of [["--toolsets", "play,league"], ["--toolsets=play,league"]]) {
        const entry = { ...ours, args: [program, ...toolsets, ...options], [key]: { ...leading, ...own } };
        for (const path of paths) writeFileSync(path, textWith(host, entry));
        expect(stateOf()).toMatchObject({ state: "elsewhere", why: expect.stringContaining("/elsewhere") });
        expect(sure(connector.connect(host.id)).changed).toHaveLength(paths.length);
        const expected = { ...ours, args: [...ours.args, "--toolsets", "play,league"], [key]: own };
        for (const path of paths) expect(entryRead(host, readFileSync(path, "utf8"))).toEqual(expected);
        expect(state()).toBe("connected");
        expect(sure(connector.connect(host.id)).changed).toEqual([]);
      }
      // Where nothing is left of it, it goes; and what the shim would refuse is not carried over.
      const entry = { ...ours, args: [...ours.args, "--toolsets", "plya"], [key]: leading };
      for (const path of paths) writeFileSync(path, textWith(host, entry));
      sure(connector.connect(host.id));
      for (const path of paths) expect(entryRead(host, readFileSync(path, "utf8"))).toEqual(ours);
    });
  });
});

test("a host that is not installed is not made up", () => {
  const folder = memoryDir();
  undo.push(() => folder[Symbol.dispose]());
  const connector = createConnector({
    shim: { command: process.execPath, args: ["x"] },
    obstacle: null,
    mcpUrl: null,
    agentTokenFile: "",
    callers: nobody,
    platform: "linux" as const,
    env: {},
    home: folder.path,
  });
  expect(connector.list().targets.map(({ state }) => state)).toEqual(knownHosts.map(() => "missing"));
  for (const { id } of knownHosts) expect(connector.connect(id).ok, id).toBe(false);
  expect(connector.connect("emacs")).toMatchObject({ ok: false, message: expect.stringContaining("claude-desktop") });
  expect(readdirSync(folder.path)).toEqual([]);
});

test("a relative XDG_CONFIG_HOME counts as unset", () => {
  const folder = memoryDir();
  undo.push(() => folder[Symbol.dispose]());
  mkdirSync(join(folder.path, ".config", "zed"), { recursive: true });
  const connector = createConnector({
    shim: { command: process.execPath, args: ["x"] },
    obstacle: null,
    mcpUrl: null,
    agentTokenFile: "",
    callers: nobody,
    platform: "linux" as const,
    env: { XDG_CONFIG_HOME: "config" },
    home: folder.path,
  });
  const { state, files: written } = connector.list().targets.find(({ id }) => id === "zed") ?? {};
  expect([state, written]).toEqual(["found", [join(folder.path, ".config", "zed", "settings.json")]]);
});

// Only root can become others, and give files to groups that those are not in.
describe.skipIf(!isRoot)("a file of an ordinary user", needs("root's rights"), () => {
  const [user, team, strangers] = [54_321, 54_322, 54_323];
  const program = `
    const { createConnector } = await import(${JSON.stringify(import.meta.resolve("../../src/main/connect/connector.ts"))});
    process.setgroups([${team}]);
    process.setgid(${user});
    process.setuid(${user});
    const connector = createConnector({
      shim: { command: process.execPath, args: [] },
      obstacle: null,
      mcpUrl: null,
      agentTokenFile: "",
      callers: { of: () => null, forget: () => {} },
      platform: "linux",
      env: {},
      home: process.env.HOME,
    });
    const connected = connector.connect("cursor");
    if (!connected.ok) throw new Error(connected.message);
  `;

  test.each([
    { what: "stays its team's", group: team, mode: 0o660, left: { gid: team, mode: 0o660 } },
    {
      what: "is no other group's where it was of one that he is not in",
      group: strangers,
      mode: 0o660,
      left: { gid: user, mode: 0o600 },
    },
    {
      what: "says to its new group what it said to all",
      group: strangers,
      mode: 0o664,
      left: { gid: user, mode: 0o644 },
    },
  ])("a file of an ordinary user $what, and its backup is as the file was", ({ group, mode, left }) => {
    using folder = memoryDir();
    const home = join(folder.path, ".cursor");
    const path = join(home, "mcp.json");
    mkdirSync(home);
    writeFileSync(path, "{}");
    chownSync(path, user, group);
    chmodSync(path, mode);
    for (const each of [folder.path, home]) chownSync(each, user, user);
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { env: { HOME: folder.path } });
    const [backup = ""] = backupsOf(path);
    expect(readFileSync(backup, "utf8")).toBe("{}");
    expect(readFileSync(path, "utf8")).toContain("--for");
    const access = (file: string) => {
      const { uid, gid, mode: now } = statSync(file);
      return { uid, gid, mode: now & 0o777 };
    };
    expect(access(path)).toEqual({ uid: user, ...left });
    expect(access(backup)).toEqual({ uid: user, gid: group, mode });
  });

  test("a file of an ordinary user is left alone by another user, who may write it and its folder", () => {
    using folder = memoryDir();
    const home = join(folder.path, ".cursor");
    const path = join(home, "mcp.json");
    mkdirSync(home);
    writeFileSync(path, "{}");
    chownSync(path, strangers, user);
    chmodSync(path, 0o666);
    for (const each of [folder.path, home]) chownSync(each, user, user);
    expect(() =>
      execFileSync(process.execPath, ["--input-type=module", "-e", program], {
        env: { HOME: folder.path },
        stdio: "pipe",
      }),
    ).toThrow(`${path} belongs to another user; it was left alone`);
    expect([readFileSync(path, "utf8"), statSync(path).uid, readdirSync(home)]).toEqual([
      "{}",
      strangers,
      ["mcp.json"],
    ]);
  });
});
