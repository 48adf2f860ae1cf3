import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readStartOptions, usage } from "../../src/main/start/start-options.ts";
import { compiledDir, defaultDataDir } from "../../src/shared/instance.ts";

type Env = Record<string, string>;
function settings(argv: string[], env: Env = {}, strangers?: "pass") {
  const read = readStartOptions(argv, env, strangers);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}
function problem(argv: string[], env: Env = {}): string {
  const read = readStartOptions(argv, env);
  return read.ok ? "none" : read.message;
}

test("without flags and environment, port and waiting time are left to the person's settings", () => {
  expect(settings([])).toEqual({
    port: null,
    listen: null,
    allowedNames: [],
    dataDir: defaultDataDir(process.platform, {}, homedir()),
    database: null,
    arenaSecret: null,
    waitSeconds: null,
    logLevel: "info",
    logFormat: "text",
    callsPerSecond: null,
    noWindow: false,
    warmUp: true,
    json: false,
    help: false,
  });
});

test("flags go before the environment, in either spelling", () => {
  const env = { KIBITZ_PORT: "8000", KIBITZ_DATA_DIR: "/env", KIBITZ_WAIT_SECONDS: "5", KIBITZ_LOG_LEVEL: "DEBUG" };
  expect(settings([], env)).toMatchObject({
    port: 8000,
    dataDir: resolve("/env"),
    waitSeconds: 5,
    logLevel: "debug",
  });
  expect(settings(["--port", "0", "--data-dir=/flag"], env)).toMatchObject({ port: 0, dataDir: resolve("/flag") });
  expect(settings(["--port=7397"])).toMatchObject({ port: 7397 });
});

test("the port is opened to the network by a flag alone, and names are taken in small letters", () => {
  expect(settings([], { KIBITZ_LISTEN: "0.0.0.0", LISTEN: "0.0.0.0" }).listen).toBe(null);
  expect(settings(["--listen", "::", "--allow-host", "Kibitz,table.example"])).toMatchObject({
    listen: "::",
    allowedNames: ["kibitz", "table.example"],
  });
});

test("a database is named by flag or environment, and what is wrong with it is said without a word of it", () => {
  const [one, other] = ["postgres://me:geheim@host/one", "postgresql://me@/other?host=/run/postgresql"];
  expect(settings(["--database", one], { KIBITZ_DATABASE: other }).database).toEqual({
    text: one,
    display: "postgres://host/one",
  });
  expect(settings([], { KIBITZ_DATABASE: other }).database?.display).toBe("postgres:///other?host=/run/postgresql");
  for (const [text, display] of [
    ["postgres://me@/kibitz", "postgres:///kibitz"],
    ["postgres://me:geheim@/kibitz?application_name=a@/b", "postgres:///kibitz"],
    ["postgres://me@socket/kibitz", "postgres://socket/kibitz"],
  ] as const)
    expect(settings([], { KIBITZ_DATABASE: text }).database).toEqual({ text, display });
  expect(settings([], { KIBITZ_DATABASE: "" }).database).toBe(null);
  // The window has a file of its own.
  expect(readStartOptions([], { KIBITZ_DATABASE: one }, "pass")).toMatchObject({ value: { database: null } });
  expect(problem(["--database", "geheim"])).toMatch(/^--database takes an address such as postgres:(?!.*geheim)/);
  expect(problem([], { KIBITZ_DATABASE: "mysql://me:geheim@host/x" })).toMatch(/^KIBITZ_DATABASE takes(?!.*geheim)/);
  expect(problem(["--database"])).toBe("--database takes a value. `kibitz headless --help` lists the options.");
});

test("a secret that hosts have in common comes from the environment, and a wrong one is not repeated", () => {
  const secret = "k".repeat(64);
  const shared = { KIBITZ_ARENA_SECRET: secret, KIBITZ_DATABASE: "postgres:///kibitz" };
  expect(settings([], shared).arenaSecret).toBe(secret);
  expect(settings([], { ...shared, KIBITZ_ARENA_SECRET: "" }).arenaSecret).toBe(null);
  expect(readStartOptions([], shared, "pass")).toMatchObject({ value: { arenaSecret: null } });
  // The seats of a host with games of its own are held by its own secret, whatever stands in the environment.
  expect(settings([], { KIBITZ_ARENA_SECRET: secret }).arenaSecret).toBe(null);
  expect(problem([], { KIBITZ_ARENA_SECRET: "geheim" })).toMatch(/^KIBITZ_ARENA_SECRET takes 43 to 256(?!.*geheim)/);
});

