import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { doctor } from "../../src/cli/doctor.ts";
import { chess } from "../../src/games/chess/index.ts";
import { silentLog } from "../../src/main/base/log.ts";
import { examine, nodeFinding, onlyMove } from "../../src/main/commands/doctor.ts";
import { openCallers } from "../../src/main/connect/connecting.ts";
import { openDataDir } from "../../src/main/data/data-dir.ts";
import { openSettingsStore } from "../../src/main/data/settings-store.ts";
import { openEngines } from "../../src/main/players/engines.ts";
import { readStartOptions } from "../../src/main/start/start-options.ts";
import { readDatabaseAddress } from "../../src/main/store/address.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { sure } from "../live-games/support.ts";
import { projectDir, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { personAt } from "../support/person.ts";
import { noPostgres } from "../support/postgres.ts";
import { tempDir } from "../support/temp-dir.ts";

afterEach(() => {
  process.exitCode = undefined;
});

const script = join(projectDir, "test/players/uci/first-engine.ts");
const firstEngine = { name: "Mine", path: process.execPath, args: [script] };

/** Runs the doctor, and gives its lines and its exit code. */
async function consult(...args: string[]) {
  process.exitCode = undefined;
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await doctor(args);
  const said = { lines: out.mock.calls.join("").split("\n"), code: process.exitCode ?? 0 };
  vi.restoreAllMocks();
  return said;
}

// Elsewhere the home folder is not told by a variable alone, and folders have no modes.
test.skipIf(process.platform === "win32")("the doctor says in a line each what is well, and what to mend", async () => {
  using folder = tempDir();
  const home = folder.path;
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", "");
  expect(homedir()).toBe(home);
  mkdirSync(join(home, ".cursor"));
  const stockfish = join(home, "stockfish");
  writeFileSync(stockfish, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${home}${delimiter}${process.env["PATH"]}`);
  const data = join(home, "data");
  const well = await consult("--data-dir", data, "--port", "0");
  expect(well.lines).toEqual([
    expect.stringMatching(/^ok {5}node: Node 2\d/),
    `ok     data folder: ${data} is made at the first start`,
    "ok     port: any free one is taken",
    expect.stringMatching(/^ok {5}pages and shim: /),
    "ok     engine: Stockfish answers",
    `note   analysis: a Stockfish is at ${stockfish}. To have it in Kibitz: kibitz engines add --name Stockfish --path ${/\s/.test(stockfish) ? `"${stockfish}"` : stockfish}`,
    "note   Cursor: not connected: kibitz connect cursor",
    "",
  ]);
  expect(well.code).toBe(0);

  await using host = await startHost(data);
  const person = personAt(host);
  await person.post("/api/engines", { ...firstEngine, name: "Mortal", options: { Mood: "mortal" } });
  await person.put("/api/settings", { analysis_engine: "Mortal" });
  chmodSync(data, 0o755);
  writeFileSync(
    join(home, ".cursor", "mcp.json"),
    JSON.stringify({ mcpServers: { kibitz: { command: "/gone/node", args: ["/gone/kibitz-mcp.mjs"] } } }),
  );
  mkdirSync(join(home, ".codex"));
  writeFileSync(join(home, ".codex", "config.toml"), "[");
  mkdirSync(join(home, ".gemini"));
  openCallers(data).note("gemini", { name: "gemini-cli", version: "1" });
  // As in a checkout, where there is no other way to the command.
  vi.stubEnv("npm_lifecycle_event", "kibitz");
  const ill = await consult("--data-dir", data);
  vi.stubEnv("npm_lifecycle_event", "");
  chmodSync(data, 0o700);
  expect(ill.code).toBe(1);
  expect(ill.lines).toContain(`WRONG  data folder: Others can read ${data}. Close it to them: chmod 700 ${data}`);
  expect(ill.lines).toContainEqual(expect.stringContaining(`host: Kibitz runs at ${host.url}`));
  expect(ill.lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}analysis: “Mortal” failed.*Test it, or choose another.*ended by itself/),
  );
  expect(ill.lines).toContain(
    "WRONG  Cursor: /gone/node is not there any more. Write the entry anew: npm run kibitz connect cursor",
  );
  expect(ill.lines).toContainEqual(
    expect.stringMatching(/^ok {5}Gemini CLI: has called, with no entry in its file: gemini-cli came another way/),
  );
  expect(ill.lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}Codex: Kibitz leaves .* alone.*: npm run kibitz connect codex$/),
  );
});

// Elsewhere folders have no modes.
test.skipIf(process.platform === "win32")(
  "the doctor says of a folder that the host refuses what the host says",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    const shared = join(folder.path, "shared");
    mkdirSync(shared);
    writeFileSync(join(shared, "holiday.jpg"), "x");
    chmodSync(shared, 0o755);
    const open = await consult("--data-dir", shared, "--port", "0");
    const opened = openDataDir(shared);
    expect(open.lines).toContain(`WRONG  data folder: ${opened.ok || opened.message}`);

    const file = join(shared, "holiday.jpg");
    const taken = await consult("--data-dir", join(file, "games"), "--port", "0");
    expect(taken.lines).toContain(
      `WRONG  data folder: ${file} is a file. Move it away, or name another folder with --data-dir`,
    );
    expect(taken.lines.join("")).not.toContain("settings");
  },
);

test("games that the host could not use are told of as the host tells of them, and left as they are", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  const path = join(folder.path, "kibitz.db");
  const consulted = async () => (await consult("--data-dir", folder.path, "--port", "0")).lines;
  const refused = () => {
    let why = "";
    try {
      openSqliteStore(path);
    } catch (error) {
      why = error instanceof Error ? error.message : "";
    }
    return why;
  };
  const store = openSqliteStore(path);
  await store.close();
  const before = readdirSync(folder.path);
  expect(await consulted()).toContain(`ok     database: ${path}`);
  expect(readdirSync(folder.path)).toEqual(before);

  const newer = new DatabaseSync(path);
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  const told = await consulted();
  expect(told).toContainEqual(expect.stringMatching(/^WRONG {2}database: .* of version 99, .*: update Kibitz/));
  expect(told).toContain(`WRONG  database: ${refused()}`);

  writeFileSync(path, "no database, whatever its name says\n".repeat(100));
  expect(await consulted()).toContainEqual(
    expect.stringMatching(/^WRONG {2}database: .*file is not a database.*left as it is.*move it/),
  );
});

describe.skipIf(noPostgres)("a database that is named", needs("PostgreSQL"), () => {
  const cluster = ownCluster();

  test("a database that is named is looked at, and told of as the host tells of it, and left as it is", {
    tags: "edge",
  }, async () => {
    using folder = tempDir();
    const consulted = (address: string) =>
      consult("--data-dir", folder.path, "--port", "0", "--database", address.replace("@", ":geheim@"));
    const nowhere = await consulted(`postgres://kibitz@/none?host=${folder.path}`);
    expect(nowhere.code).toBe(1);
    expect(nowhere.lines).toContainEqual(
      expect.stringMatching(
        /^WRONG {2}database: The database postgres:.* cannot be used: .*see whether the database runs/,
      ),
    );
    expect(nowhere.lines.join("")).not.toContain("geheim");

    const text = await cluster.fresh();
    const { display } = sure(readDatabaseAddress(text));
    const db = new Client(text);
    await db.connect();
    expect((await consulted(text)).lines).toContain(`ok     database: ${display}`);
    expect((await db.query("SELECT to_regclass('kibitz_schema') AS made")).rows).toEqual([{ made: null }]);

    await (await openPostgresStore(sure(readDatabaseAddress(text)))).close();
    expect((await consulted(text)).lines).toContain(`ok     database: ${display}`);
    await db.query("UPDATE kibitz_schema SET version = 99");
    await db.end();
    const refused = await openPostgresStore(sure(readDatabaseAddress(text))).catch((error: unknown) => error);
    expect((await consulted(text)).lines).toContain(`WRONG  database: ${refused instanceof Error && refused.message}`);
  });
});

