#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { instanceFiles } from "../shared/instance.ts";
import { version } from "../shared/version.ts";
import { createHostConnector, dialHost } from "./host-link.ts";
import { createLog } from "./log.ts";
import { createLineReader, failure, rpcCodes } from "./message.ts";
import { readOptions, type ShimOptions, usage } from "./options.ts";
import { createRelay } from "./relay.ts";
import { findHostCommands, type StartCommand, type Surroundings, startHost, whyNoCommand } from "./start-host.ts";

/** Bytes of the longest message that a client may send. */
const longestLine = 1024 * 1024;

function serve({ dataDir, toolsets, entry, noWindow }: ShimOptions): void {
  const { stdin, stdout, env, execPath, platform } = process;
  const log = createLog(env.KIBITZ_LOG_LEVEL);
  const caller = { dataDir, toolsets, entry, connection: randomBytes(32).toString("base64url") };
  const shim = fileURLToPath(import.meta.url);
  const isElectron = process.versions.electron !== undefined;
  const nodeVersion = process.versions.node;
  const system: Surroundings = { shim, execPath, nodeVersion, isElectron, platform, env, noWindow, home: homedir() };
  const hostArgs = ["--data-dir", dataDir, ...(noWindow ? ["--no-window"] : [])];
  let watcher: FSWatcher | null = null;

  const toClient = (line: string): void => {
    if (stdout.write(`${line}\n`) || stdout.listenerCount("drain") > 0) return;
    relay.holdHost(true);
    stdout.once("drain", () => relay.holdHost(false));
  };
  const relay = createRelay({
    toClient,
    holdClient: (stop) => void (stop ? stdin.pause() : stdin.resume()),
    reach: createHostConnector({
      dial: async (listener) => {
        const result = await dialHost(caller, listener);
        // The folder exists by now. When another host follows, its announcement there is the sign to join it.
        if (result.kind === "linked") watcher ??= watchHost(dataDir, () => relay.rejoin());
        return result;
      },
      commands: findHostCommands(system).map(
        (command): StartCommand => ({ ...command, line: [...command.line, ...hostArgs] }),
      ),
      whyNone: whyNoCommand(system),
      start: (command) => startHost(command, env),
      log,
    }),
    toolsets,
    log,
  });
  const readChunk = createLineReader(longestLine, relay.fromClient, () => {
    toClient(failure(null, rpcCodes.invalid, `A message is longer than ${longestLine} bytes and was dropped.`));
  });

  const leave = (): void => {
    watcher?.close();
    relay.close();
    process.exit(0);
  };
  stdin.on("data", readChunk);
  // Piped requests are answered, several of them perhaps in one go; a wait without a reader ends at its time limit.
  stdin.once("end", () => relay.finish(() => setImmediate(leave)));
  stdin.once("close", () => stdin.readableEnded || leave());
  stdin.once("error", leave);
  // The client went away: there is nobody left to tell.
  stdout.on("error", leave);
  process.stderr.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
}

/** Null where the folder cannot be watched: then the next request looks for the host. */
function watchHost(dataDir: string, onAppearance: () => void): FSWatcher | null {
  try {
    const watcher = watch(dataDir, { persistent: false }, (_, name) => {
      if (name === null || name === instanceFiles.discovery) onAppearance();
    });
    return watcher.on("error", () => watcher.close());
  } catch {
    return null;
  }
}

/** A terminal as input would make it wait for a program that never speaks. */
const inTerminal =
  "kibitz-mcp is started by an MCP host, such as an assistant, and speaks MCP over standard input and output.\n" +
  "Nothing is to be typed here: end it with Ctrl-C, and connect an assistant with `kibitz connect` (`--help` says more).\n";

function main(): void {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options.ok) {
    process.stderr.write(`kibitz-mcp: ${options.message}\n`);
    process.exitCode = 2;
  } else if (options.value.help) process.stdout.write(usage);
  else if (options.value.version) process.stdout.write(`${version}\n`);
  else {
    if (process.stdin.isTTY) process.stderr.write(inTerminal);
    serve(options.value);
  }
}

main();
