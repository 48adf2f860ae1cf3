import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { version } from "../shared/version.ts";
import { createAnalyst } from "./computer/analyst.ts";
import { createComputerPlayer } from "./computer/player.ts";
import { createEnginePool } from "./computer/pool.ts";
import { connectTargets } from "./connect/targets.ts";
import { fileIn } from "./data-dir.ts";
import { type Discovery, removeDiscovery, writeDiscovery } from "./discovery.ts";
import { openSocketDoor } from "./doors/socket.ts";
import { openTcpDoor } from "./doors/tcp.ts";
import { claimDataDir } from "./instance-lock.ts";
import type { Log } from "./log.ts";
import { createCallLimit } from "./mcp/call-limit.ts";
import { readToolsets } from "./mcp/factory.ts";
import { createMcpHttp } from "./mcp/http.ts";
import { serveStream } from "./mcp/stream.ts";
import type { Kibitz } from "./mcp/tool.ts";
import { openPreferences, type Preferences } from "./preferences.ts";
import { openSecrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { openStore } from "./store/store.ts";
import { createAuthority } from "./tables/authority.ts";
import { createTables, type Tables } from "./tables/tables.ts";
import { createWebApp } from "./web/app.ts";
import { createEventStreams } from "./web/event-stream.ts";
import { createGuard } from "./web/guard.ts";

/** Ports tried after the default one when another program has it. */
const ALTERNATIVE_PORTS = 20;
/** Milliseconds to wait for a host that holds the data folder and is still starting. */
const PATIENCE_MS = 10_000;

export interface HostOptions {
  readonly settings: Settings;
  readonly log: Log;
  /** Folder with the built pages, or null where they were not built. */
  readonly pagesDir: string | null;
  /** The engine's script where it does not come from node_modules. */
  readonly enginePath?: string | undefined;
  /** The program that an MCP host starts for the shim; undefined where Node is to run the shim itself. */
  readonly launcher?: string | undefined;
}

export interface Host {
  /** `http://127.0.0.1:7397` */
  readonly url: string;
  /** The same with the person's token, to be opened once. */
  readonly openUrl: string;
  readonly mcpUrl: string;
  readonly token: string;
  readonly agentToken: string;
  readonly socket: string;
  readonly dataDir: string;
  readonly preferences: Preferences;
  readonly tables: Tables;
  /** The whole API and the pages, for the window, which is the person's. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export type Opening =
  | { readonly kind: "opened"; readonly host: Host }
  | { readonly kind: "already-running"; readonly discovery: Discovery };

/**
 * Builds everything and opens the doors, or finds the host that already serves this data folder. Throws with a plain
 * message when it can do neither; whatever it had opened is closed then.
 */
export async function openHost({ settings, log, pagesDir, enginePath, launcher }: HostOptions): Promise<Opening> {
  const claim = await claimDataDir(settings.dataDir, PATIENCE_MS);
  if (claim.kind === "failed") throw new Error(claim.message);
  if (claim.kind === "running") return { kind: "already-running", discovery: claim.discovery };
  const closers: (() => Promise<void> | void)[] = [() => claim.release()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) {
      try {
        await closer();
      } catch (error) {
        log.error(`while closing: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  try {
    return { kind: "opened", host: await build(closers, close) };
  } catch (error) {
    await close();
    throw error;
  }

  /** Opens one thing after the other; `closers` undoes them in the opposite order. */
  async function build(undo: (() => Promise<void> | void)[], closeAll: () => Promise<void>): Promise<Host> {
    const { dataDir } = settings;
    removeDiscovery(dataDir);
    const secrets = openSecrets(dataDir);
    if (!secrets.ok) throw new Error(secrets.message);
    const { personToken, agentToken, seatSecret } = secrets.value;

    const store = openStore(join(dataDir, "kibitz.db"));
    undo.push(() => store.close());
    const authority = createAuthority(seatSecret);
    const now = () => performance.timeOrigin + performance.now();
    const tables = createTables({ store, authority, log, now });
    undo.push(() => tables.close());
    const engine = createEnginePool({ log, ...(enginePath === undefined ? {} : { enginePath }) });
    undo.push(() => engine.close());
    const computer = createComputerPlayer({ tables, engine, log });
    undo.push(() => computer.close());

    const analyst = createAnalyst({ log, enginePath });
    undo.push(() => analyst.close());
    const preferences = openPreferences(dataDir, log);
    const chosen = preferences.get();

    let url = "";
    const kibitz: Kibitz = {
      tables,
      authority,
      log,
      now,
      waitSeconds: () => settings.waitSeconds ?? preferences.get().wait_seconds,
      boardUrl: (gameId) => `${url}/game/${gameId}`,
      boardPage: pageReader(pagesDir),
      personName: () => preferences.get().name,
      random: Math.random,
      callLimit: createCallLimit(),
    };
    const mcp = createMcpHttp(kibitz, version);
    undo.push(() => mcp.close());
    const events = createEventStreams(tables, store);
    undo.push(() => events.close());
    const app = createWebApp({
      tables,
      store,
      analyst,
      preferences,
      connectTargets: () =>
        connectTargets({
          dataDir,
          launcher,
          mcpUrl: `${url}/mcp`,
          agentTokenFile: fileIn(dataDir, "agentToken"),
          platform: process.platform,
          env: process.env,
          home: homedir(),
        }),
      sessions: mcp.sessions,
      events,
      mcp: mcp.fetch,
      now,
      pagesDir,
      log,
    });

    const guardFor = (port: number) => createGuard({ port, personToken, agentToken });
    let guard: ReturnType<typeof guardFor> | null = null;
    const tcp = await openTcpDoor({
      port: settings.port ?? chosen.port,
      // A port that was asked for now is taken or refused; one that was settled on long ago may give way.
      alternatives: settings.port === null ? ALTERNATIVE_PORTS : 0,
      fetch: (request, port) => {
        guard ??= guardFor(port);
        const admitted = guard.admit(request);
        return "refusal" in admitted ? admitted.refusal : app.fetch(request);
      },
      log,
    });
    undo.push(() => tcp.close());
    url = `http://127.0.0.1:${tcp.port}`;
    if (settings.port === null && chosen.port !== 0 && tcp.port !== chosen.port)
      log.warn(`port ${chosen.port} is taken by another program; using ${tcp.port} instead`);

    const resumed = await tables.resumeAll();
    if (resumed > 0) log.info(`${resumed} unfinished games taken up`);
    const socket = await openSocketDoor({
      path: fileIn(dataDir, "socket"),
      serve: (stream, { connection, toolsets }) => serveStream(kibitz, version, stream, { connection, toolsets }),
      helloToken: agentToken,
      objection: ({ toolsets }) => {
        const asked = readToolsets(toolsets);
        return asked.ok ? null : asked.message;
      },
      log,
    });
    undo.push(() => socket.close());
    for (const sitting of tables.unfinished()) computer.attend(sitting);

    const mcpUrl = `${url}/mcp`;
    const startedAt = new Date().toISOString();
    const announced = writeDiscovery(dataDir, {
      pid: process.pid,
      url,
      mcp: mcpUrl,
      socket: socket.path,
      version,
      startedAt,
    });
    if (!announced.ok) throw new Error(announced.message);
    undo.push(() => removeDiscovery(dataDir));
    void engine.warmUp();

    return {
      url,
      openUrl: `${url}/?token=${personToken}`,
      mcpUrl,
      token: personToken,
      agentToken,
      socket: socket.path,
      dataDir,
      preferences,
      tables,
      fetch: async (request) => app.fetch(request),
      close: closeAll,
    };
  }
}

/** The chat board's page, built beside the others; read once, when it is first asked for. */
function pageReader(pagesDir: string | null): () => string | null {
  let page: string | null = null;
  return () => {
    if (page !== null || pagesDir === null) return page;
    try {
      page = readFileSync(join(pagesDir, "../chat-board/board.html"), "utf8");
    } catch {
      // Not built; said where the page is asked for.
    }
    return page;
  };
}
