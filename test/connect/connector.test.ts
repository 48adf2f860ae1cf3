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
import { basename, delimiter, dirname, join } from "node:path";
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
  qwen: everywhere(".qwen/settings.json"),
  copilot: everywhere(".copilot/mcp-config.json"),
  opencode: everywhere(".config/opencode/opencode.json"),
  kilo: everywhere(".config/kilo/kilo.json"),
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
  cline: inCode(
    "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    ".cline/data/settings/cline_mcp_settings.json",
  ),
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

function inCode(file: string, ...others: readonly string[]) {
  return {
    darwin: [`Library/Application Support/Code/User/${file}`, ...others],
    win32: [`AppData/Roaming/Code/User/${file}`, ...others],
    linux: [`.config/Code/User/${file}`, ...others],
  };
}

/** A file as its owner left it, with a server of another's and what is said of it. */
const furnished: Readonly<Record<KnownHost["format"] | "list", (section: string) => string>> = {
  json: (section) =>
    `{\n    "theme": "dark",\n    "${section}": {\n        "files": { "command": "npx" }\n    },\n    "zoom": 1.50\n}\n`,
  jsonc: (section) =>
    `// Mine.\r\n{\r\n  "${section}": {\r\n    // Files.\r\n    "files": { "command": "npx" }, // keep\r\n  },\r\n}\r\n`,
  toml: (section) =>
    `# Mine.\nmodel = "o9" # new\n\n[${section}.files]\ncommand = "npx"\n\n# Windows.\n[tui]\ntheme = 'dark'\n`,
  yaml: (section) =>
    `# Mine.\nMODEL: "o9"   # new\n${section}:\n    files:   # work\n        cmd: npx\n# The rest.\nMODE:  smart\n`,
  list: (section) =>
    `# Mine.\nname: "o9"   # new\n${section}:\n# Work.\n- name:   files\n  command: npx # a server\n# The rest.\nMODE:  smart\n`,
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
function entryRead({ format, entry: { section, name, isList } }: KnownHost, text: string) {
  // biome-ignore lint/suspicious/noExplicitAny: each host's own form
  const servers = (parsers[format](text) as any)?.[section];
  return isList ? servers?.find((server: { name: string }) => server.name === name) : servers?.[name];
}

/** The field of an entry for the time that a call may take, and its units in a second, written down once more. */
const callTimes: Readonly<Record<string, readonly [field: string, perSecond: number]>> = {
  codex: ["tool_timeout_sec", 1],
  gemini: ["timeout", 1000],
  qwen: ["timeout", 1000],
  copilot: ["timeout", 1000],
  opencode: ["timeout", 1000],
  kilo: ["timeout", 1000],
  goose: ["timeout", 1],
  cline: ["timeout", 1],
};
/** The value of `--for`: which entry it is, and for how many seconds that lets a call take. */
function purposeOf({ id }: KnownHost, entry: Readonly<Record<string, unknown>>): string {
  const [field = "", perSecond = 1] = callTimes[id] ?? [];
  return field === "" ? id : `${id}:${Math.ceil(Number(entry[field]) / perSecond)}`;
}

/** The command in an entry, in whatever form. */
const wordsOf = ({ command, cmd, args = [] }: Readonly<Record<string, string | readonly string[]>>) =>
  [command ?? cmd ?? [], args].flat();
/** An entry with other arguments. */
const withArguments = (entry: Readonly<Record<string, string | readonly string[]>>, args: readonly string[]) =>
  Array.isArray(entry["command"]) ? { ...entry, command: [entry["command"][0], ...args] } : { ...entry, args };

/** A host's file in which nothing but this entry stands, by our name. */
function textWith({ format, entry: { section, name, isList } }: KnownHost, entry: object): string {
  const document = { [section]: isList ? [{ name, ...entry }] : { [name]: entry } };
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
  qwen: {
    http: { httpUrl: address, headers, oauth: { enabled: true } },
    kept: { timeout: 600, excludeTools: ["say"] },
  },
  copilot: { http: { type: "http", url: address, headers }, kept: { tools: ["createGame"] } },
  opencode: { http: { type: "remote", url: address, headers, oauth: false }, kept: { enabled: true, timeout: 9000 } },
  kilo: { http: { type: "remote", url: address, headers }, kept: { enabled: true } },
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
      expect(wordsOf(entry)).toEqual([process.execPath, shim, "--for", purposeOf(host, entry)]);
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
        expect(existsSync(path)).toBe(host.preamble === undefined);
        expect(backupsOf(path)).toHaveLength(1);
        expect(drafts(path)).toEqual([]);
      }
      expect(sure(connector.disconnect(host.id)).changed).toEqual([]);
      sure(connector.connect(host.id));
      for (const path of paths) expectEntry(path, shim);
    });

    test("an entry is written beside others and their comments, which stay as they are", () => {
      const { paths, shim, connector, state } = stand(host, platform);
      const text = furnished[host.entry.isList ? "list" : host.format](host.entry.section);
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
      expect(connector.disconnect(host.id).ok).toBe(false);
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
        expect(existsSync(targets[index] ?? "")).toBe(host.preamble === undefined);
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
        const expected = { ...ours, ...kept };
        const [, ...args] = [...wordsOf(ours).slice(0, -1), purposeOf(host, expected)];
        for (const path of paths)
          expect(entryRead(host, readFileSync(path, "utf8"))).toEqual(withArguments(expected, args));
        expect(state()).toBe("connected");
      }
      // One thing that belongs to an address is enough for some hosts not to start the command, or to read no entry at all.
      for (const [name, value] of Object.entries(withoutType)) {
        for (const path of paths) writeFileSync(path, textWith(host, { ...ours, [name]: value }));
        expect(stateOf()).toMatchObject({ state: "elsewhere", why: expect.stringContaining(name) });
      }
    });

    test("a person's own arguments of an entry stay, but for those that lead elsewhere", () => {
      const { connector, state, stateOf, paths } = stand(host, platform);
      sure(connector.connect(host.id));
      const ours = entryRead(host, readFileSync(paths[0] ?? "", "utf8"));
      const key = host.form === "cmd" ? "envs" : host.form === "list" ? "environment" : "env";
      const own = { MCP_DISABLE_BROWSER: "1", KIBITZ_LOG_LEVEL: "debug" };
      const leading = { KIBITZ_DATA_DIR: "/elsewhere", KIBITZ_HOST_COMMAND: '["false"]', XDG_DATA_HOME: "/elsewhere" };
      const [, program = "", ...options] = wordsOf(ours);
      for (const toolsets of [["--toolsets", "play,league"], ["--toolsets=play,league"]]) {
        const entry = { ...withArguments(ours, [program, ...toolsets, ...options]), [key]: { ...leading, ...own } };
        for (const path of paths) writeFileSync(path, textWith(host, entry));
        expect(stateOf()).toMatchObject({ state: "elsewhere", why: expect.stringContaining("/elsewhere") });
        expect(sure(connector.connect(host.id)).changed).toHaveLength(paths.length);
        const args = [program, ...options, "--toolsets", "play,league"];
        const expected = { ...withArguments(ours, args), [key]: own };
        for (const path of paths) expect(entryRead(host, readFileSync(path, "utf8"))).toEqual(expected);
        expect(state()).toBe("connected");
        expect(sure(connector.connect(host.id)).changed).toEqual([]);
      }
      // Where nothing is left of it, it goes; and what the shim would refuse is not carried over.
      const entry = { ...withArguments(ours, [program, ...options, "--toolsets", "plya"]), [key]: leading };
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

/** Fields of a new entry beside its command, written down once more: what its host needs, and what gains the most. */
const written: Readonly<Record<string, object>> = {
  "claude-code": { type: "stdio" },
  vscode: { type: "stdio" },
  codex: { startup_timeout_sec: 60, tool_timeout_sec: 3600 },
  gemini: { timeout: 3_600_000 },
  qwen: { timeout: 3_600_000 },
  copilot: { type: "local", tools: ["*"], timeout: 3_600_000 },
  opencode: { type: "local", timeout: 3_600_000 },
  kilo: { type: "local", timeout: 3_600_000 },
  goose: { name: "Kibitz", type: "stdio", enabled: true, envs: {}, timeout: 3600 },
  zed: { source: "custom" },
  cline: { timeout: 3600 },
  continue: { name: "kibitz" },
};

test.each(knownHosts)(
  "a new entry for $id has the fields that its host offers, and a person’s own values stay",
  (host) => {
    const { connector, paths, stateOf } = stand(host, "linux");
    sure(connector.connect(host.id));
    const { command: _, cmd: __, args: ___, ...fields } = entryRead(host, readFileSync(paths[0] ?? "", "utf8"));
    expect(fields).toEqual(written[host.id] ?? {});
    // The page and the command say what the timeouts are for.
    expect(/a call take an hour/.test(stateOf()?.about ?? "")).toBe(host.id in callTimes);
    const isOwn = (name: string) => !["type", "envs"].includes(name) && !host.entry.isList;
    const own = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isOwn(name) ? 7 : value]));
    for (const path of paths) writeFileSync(path, textWith(host, { ...own, command: "old" }));
    sure(connector.connect(host.id));
    for (const path of paths) {
      const kept = entryRead(host, readFileSync(path, "utf8"));
      expect(wordsOf(kept).at(-1)).toBe(purposeOf(host, kept));
      expect(kept).toMatchObject(own);
    }
  },
);

