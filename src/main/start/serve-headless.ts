import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Discovery } from "../../shared/instance.ts";
import { messageOf } from "../../shared/result.ts";
import { visibleLine } from "../../shared/text.ts";
import { version } from "../../shared/version.ts";
import { consoleToLog, createLog, type Log, outliveReaders } from "../base/log.ts";
import { commandLine, quotedPath, shimCommand } from "../base/shim-command.ts";
import { readableText } from "../base/text-file.ts";
import { fileIn, openDataDir, storageRefusal, systemErrorCode } from "../data/data-dir.ts";
import { addressToOpen } from "../data/discovery.ts";
import type { Host } from "../host.ts";
import { installationIn, resourcesAround } from "./installation.ts";
import { closeInTime, logUnexpected, trustExtraCertificates } from "./process.ts";
import { readStartOptions, type StartOptions, usage } from "./start-options.ts";

/** Signals closer together than this, in milliseconds, count as one. */
const SAME_WISH_MS = 1_000;

/**
 * Serves games without a window until a signal ends it: reads the command line, opens the host, prints where it is.
 * @param folder where the program stands
 * @param fromSource whether it is run as it was written, not as it was built
 */
export async function serveHeadless(folder: string, fromSource: boolean): Promise<void> {
  // Files that this process creates, the database's among them, belong to its user alone.
  process.umask(0o077);
  outliveReaders();
  const settings = readStartOptions(process.argv.slice(2), process.env);
  if (!settings.ok) return end(2, settings.message);
  if (settings.value.help) return print(usage.trimEnd());
  if (Number.parseInt(process.versions.node, 10) < 24) {
    return end(1, `Node ${process.versions.node} is too old: Kibitz needs 24. \`npm run headless\` brings its own.`);
  }
  const log = createLog(settings.value.logLevel, settings.value.logFormat);
  consoleToLog(log);
  trustExtraCertificates(process.env, log);
  try {
    await runHost(settings.value, log, folder, findPages(folder, fromSource));
  } catch (error) {
    log.debug(error instanceof Error ? (error.stack ?? error.message) : String(error));
    end(1, startFailure(error, settings.value));
  }
}

async function runHost(settings: StartOptions, log: Log, folder: string, pagesDir: string | null): Promise<void> {
  const life = endWithSignals(log);
  // Loaded late: on an older Node, loading it is what would fail.
  const { openHost } = await import("../host.ts");
  // Before an AppImage settles its launcher there.
  const dataDir = openDataDir(settings.dataDir);
  if (!dataDir.ok) return end(1, dataDir.message);
  const resources = resourcesAround(folder);
  const installation = resources === null ? {} : installationIn(resources, settings.dataDir);
  const opening = await openHost({ settings, log, pagesDir, ...installation });
  if (opening.kind === "already-running") {
    const { discovery } = opening;
    print(settings.json ? runningJson(discovery, settings.dataDir) : await runningText(discovery, settings.dataDir));
    return end(0);
  }
  life.noteHost(opening.host);
  print(settings.json ? openedJson(opening.host) : openedText(opening.host));
}

/** Closes the host on the first signal, leaves at once on a later one. */
function endWithSignals(log: Log): { noteHost(host: Host): void } {
  let host: Host | null = null;
  let closingSince: number | null = null;
  const close = async (exitCode: number): Promise<void> => {
    if (closingSince !== null) return;
    closingSince = performance.now();
    process.exit((await closeInTime(async () => host?.close(), process.exit, log)) ? exitCode : 1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (closingSince !== null) {
        // A terminal's Ctrl-C reaches this process from the terminal and once more from npm: that is one wish, not two.
        if (performance.now() - closingSince > SAME_WISH_MS) process.exit(1);
        return;
      }
      log.info(`${signal}: closing`);
      void close(0);
    });
  }
  const fail = (error: unknown) => {
    if (logUnexpected(error, log)) void close(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  return {
    noteHost(value) {
      host = value;
    },
  };
}

/** The dashboard's built pages, which stand beside the program when that is built itself; null where they were not built. */
function findPages(program: string, fromSource: boolean): string | null {
  const folder = join(program, fromSource ? "../../out/renderer" : "../renderer");
  return existsSync(join(folder, "index.html")) ? folder : null;
}

/** One sentence that says what to do. */
function startFailure(error: unknown, settings: StartOptions): string {
  const code = systemErrorCode(error);
  if (code?.startsWith("E") && !code.startsWith("ERR_")) {
    return storageRefusal(error, `Kibitz cannot start with the data folder ${settings.dataDir}`).message;
  }
  return messageOf(error);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function end(exitCode: number, message?: string): void {
  if (message !== undefined) process.stderr.write(`kibitz: ${visibleLine(message)}\n`);
  process.exitCode = exitCode;
  // Handles that a failed start left open must not keep the process; the output is flushed first.
  process.stdout.write("", () => process.exit(exitCode));
}

// The output of a run without a window: for a person, or as one JSON line for a script.

type HostFacts = Pick<Host, "url" | "openUrl" | "mcpUrl" | "token" | "agentToken" | "socket" | "dataDir" | "database">;

const openedJson = ({ url, mcpUrl, token, agentToken, socket, dataDir }: HostFacts): string =>
  JSON.stringify({ url, mcp: mcpUrl, token, agentToken, socket, dataDir, pid: process.pid });

/** The line of the host that was found running, so that a script can go on with it. */
function runningJson({ url, mcp, socket, pid }: Discovery, dataDir: string): string {
  const token = readToken(fileIn(dataDir, "personToken"));
  const agentToken = readToken(fileIn(dataDir, "agentToken"));
  return JSON.stringify({ alreadyRunning: true, url, mcp, token, agentToken, socket, dataDir, pid });
}

/** Null for another user's host: its address is no secret, its tokens are. */
const readToken = (path: string): string | null => readableText(path)?.trim() ?? null;

const openedText = (host: HostFacts): string => `Kibitz ${version} is ready.

  Dashboard             ${host.openUrl("until-used")}
  Connect an assistant  ${commandLine(shimCommand(host.dataDir))}
              or HTTP   ${host.mcpUrl} with the bearer token in ${quotedPath(fileIn(host.dataDir, "agentToken"))}

Games are kept in ${host.database ?? host.dataDir}. Ctrl-C stops Kibitz.`;

/** The same to a person: an address that opens the dashboard, since nobody may have seen what the running one printed. */
async function runningText(discovery: Discovery, dataDir: string): Promise<string> {
  const address = await addressToOpen(discovery, dataDir);
  return `Kibitz is already running here: ${address} (process ${discovery.pid}, data folder ${dataDir}).`;
}
