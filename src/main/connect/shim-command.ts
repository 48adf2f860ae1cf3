import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { defaultDataDir } from "../../shared/instance.ts";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that an MCP host is to start.
 * @param launcher of a packaged application, which brings its own Node; in a checkout Node runs the shim
 */
export function shimCommand(dataDir: string, launcher?: string): Command {
  // The default as the shim will see it: MCP hosts hand on few variables, and XDG_DATA_HOME is none of them.
  const handedOn = process.platform === "win32" ? process.env : {};
  const isDefault = dataDir === defaultDataDir(process.platform, handedOn, homedir());
  const args = isDefault ? [] : ["--data-dir", dataDir];
  if (launcher !== undefined) return { command: launcher, args };
  // Built, this module is in out/main or a folder of chunks below it; from source, two folders deeper in src.
  const steps = ["../shim", "../../shim", "../../out/shim", "../../../out/shim"];
  const paths = steps.map((step) => join(import.meta.dirname, step, "kibitz-mcp.mjs"));
  const shim = paths.find((path) => existsSync(path)) ?? join(import.meta.dirname, "../../../out/shim/kibitz-mcp.mjs");
  return { command: "node", args: [shim, ...args] };
}

/** A command as one line for a shell. */
export const commandLine = ({ command, args }: Command): string =>
  [command, ...args].map((word) => quotedPath(word)).join(" ");

/** A path as one word of a shell. Windows' shells take backslashes in quotes as they are, and paths there hold no quotes. */
export function quotedPath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(path)) return path;
  return platform === "win32" ? `"${path}"` : `"${path.replace(/(["$`\\])/g, "\\$1")}"`;
}