const elsewhere = {
  shim: { command: process.execPath, args: ["x"] },
  obstacle: null,
  mcpUrl: null,
  agentTokenFile: "",
};

test.each([
  ["claude", "claude-code", [".claude.json"]],
  ["codex", "codex", [".codex/config.toml"]],
  ["gemini", "gemini", [".gemini/settings.json"]],
  ["qwen", "qwen", [".qwen/settings.json"]],
  ["copilot", "copilot", [".copilot/mcp-config.json"]],
  ["opencode", "opencode", [".config/opencode/opencode.json"]],
  ["kilocode", "kilo", [".config/kilo/kilo.json"]],
  ["cline", "cline", [".cline/data/settings/cline_mcp_settings.json"]],
] as const)("a host that is installed and was never started is found by its program %s", (program, id, expected) => {
  using folder = memoryDir();
  const bin = join(folder.path, "programs");
  const at = (home: string, platform: NodeJS.Platform, env: Readonly<Record<string, string>>) =>
    createConnector({ ...elsewhere, callers: nobody, platform, env, home: join(folder.path, home) });
  const found = (connector: ReturnType<typeof at>) =>
    connector.list().targets.flatMap((target) => (target.state === "missing" ? [] : [target.id]));
  const PATH = ["", "relative", "/nowhere", bin].join(delimiter);
  mkdirSync(bin);
  expect(found(at("linux", "linux", { PATH }))).toEqual([]);
  writeFileSync(join(bin, program), "");
  expect(found(at("linux", "win32", { PATH }))).toEqual([]);
  const connector = at("linux", "linux", { PATH });
  expect(found(connector)).toEqual([id]);
  expect(sure(connector.connect(id)).changed).toEqual(
    expected.map((file) => ({ file: join(folder.path, "linux", file), backup: null })),
  );
  // It stays found and connected where the PATH is another, as it is for a program with a window.
  expect(found(at("linux", "linux", {}))).toEqual([id]);
  writeFileSync(join(bin, `${program}.cmd`), "");
  expect(found(at("windows", "win32", { PATH }))).toEqual([id]);
  // Installers put it in a folder of the home that such a program's PATH leaves out.
  mkdirSync(join(folder.path, "local", ".local", "bin"), { recursive: true });
  writeFileSync(join(folder.path, "local", ".local", "bin", program), "");
  expect(found(at("local", "darwin", {}))).toEqual([id]);
});

