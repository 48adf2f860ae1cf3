import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import type { ConnectTarget } from "../../shared/api.ts";
import { oldestNode } from "../../shared/pinned-node.ts";
import { attempt } from "../../shared/result.ts";
import { silentLog } from "../base/log.ts";
import { outFolder } from "../base/shim-command.ts";
import { openConnecting } from "../connect/connecting.ts";
import { databaseIn, foreignIn, sharedFolder, systemErrorCode } from "../data/data-dir.ts";
import { findRunningHost } from "../data/discovery.ts";
import { openSettingsStore } from "../data/settings-store.ts";
import { chosenEngine, type Engines, openEngines } from "../players/engines.ts";
import { createAnalyst } from "../players/stockfish/analyst.ts";
import { createEnginePool } from "../players/stockfish/pool.ts";
import type { StartOptions } from "../start/start-options.ts";
import type { DatabaseAddress } from "../store/address.ts";
import { obstacleIn } from "../store/sqlite/open.ts";

/** The result of one check. `note`: worth knowing, and nothing is wrong. */
export interface Finding {
  readonly about: string;
  readonly state: "ok" | "note" | "wrong";
  /** One line: the finding, and the remedy where something is wrong. */
  readonly text: string;
}

/** A position with one legal move, which even a weak level finds. */
export const onlyMove = { startFen: "k7/8/8/8/8/8/8/KR6 b - - 0 1", legalMoves: ["a8a7"] };

/** Checks everything that Kibitz needs on this machine, and changes nothing. */
export async function examine(settings: StartOptions, enginePath?: string): Promise<readonly Finding[]> {
  const { dataDir } = settings;
  const running = await findRunningHost(dataDir);
  const { targets } = await openConnecting({ dataDir, mcpUrl: () => running?.mcp ?? null }).list();
  const remarks: string[] = [];
  const log = { ...silentLog, warn: (text: string) => void remarks.push(text) };
  const settingsStore = openSettingsStore(dataDir, log).get();
  const engines = openEngines(dataDir, log);
  return [
    nodeFinding(process.versions.node),
    dataDirFinding(dataDir),
    ...(settings.database === null ? [] : await namedDatabaseFinding(settings.database)),
    ...(running === null && settings.database === null ? databaseFinding(databaseIn(dataDir)) : []),
    running === null
      ? await portFinding(settings, settingsStore.port)
      : ok("host", `Kibitz runs at ${running.url} (process ${running.pid}, version ${running.version})`),
    // An impossible folder has a result of its own.
    ...(existsSync(dataDir) ? remarks : []).map((remark) => wrongFinding("settings", remark)),
    builtFinding(),
    await engineFinding(enginePath),
    ...(await analysisFinding(engines, settingsStore.analysis_engine, enginePath)),
    ...crashFinding(join(dataDir, "window", "Crashpad")),
    ...targets.flatMap(hostFinding),
  ];
}

const ok = (about: string, text: string): Finding => ({ about, state: "ok", text });
const note = (about: string, text: string): Finding => ({ about, state: "note", text });
const wrongFinding = (about: string, text: string): Finding => ({ about, state: "wrong", text });

export const nodeFinding = (version: string): Finding =>
  Number.parseInt(version, 10) >= oldestNode
    ? ok("node", `Node ${version}, ${process.execPath}`)
    : wrongFinding("node", `Node ${version} is too old. Install Node ${oldestNode} or newer from https://nodejs.org`);

function dataDirFinding(dataDir: string): Finding {
  const about = "data folder";
  // A missing folder is made at the first start, where its parents allow it.
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory())
      return wrongFinding(about, `${folder} is a file. Move it away, or name another folder with --data-dir`);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return wrongFinding(
      about,
      systemErrorCode(error) === "EROFS"
        ? `${folder} is on a read-only disk. Name another folder with --data-dir`
        : `${folder} is not this user's to write. Change its owner, or name another folder with --data-dir`,
    );
  }
  if (folder !== dataDir) return ok(about, `${dataDir} is made at the first start`);
  const foreignFile = foreignIn(dataDir);
  if (foreignFile !== null) return wrongFinding(about, foreignFile);
  if (process.platform !== "win32" && (statSync(dataDir).mode & 0o077) !== 0)
    return wrongFinding(
      about,
      sharedFolder(dataDir) ?? `Others can read ${dataDir}. Close it to them: chmod 700 ${dataDir}`,
    );
  return ok(about, dataDir);
}

/** The stored games, where there are any and no host has them open. */
function databaseFinding(path: string): readonly Finding[] {
  if (!existsSync(path) && !existsSync(`${path}-wal`)) return [];
  const obstacle = obstacleIn(path);
  return [obstacle === null ? ok("database", path) : wrongFinding("database", obstacle)];
}