test("the names that other parts of a league go by are read where ours say nothing", () => {
  expect(settings([], { LEAGUE_PORT: "8000", LOG_LEVEL: "DEBUG" })).toMatchObject({ port: 8000, logLevel: "debug" });
  const ours = { KIBITZ_PORT: "7400", KIBITZ_LOG_LEVEL: "warn" };
  expect(settings([], { LEAGUE_PORT: "8000", LOG_LEVEL: "debug", ...ours })).toMatchObject({
    port: 7400,
    logLevel: "warn",
  });
  expect(settings([], { LOG_LEVEL: "verbose" }).logLevel).toBe("info");
  expect(problem([], { LEAGUE_PORT: "high" })).toMatch(/^LEAGUE_PORT takes a whole number/);
});

test("players that are servers are called as often as --calls-per-second says at the most", () => {
  expect(settings(["--calls-per-second", "2.5"]).callsPerSecond).toBe(2.5);
  expect(problem(["--calls-per-second", "0"])).toBe('--calls-per-second takes a number from 0.1 to 1000, not "0".');
});

test("the log is text, or JSON lines where a flag or the environment says so", () => {
  expect(settings(["--log-format", "json"], { LOG_FORMAT: "text" }).logFormat).toBe("json");
  expect(settings([], { LOG_FORMAT: "JSON" }).logFormat).toBe("json");
  expect(settings([], { LOG_FORMAT: "logfmt" }).logFormat).toBe("text");
  expect(problem(["--log-format", "xml"])).toBe('--log-format takes text or json, not "xml".');
});

test("the engine is left asleep where KIBITZ_WARM_UP says so", () => {
  expect(settings([], { KIBITZ_WARM_UP: "0" }).warmUp).toBe(false);
  expect(settings([], { KIBITZ_WARM_UP: "" }).warmUp).toBe(true);
  expect(problem([], { KIBITZ_WARM_UP: "later" })).toBe('KIBITZ_WARM_UP takes 1 or 0, not "later".');
});

test("a data folder is made absolute, and ~ is the home folder", () => {
  expect(settings(["--data-dir", "here"]).dataDir).toBe(resolve("here"));
  expect(settings(["--data-dir", "~/k"]).dataDir).toBe(join(homedir(), "k"));
  expect(settings(["--data-dir", "~other"]).dataDir).toBe(resolve("~other"));
});

test("the window can be kept away by flag or by either variable; an empty variable is as good as none", () => {
  expect(settings(["--no-window"]).noWindow).toBe(true);
  expect(settings([], { KIBITZ_NO_WINDOW: "1" }).noWindow).toBe(true);
  expect(settings([], { MCP_DISABLE_BROWSER: "1" }).noWindow).toBe(true);
  expect(settings([], { KIBITZ_NO_WINDOW: "0", MCP_DISABLE_BROWSER: "" }).noWindow).toBe(false);
  expect(settings([], { KIBITZ_PORT: "", KIBITZ_DATA_DIR: "", KIBITZ_WAIT_SECONDS: "" })).toMatchObject({
    port: null,
    waitSeconds: null,
  });
});