/** Each host, the variable that moves its configuration, the value of it, and the file that the host then reads. */
test.each([
  ["claude-code", "CLAUDE_CONFIG_DIR", "", ".claude.json"],
  ["claude-code", "CLAUDE_CONFIG_DIR", "", ".config.json"],
  ["vscode", "VSCODE_APPDATA", "", "Code/User/mcp.json"],
  ["vscode", "VSCODE_PORTABLE", "", "user-data/User/mcp.json"],
  ["vscode", "XDG_CONFIG_HOME", "", "Code/User/mcp.json"],
  ["codex", "CODEX_HOME", "", "config.toml"],
  ["gemini", "GEMINI_CLI_HOME", "", ".gemini/settings.json"],
  ["qwen", "QWEN_HOME", "", "settings.json"],
  ["copilot", "COPILOT_HOME", "", "mcp-config.json"],
  ["opencode", "XDG_CONFIG_HOME", "", "opencode/opencode.json"],
  ["kilo", "XDG_CONFIG_HOME", "", "kilo/kilo.json"],
  ["goose", "GOOSE_PATH_ROOT", "", "config/config.yaml"],
  ["goose", "XDG_CONFIG_HOME", "", "goose/config.yaml"],
  ["zed", "XDG_CONFIG_HOME", "", "zed/settings.json"],
  ["cline", "CLINE_DIR", "", "data/settings/cline_mcp_settings.json"],
  ["cline", "CLINE_DATA_DIR", "", "settings/cline_mcp_settings.json"],
  ["cline", "CLINE_MCP_SETTINGS_PATH", "mine.json", "mine.json"],
  ["continue", "CONTINUE_GLOBAL_DIR", "", "mcpServers/kibitz.yaml"],
  ["continue", "CONTINUE_GLOBAL_DIR", "", "config.yaml"],
])("%s is connected in the file that it reads where %s has moved that", (id, variable, value, file) => {
  const host = knownHosts.find((known) => known.id === id);
  if (!host) throw new Error("no such host");
  const { home, shim } = stand(host, "linux");
  const moved = join(home, "moved");
  const path = join(moved, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  const env = { [variable]: join(moved, value) };
  const at = (program: string) =>
    createConnector({
      ...elsewhere,
      shim: { command: process.execPath, args: [program] },
      callers: nobody,
      platform: "linux",
      env,
      home,
    });
  const before = readdirSync(home, { recursive: true, encoding: "utf8" });
  expect(sure(at(shim).connect(id)).changed.map((change) => change.file)).toContain(path);
  expect(wordsOf(entryRead(host, readFileSync(path, "utf8")))).toContain(shim);
  // Nothing is written where the host would keep it otherwise.
  const added = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => !before.includes(name));
  expect(added.filter((name) => !/^moved|globalStorage/.test(name))).toEqual([]);
  expect(
    at(shim)
      .list()
      .targets.find((target) => target.id === id)?.state,
  ).toBe("connected");
});