test("settings and engines that cannot be read are told of as the host tells of them, and left as they are", async () => {
  using folder = tempDir();
  const [settings, engines] = ["settings.json", "engines.json"].map((name) => join(folder.path, name));
  writeFileSync(`${settings}`, '{ "port": ');
  writeFileSync(`${engines}`, '{ "Mine": 1 }');
  const consulted = await consult("--data-dir", folder.path, "--port", "0");
  expect(consulted.lines).toContain(
    `WRONG  settings: ${settings} is damaged; the default settings are used until you change one`,
  );
  expect(consulted.lines).toContain(`WRONG  settings: ${engines} is damaged; the engines in it must be added again`);
  expect(consulted.code).toBe(1);
  expect(readdirSync(folder.path).toSorted()).toEqual(["engines.json", "settings.json"]);

  writeFileSync(`${settings}`, '{ "port": "many" }');
  expect((await consult("--data-dir", folder.path, "--port", "0")).lines).toContain(
    `WRONG  settings: ${settings}: port cannot be understood; the default is used until you change it`,
  );
});

test("a port that is taken is wrong where it was named, and gives way where it was settled on", async () => {
  using folder = tempDir();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  sure(openSettingsStore(folder.path, silentLog).change({ port }));
  const settled = await consult("--data-dir", folder.path);
  const named = await consult("--data-dir", folder.path, "--port", String(port));
  server.close();
  expect(settled.lines).toContain(`note   port: ${port} is in use by another program: Kibitz takes the next free one`);
  expect(named.lines).toContain(
    `WRONG  port: ${port} is in use by another program. Name another with --port, or 0 for any free one`,
  );
  expect(named.code).toBe(1);
});

