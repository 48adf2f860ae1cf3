import { homedir } from "node:os";
import { fileIn } from "../data/data-dir.ts";
import { openCallers } from "./callers.ts";
import { shimCommand } from "./shim-command.ts";

/** Tells the MCP hosts of this machine about this Kibitz. */
export type Connecting = ReturnType<typeof openConnecting>;

export function openConnecting(options: {
  readonly dataDir: string;
  /** The shim's program in a packaged application. */
  readonly launcher?: string | undefined;
  /** Why no MCP host should be told to start the shim yet. */
  readonly obstacle?: string | null | undefined;
  /** The toolsets that entries are to ask for; null for those that they have, or the default ones. */
  readonly toolsets?: string | null;
  /** null where no Kibitz runs. */
  readonly mcpUrl: () => string | null;
}) {
  const { dataDir, launcher, obstacle = null, toolsets = null, mcpUrl } = options;
  const callers = openCallers(dataDir);
  // Loaded on demand: editing hosts' files is no part of a quick start.
  const connector = async () => {
    const { createConnector } = await import("./connector.ts");
    const { command, args } = shimCommand(dataDir, launcher);
    return createConnector({
      shim: { command, args: toolsets === null ? args : [...args, "--toolsets", toolsets] },
      obstacle,
      mcpUrl: mcpUrl(),
      agentTokenFile: fileIn(dataDir, "agentToken"),
      callers,
      platform: process.platform,
      env: process.env,
      home: homedir(),
    });
  };
  return {
    list: async () => (await connector()).list(),
    connect: async (id: string) => (await connector()).connect(id),
    disconnect: async (id: string) => (await connector()).disconnect(id),
    callers,
  };
}
