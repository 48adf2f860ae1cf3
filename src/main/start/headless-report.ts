import type { Discovery } from "../../shared/instance.ts";
import { version } from "../../shared/version.ts";
import { readableText } from "../base/text-file.ts";
import { commandLine, quotedPath, shimCommand } from "../connect/shim-command.ts";
import { fileIn } from "../data/data-dir.ts";
import { addressToOpen } from "../data/running-host.ts";
import type { Host } from "../host.ts";

/** The output of a run without a window: for a person, or as one JSON line for a script. */

/** The facts about an opened host. */
export type Opened = Pick<
  Host,
  "url" | "openUrl" | "mcpUrl" | "token" | "agentToken" | "socket" | "dataDir" | "database"
>;

export const openedJson = ({ url, mcpUrl, token, agentToken, socket, dataDir }: Opened): string =>
  JSON.stringify({ url, mcp: mcpUrl, token, agentToken, socket, dataDir, pid: process.pid });

/** The line of the host that was found running, so that a script can go on with it. */
export function runningJson({ url, mcp, socket, pid }: Discovery, dataDir: string): string {
  const token = readToken(fileIn(dataDir, "personToken"));
  const agentToken = readToken(fileIn(dataDir, "agentToken"));
  return JSON.stringify({ alreadyRunning: true, url, mcp, token, agentToken, socket, dataDir, pid });
}

/** Null for another user's host: its address is no secret, its tokens are. */
const readToken = (path: string): string | null => readableText(path)?.trim() ?? null;

export const openedText = (host: Opened): string => `Kibitz ${version} is ready.

  Dashboard             ${host.openUrl("until-used")}
  Connect an assistant  ${commandLine(shimCommand(host.dataDir))}
              or HTTP   ${host.mcpUrl} with the bearer token in ${quotedPath(fileIn(host.dataDir, "agentToken"))}

Games are kept in ${host.database ?? host.dataDir}. Ctrl-C stops Kibitz.`;

/** The same to a person: an address that opens the dashboard, since nobody may have seen what the running one printed. */
export async function runningText(discovery: Discovery, dataDir: string): Promise<string> {
  const address = await addressToOpen(discovery, dataDir);
  return `Kibitz is already running here: ${address} (process ${discovery.pid}, data folder ${dataDir}).`;
}