test("a Node that is too old, and an engine that is not there, are said with what to do; the person's own answers", async () => {
  using folder = tempDir();
  const engines = openEngines(folder.path, silentLog);
  const trial = sure(engines.add({ ...firstEngine, options: { Score: "5" }, move_ms: 50 }));
  sure(await trial(new AbortController().signal));
  sure(openSettingsStore(folder.path, silentLog).change({ analysis_engine: firstEngine.name }));
  expect(nodeFinding("20.19.0")).toMatchObject({ state: "wrong", text: expect.stringContaining("Install Node 24") });
  const settings = readStartOptions(["--data-dir", folder.path, "--port", "0"], {});
  if (!settings.ok) throw new Error(settings.message);
  const dumps = join(folder.path, "window", "Crashpad", "completed");
  mkdirSync(dumps, { recursive: true });
  for (const name of ["one.dmp", "two.dmp", "two.meta"]) writeFileSync(join(dumps, name), "");
  const findings = await examine(settings.value, join(folder.path, "no-engine.js"));
  expect(findings.find(({ about }) => about === "crash dumps")).toMatchObject({
    state: "note",
    text: expect.stringMatching(/^2 in .*Crashpad, the last of \d{4}-.*They are sent nowhere/),
  });
  expect(findings.find(({ about }) => about === "engine")).toMatchObject({
    state: "wrong",
    text: expect.stringMatching(
      /^The computer cannot move\. .*no-engine\.js is missing\. Start Kibitz again; .* install it again \(in a checkout: npm install\)\. Other games need no engine$/,
    ),
  });
  expect(findings.find(({ about }) => about === "analysis")).toEqual({
    about: "analysis",
    state: "ok",
    text: "the engine “Mine” answers: First",
  });
});

test("the engine gives the doctor one answer, at any level", () => {
  const { rules } = chess;
  const start = rules.start({ fen: onlyMove.startFen });
  if (!start.ok) throw new Error(start.message);
  expect(rules.legalMoves(start.value, "black")).toEqual(onlyMove.legalMoves);
});