/** The database named instead of a file: hosts may be using it. */
async function namedDatabaseFinding(address: DatabaseAddress): Promise<readonly Finding[]> {
  const { obstacleAt } = await import("../store/postgres/open.ts");
  const remarks: string[] = [];
  const obstacle = await obstacleAt(address, (message) => void remarks.push(message));
  return [
    obstacle === null ? ok("database", address.display) : wrongFinding("database", obstacle),
    ...remarks.map((remark) => note("database", remark)),
  ];
}

/** Checks the port as the host takes it: a named port is free or not, and the one of the settings may give way. */
async function portFinding(settings: StartOptions, number: number): Promise<Finding> {
  const port = settings.port ?? number;
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(systemErrorCode(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(null)));
  });
  if (code === null) return ok("port", port === 0 ? "any free one is taken" : `${port} is free`);
  if (code === "EADDRINUSE" && settings.port === null)
    return note("port", `${port} is in use by another program: Kibitz takes the next free one`);
  if (code === "EADDRINUSE")
    return wrongFinding(
      "port",
      `${port} is in use by another program. Name another with --port, or 0 for any free one`,
    );
  if (code === "EACCES")
    return wrongFinding(
      "port",
      `this user may not open ${port}. Name one from 1024 on with --port, or 0 for any free one`,
    );
  return wrongFinding("port", `${port} cannot be opened (${code}). Name another with --port`);
}

/** The parts that stand beside this program when it is built. */
function builtFinding(): Finding {
  const parts = ["renderer/index.html", "chat-board/board.html", "shim/kibitz-mcp.mjs"];
  const root = outFolder();
  const missing = parts.filter((part) => !existsSync(join(root, part)));
  return missing.length === 0
    ? ok("pages and shim", root)
    : wrongFinding(
        "pages and shim",
        `${missing.join(", ")} is missing in ${root}. Run npm run build, or install Kibitz again`,
      );
}

/** The dumps that crashes of the window have left, if any. Nothing sends them. */
function crashFinding(folder: string): readonly Finding[] {
  const names = attempt(() => readdirSync(folder, { recursive: true, encoding: "utf8" }), []);
  const dumps = names.filter((name) => name.endsWith(".dmp")).map((name) => join(folder, name));
  const last = Math.max(...dumps.map((path) => statSync(path).mtimeMs));
  if (dumps.length === 0) return [];
  const text = `${dumps.length} in ${folder}, the last of ${new Date(last).toISOString()}. They are sent nowhere: add one to a report of a crash, or delete them`;
  return [note("crash dumps", text)];
}

async function engineFinding(enginePath?: string): Promise<Finding> {
  const engine = createEnginePool({ size: 1, log: silentLog, enginePath });
  const move = await engine.chooseMove({ ...onlyMove, moves: [], level: 1, signal: AbortSignal.timeout(30_000) });
  await engine.close();
  return move.ok
    ? ok("engine", "Stockfish answers")
    : wrongFinding("engine", `${move.message.replace(/\.$/, "")}. Other games need no engine`);
}

/** The person's engine for analysis, tried as the pages use it; else one that they could add. */
async function analysisFinding(engines: Engines, name: string | null, enginePath?: string) {
  const about = "analysis";
  const engine = chosenEngine(name, engines);
  const extra = engines.findInstalled();
  const offer = extra ? [note(about, `a Stockfish is at ${extra.path}. To have it in Kibitz: ${extra.command}`)] : [];
  if (engine === null) return offer;
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
  const analyst = createAnalyst({ log, enginePath, choose: () => engine });
  const result = await analyst.look(null, [], AbortSignal.timeout(30_000), { depth: 6, thinkMs: 2_000 });
  await analyst.close();
  if (result.ok && result.value.notice === null)
    return [ok(about, `the engine “${engine.name}” answers: ${result.value.engine}`)];
  return [
    wrongFinding(about, warnings.at(-1)?.replace(/^analysis: /, "") ?? (result.ok ? "" : result.message)),
    ...offer,
  ];
}

function hostFinding({ id, title, state, why, called }: ConnectTarget): readonly Finding[] {
  const stateText = called === null ? "connected; it has not called yet" : `connected; ${called.name} has called`;
  // In a checkout, npm runs the command.
  const connect = `${process.env["npm_lifecycle_event"] === "kibitz" ? "npm run " : ""}kibitz connect ${id}`;
  const findings: Readonly<Record<NonNullable<typeof state>, Finding | null>> = {
    connected: ok(title, stateText),
    called: ok(title, `has called, with no entry in its file: ${why}`),
    found: note(title, `not connected: ${connect}`),
    off: note(title, `connected, but switched off. ${why}`),
    elsewhere: note(title, `connected to another Kibitz. ${why} To connect it here: ${connect}`),
    stale: wrongFinding(title, `${why} Write the entry anew: ${connect}`),
    unreadable: wrongFinding(title, `${why} Mend that file, then: ${connect}`),
    missing: null,
  };
  const finding = state && findings[state];
  return finding ? [finding] : [];
}