test("LM Studio is connected in the home that its pointer names", () => {
  const host = knownHosts.find(({ id }) => id === "lm-studio");
  if (!host) throw new Error("no such host");
  const { home, connector } = stand(host, "linux");
  const moved = join(home, "big disk", "lm");
  mkdirSync(moved, { recursive: true });
  writeFileSync(join(home, ".lmstudio-home-pointer"), `${moved}\n`);
  expect(sure(connector.connect(host.id)).changed.map(({ file }) => file)).toEqual([join(moved, "mcp.json")]);
});

/** Where each host that lets a person switch a server off keeps that: in the entry, or in a file below its home. */
const switchedOff: readonly (readonly [
  id: string,
  where: { readonly entry?: object; readonly file?: string; readonly text?: string; readonly beside?: object },
])[] = [
  ["codex", { entry: { enabled: false } }],
  ["opencode", { entry: { enabled: false } }],
  ["kilo", { entry: { enabled: false } }],
  ["goose", { entry: { enabled: false } }],
  ["zed", { entry: { enabled: false } }],
  ["cline", { entry: { disabled: true } }],
  ["windsurf", { entry: { disabled: true } }],
  ["copilot", { file: ".copilot/settings.json", text: '{ "disabledMcpServers": ["kibitz"] } // mine' }],
  ["gemini", { file: ".gemini/mcp-server-enablement.json", text: '{ "kibitz": { "enabled": false } }' }],
  ["gemini", { beside: { mcp: { excluded: ["files", "kibitz"] } } }],
  ["gemini", { beside: { mcp: { allowed: ["files"] } } }],
  ["qwen", { beside: { mcp: { excluded: ["kibitz"] } } }],
  ["qwen", { beside: { mcp: { allowed: ["files"] } } }],
];
test.each(switchedOff)(
  "a server that is switched off in %s is shown so, and stays off when it is connected again: %j",
  (id, { entry = {}, file, text = "", beside = {} }) => {
    const host = knownHosts.find((known) => known.id === id);
    if (!host) throw new Error("no such host");
    const { home, connector, paths, state, stateOf } = stand(host, "linux");
    sure(connector.connect(host.id));
    expect(state()).toBe("connected");
    const ours = entryRead(host, readFileSync(paths[0] ?? "", "utf8"));
    const off = { ...ours, ...entry };
    for (const path of paths)
      writeFileSync(
        path,
        host.format === "toml" || host.format === "yaml"
          ? textWith(host, off)
          : JSON.stringify({ ...beside, ...JSON.parse(textWith(host, off)) }),
      );
    if (file !== undefined) writeFileSync(join(home, file), text);
    expect(stateOf()).toMatchObject({ state: "off", why: expect.stringMatching(/kibitz|enabled|disabled/) });
    expect(stateOf()?.why).toContain(host.title);
    const outcome = sure(connector.connect(host.id));
    expect(outcome.changed).toEqual([]);
    expect(outcome.target.state).toBe("off");
    // An entry of somebody else's says so first.
    for (const path of paths)
      writeFileSync(path, textWith(host, { ...withArguments(off, ["/gone.mjs"]), command: "/gone" }));
    if (host.form !== "cmd") expect(["stale", "elsewhere"]).toContain(state());
  },
);

