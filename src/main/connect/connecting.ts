import { homedir } from "node:os";
import type { ConnectInfo, ConnectOutcome } from "../../shared/api.ts";
import type { Result } from "../../shared/result.ts";
import { fileIn } from "../data/data-dir.ts";
import { type Callers, openCallers } from "./callers.ts";

export interface ConnectingOptions {
  readonly dataDir: string;
  /** The shim's program in a packaged application. */
  readonly launcher?: string | undefined;
  /** Why no MCP host should be told to start the shim yet. */
  readonly obstacle?: string | null | undefined;
  /** null where no Kibitz runs. */
  readonly mcpUrl: () => string | null;
}

/** Tells the MCP hosts of this machine about this Kibitz. */
export interface Connecting {
  list(): Promise<ConnectInfo>;
  connect(id: string): Promise<Result<ConnectOutcome>>;
  disconnect(id: string): Promise<Result<ConnectOutcome>>;
  readonly callers: Callers;
}

export function openConnecting({ dataDir, launcher, obstacle = null, mcpUrl }: ConnectingOptions): Connecting {
  const callers = openCallers(dataDir);
  // Loaded on demand: editing hosts' files is no part of a quick start.
  const connector = async () => {
    const [{ createConnector }, { shimCommand }] = await Promise.all([
      import("./connector.ts"),
      import("./shim-command.ts"),
    ]);
    return createConnector({
      shim: shimCommand(dataDir, launcher),
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
    connect: async (id) => (await connector()).connect(id),
    disconnect: async (id) => (await connector()).disconnect(id),
    callers,
  };
}