describe("a wrong value is refused in one sentence that names it and what is accepted", () => {
  test.each([
    [["--port", "65536"], {}, '--port takes a whole number from 0 to 65535, not "65536".'],
    [["--port=1e3"], {}, "--port takes"],
    [["--port"], {}, "--port takes a value"],
    [["--port", "--json"], {}, "--port takes a value"],
    [["--data-dir="], {}, "--data-dir takes a value"],
    [["--json=yes"], {}, "Option '--json' does not take an argument"],
    [
      ["--prot", "1"],
      {},
      "There is no option --prot. Did you mean --port? `kibitz headless --help` lists the options.",
    ],
    [["--listen", "here"], {}, '--listen takes an IP address of this machine, or 0.0.0.0 for all of them, not "here".'],
    [
      ["--listen", "fe80::1%eth0"],
      {},
      '--listen takes an IP address without a zone, since no URL could name it, or :: for all of this machine, not "fe80::1%eth0".',
    ],
    [["--listen", "--json"], {}, "--listen takes a value."],
    [["--listen", "::", "--allow-host", "a,b:1"], {}, "--allow-host takes names of hosts without a port"],
    [["--allow-host", "a"], {}, "name the address with --listen"],
    [["-x"], {}, "There is no option -x."],
    [["chess"], {}, "Unexpected argument 'chess'"],
    [[], { KIBITZ_PORT: "-1" }, 'KIBITZ_PORT takes a whole number from 0 to 65535, not "-1".'],
    [[], { KIBITZ_WAIT_SECONDS: "56" }, 'KIBITZ_WAIT_SECONDS takes a whole number from 0 to 55, not "56".'],
    [[], { KIBITZ_LOG_LEVEL: "loud" }, 'KIBITZ_LOG_LEVEL takes one of error, warn, info, debug, not "loud".'],
    [[], { KIBITZ_NO_WINDOW: "maybe" }, 'KIBITZ_NO_WINDOW takes 1 or 0, not "maybe".'],
  ] as [string[], Env, string][])(
    "the options %j in the environment %j are refused with what is accepted",
    (argv, env, expected) => {
      const message = problem(argv, env);
      expect(message).toContain(expected);
      expect(message).not.toContain("\n");
    },
  );
});

test("where others put arguments on the line, theirs are passed over and ours still checked", () => {
  const argv = ["--remote-debugging-port=0", "kibitz://game/1", "--port", "0", "--inspect"];
  expect(settings(argv, {}, "pass").port).toBe(0);
  expect(readStartOptions(["--port", "x"], {}, "pass").ok).toBe(false);
  // A window is opened to no network by whoever starts it.
  expect(settings(["--listen", "0.0.0.0"], {}, "pass").listen).toBe(null);
});

test("the usage names every flag and variable", () => {
  for (const name of [
    "--port",
    "--listen",
    "--allow-host",
    "--data-dir",
    "--no-window",
    "--json",
    "--help",
    "KIBITZ_PORT",
    "KIBITZ_DATA_DIR",
  ]) {
    expect(usage).toContain(name);
  }
});

test("compiled code is stored in the platform's folder for caches", () => {
  expect(compiledDir("linux", {}, "/home/a")).toBe("/home/a/.cache/kibitz/compiled");
  expect(compiledDir("linux", { XDG_CACHE_HOME: "/cache" }, "/home/a")).toBe("/cache/kibitz/compiled");
  expect(compiledDir("linux", { XDG_CACHE_HOME: "relative" }, "/home/a")).toBe("/home/a/.cache/kibitz/compiled");
  expect(compiledDir("darwin", {}, "/Users/a")).toBe("/Users/a/Library/Caches/Kibitz/compiled");
  expect(compiledDir("win32", { LOCALAPPDATA: "C:\\L" }, "C:\\Users\\a")).toBe("C:\\L\\Kibitz\\compiled");
});

test("the data folder is where the platform keeps an application's data", () => {
  expect(defaultDataDir("linux", {}, "/home/a")).toBe("/home/a/.local/share/kibitz");
  expect(defaultDataDir("linux", { XDG_DATA_HOME: "/data" }, "/home/a")).toBe("/data/kibitz");
  expect(defaultDataDir("linux", { XDG_DATA_HOME: "relative" }, "/home/a")).toBe("/home/a/.local/share/kibitz");
  expect(defaultDataDir("darwin", {}, "/Users/a")).toBe("/Users/a/Library/Application Support/Kibitz");
  // Outside AppData, which a packaged application redirects for whatever it starts.
  expect(defaultDataDir("win32", { APPDATA: "C:\\R" }, "C:\\Users\\a")).toBe("C:\\Users\\a\\.kibitz");
});
