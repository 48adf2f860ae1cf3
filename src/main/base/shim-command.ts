import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { defaultDataDir } from "../../shared/instance.ts";
import { pinnedNode } from "../../shared/pinned-node.ts";

export interface ShimCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that an MCP host is to start. It names its programs by their paths: hosts with a window seldom have the
 * PATH of a terminal.
 * @param launcher of a packaged application, which brings its own Node; in a checkout Node runs the shim
 */
export function shimCommand(dataDir: string, launcher?: string): ShimCommand {
  const args = dataDir === usualDataDir() ? [] : ["--data-dir", dataDir];
  if (launcher !== undefined) return { command: launcher, args };
  const out = outFolder();
  return { command: nodeFor(join(out, "..")), args: [join(out, "shim", "kibitz-mcp.mjs"), ...args] };
}

/** The data folder of a shim without that option: MCP hosts pass on few variables, and not XDG_DATA_HOME. */
export const usualDataDir = (): string =>
  defaultDataDir(process.platform, process.platform === "win32" ? process.env : {}, homedir());

/** The Node that runs this program; where that is Electron, the one that a checkout brings along, or the first on the PATH. */
function nodeFor(root: string): string {
  if (process.versions.electron === undefined) return process.execPath;
  const name = process.platform === "win32" ? "node.exe" : "node";
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = [
    join(root, ...pinnedNode(process.platform, process.arch)),
    ...folders.map((folder) => join(folder, name)),
  ];
  return paths.find((path) => existsSync(path)) ?? "node";
}

export const commandLine = ({ command, args }: ShimCommand, platform: NodeJS.Platform = process.platform): string =>
  [command, ...args].map((word) => quotedPath(word, platform)).join(" ");

/** A path as one word of a shell. Windows' shells take backslashes in quotes as they are, and paths there hold no quotes. */
export function quotedPath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(path)) return path;
  return platform === "win32" ? `"${path}"` : `"${path.replace(/(["$`\\])/g, "\\$1")}"`;
}

/** A text as one word of a shell, whatever is in it. */
export const shellQuoted = (text: string, platform: NodeJS.Platform): string =>
  platform === "win32" ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;

/** The folder of what was built. Built, a module is in out/main or a folder of chunks below it; from source, in src/main/base. */
export function outFolder(): string {
  const folders = ["..", "../..", "../../../out"].map((step) => join(import.meta.dirname, step));
  return (
    folders.find((folder) => existsSync(join(folder, "shim", "kibitz-mcp.mjs"))) ??
    join(import.meta.dirname, "../../../out")
  );
}
