import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Discovery, defaultDataDir } from "../shared/instance.ts";
import { version } from "../shared/version.ts";
import { fileIn } from "./data-dir.ts";

/** What a run without a window tells on standard output: to a person, or in one JSON line to a script. */

export interface Opened {
  readonly url: string;
  /** The dashboard with the person's token: opening it once signs the browser in. */
  readonly openUrl: string;
  readonly mcpUrl: string;
  readonly token: string;
  readonly agentToken: string;
  readonly socket: string;
  readonly dataDir: string;
}

export const openedJson = ({ url, mcpUrl, token, agentToken, socket, dataDir }: Opened): string =>
  JSON.stringify({ url, mcp: mcpUrl, token, agentToken, socket, dataDir, pid: process.pid });

/** The line of the host that was found running, so that a script can go on with it. */
export function runningJson({ url, mcp, socket, pid }: Discovery, dataDir: string): string {
  const token = readToken(fileIn(dataDir, "personToken"));
  const agentToken = readToken(fileIn(dataDir, "agentToken"));
  return JSON.stringify({ alreadyRunning: true, url, mcp, token, agentToken, socket, dataDir, pid });
}

function readToken(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null; // another user's host: its address is no secret, its tokens are
  }
}

export const openedText = (host: Opened): string => `Kibitz ${version} is ready.

  Dashboard             ${host.openUrl}
  Connect an assistant  ${shimCommand(host.dataDir)}
              or HTTP   ${host.mcpUrl} with the bearer token in ${quoted(fileIn(host.dataDir, "agentToken"))}

Games are kept in ${host.dataDir}. Ctrl-C stops Kibitz.`;

export const runningText = ({ url, pid }: Discovery, dataDir: string): string =>
  `Kibitz is already running here: ${url} (process ${pid}, data folder ${dataDir}).`;

/** The command that an MCP host is to start. */
function shimCommand(dataDir: string): string {
  // Built, this module is in out/main or a folder of chunks below it; from source, in src/main.
  const steps = ["../shim", "../../shim", "../../out/shim"].map((step) =>
    join(import.meta.dirname, step, "kibitz-mcp.mjs"),
  );
  const shim = steps.find((path) => existsSync(path)) ?? join(import.meta.dirname, "../../out/shim/kibitz-mcp.mjs");
  const isDefault = dataDir === defaultDataDir(process.platform, process.env, homedir());
  return `node ${quoted(shim)}${isDefault ? "" : ` --data-dir ${quoted(dataDir)}`}`;
}

const quoted = (path: string): string => (/^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`);