test.each(knownHosts.filter(({ format }) => format === "json" || format === "jsonc"))(
  "a byte order mark, which several hosts do not read, goes from the file of $id when it is connected",
  (host) => {
    const { connector, paths, state, stateOf } = stand(host, "linux");
    for (const path of paths) writeFileSync(path, '\ufeff{\r\n  "a": 1\r\n}\r\n');
    expect(state()).toBe("found");
    sure(connector.connect(host.id));
    for (const path of paths) expect(readFileSync(path, "utf8")).toMatch(/^\{\r\n {2}"a": 1,/);
    const connected = paths.map((path) => readFileSync(path, "utf8"));
    for (const [index, path] of paths.entries()) writeFileSync(path, `\ufeff${connected[index]}`);
    const isRefused = ["claude-desktop", "gemini", "qwen", "cline"].includes(host.id);
    expect(stateOf()).toMatchObject(
      isRefused ? { state: "stale", why: expect.stringContaining("byte order mark") } : { state: "connected" },
    );
    sure(connector.connect(host.id));
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(connected);
    expect(state()).toBe("connected");
  },
);

test("Continue’s cn is connected in its config.yaml where there is one, whose models and comments stay", () => {
  const host = knownHosts.find(({ id }) => id === "continue");
  if (!host) throw new Error("no such host");
  const { home, connector, paths, shim, state } = stand(host, "linux");
  const config = join(home, ".continue", "config.yaml");
  const text =
    "name: Mine\nversion: 1.0.0\nschema: v1\nmodels: # two\n  - name: A\n    provider: openai\n  - name: B\n\nrules:\n  - Be brief.\n";
  // One that we made would hide what its owner has elsewhere.
  expect(sure(connector.connect(host.id)).changed.map(({ file }) => file)).toEqual(paths);
  expect(existsSync(config)).toBe(false);
  writeFileSync(config, text);
  expect(state()).toBe("found");
  expect(sure(connector.connect(host.id)).changed.map(({ file }) => file)).toEqual([config]);
  expect(state()).toBe("connected");
  const connected = readFileSync(config, "utf8");
  expect(connected.startsWith(text)).toBe(true);
  expect(parseYaml(connected).mcpServers).toEqual([
    { name: "kibitz", command: process.execPath, args: [shim, "--for", "continue"] },
  ]);
  expect(sure(connector.disconnect(host.id)).changed.map(({ file }) => file)).toEqual([...paths, config]);
  expect(parseYaml(readFileSync(config, "utf8"))).toEqual({ ...parseYaml(text), mcpServers: [] });
  for (const path of paths) expect(existsSync(path)).toBe(false);
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
