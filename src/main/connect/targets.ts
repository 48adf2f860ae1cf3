import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ConnectInfo, ConnectTarget } from "../../shared/api.ts";
import { commandLine, quotedPath, shimCommand } from "./shim-command.ts";

export interface ConnectOptions {
  readonly dataDir: string;
  /** The shim's program in a packaged application. */
  readonly launcher?: string | undefined;
  /** Why no MCP host should be told to start the shim yet. */
  readonly obstacle?: string | null | undefined;
  readonly mcpUrl: string;
  readonly agentTokenFile: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The MCP hosts we know, whether they are there and know us, and what to copy where. Reads their files, writes none. */
export function connectInfo(options: ConnectOptions): ConnectInfo {
  const { obstacle = null } = options;
  const targets = obstacle === null ? [...shimTargets(options), httpTarget(options)] : [httpTarget(options)];
  return { targets, obstacle };
}

/** Those that start the shim. */
function shimTargets(options: ConnectOptions): readonly ConnectTarget[] {
  const shim = shimCommand(options.dataDir, options.launcher);
  const files = configFiles(options);
  const server = { command: shim.command, args: shim.args };
  const mcpServers = JSON.stringify({ mcpServers: { kibitz: server } }, null, 2);
  return [
    {
      id: "claude-desktop",
      title: "Claude Desktop",
      state: stateOf(files.claudeDesktop),
      where: `Settings → Developer → Edit Config (${files.claudeDesktop}), then restart Claude.`,
      block: mcpServers,
      language: "json",
    },
    {
      id: "claude-code",
      title: "Claude Code",
      state: stateOf(files.claudeCode),
      where: "Run once in a terminal.",
      block: `claude mcp add --scope user --transport stdio kibitz -- ${commandLine(shim)}`,
      language: "shell",
    },
    {
      id: "vscode",
      title: "VS Code",
      state: stateOf(files.vscode),
      where: "Run once in a terminal, or put it under “servers” with the command “MCP: Open User Configuration”.",
      block: `code --add-mcp ${shellQuoted(JSON.stringify({ name: "kibitz", ...server }), options.platform)}`,
      language: "shell",
    },
    {
      id: "cursor",
      title: "Cursor",
      state: stateOf(files.cursor),
      where: `Settings → MCP → Add new server (${files.cursor}).`,
      block: mcpServers,
      language: "json",
    },
  ];
}

const httpTarget = ({ mcpUrl, agentTokenFile }: ConnectOptions): ConnectTarget => ({
  id: "http",
  title: "Anything that speaks MCP over HTTP",
  state: "unknown",
  where: "Address and header; the token is in the file named there and opens nothing but the tools.",
  block: `${mcpUrl}\nAuthorization: Bearer $(cat ${quotedPath(agentTokenFile)})`,
  language: "text",
});

function configFiles({ platform, env, home }: ConnectOptions) {
  const support =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? (env["APPDATA"] ?? join(home, "AppData", "Roaming"))
        : (env["XDG_CONFIG_HOME"] ?? join(home, ".config"));
  return {
    claudeDesktop: join(support, "Claude", "claude_desktop_config.json"),
    claudeCode: join(home, ".claude.json"),
    vscode: join(support, "Code", "User", "mcp.json"),
    cursor: join(home, ".cursor", "mcp.json"),
  };
}

/** `connected` where the file names our shim, `found` where the file or its folder is there. */
function stateOf(file: string): ConnectTarget["state"] {
  try {
    if (readFileSync(file, "utf8").includes("kibitz-mcp")) return "connected";
    return "found";
  } catch {
    // `.claude.json` lies in the home folder itself, whose being there tells nothing.
    const folder = join(file, "..");
    return /[\\/](Claude|User|\.cursor)$/.test(folder) && existsSync(folder) ? "found" : "missing";
  }
}

const shellQuoted = (text: string, platform: NodeJS.Platform): string =>
  platform === "win32" ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
