import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownAppImage } from "../../shared/app-image.ts";
import { isOnReadOnlyDisk } from "../base/disk.ts";
import { shellQuoted } from "../base/shim-command.ts";
import { writeFileWhole } from "../data/data-dir.ts";

/** The files that an installed application brings along, beside the archive that it runs from. */
export type Installation = ReturnType<typeof installationIn>;

/** @param resources the folder in which the application's archive stands */
export function installationIn(resources: string, dataDir: string) {
  const launcher = join(resources, "launchers", process.platform === "win32" ? "kibitz-mcp.cmd" : "kibitz-mcp");
  const appImage = runningAppImage();
  return {
    /** The engine's script; in a checkout it comes from node_modules. */
    enginePath: join(resources, "stockfish", "stockfish-19-lite-single.js"),
    /** The program that an MCP host is to start for the shim; in a checkout Node runs the shim itself. */
    launcher: appImage === null ? launcher : settleLauncher(appImage, launcher, dataDir),
    /** Why no MCP host should be told to start it, in words that say what to do; null where all is well. */
    obstacle: isPassing(process.platform, process.execPath, isOnReadOnlyDisk) ? moveFirst : null,
  };
}

/** The resources of the application whose headless host stands in this folder; null in a checkout. */
export function resourcesAround(folder: string): string | null {
  const resources = join(folder, "..", "..");
  return existsSync(join(resources, "app.asar")) ? resources : null;
}

/** The AppImage that this process runs from; null where it runs from none. */
export const runningAppImage = (): string | null => ownAppImage(process.execPath, process.env, realpathSync);

const moveFirst =
  "Move Kibitz to the Applications folder first, and start it from there. macOS runs it from a place that goes when " +
  "Kibitz ends, where no assistant would find it again.";

/** Whether a program stands where it will not stay: on a disk image, or where macOS hides a copy of what was downloaded. */
export function isPassing(platform: NodeJS.Platform, execPath: string, isReadOnlyFile: (path: string) => boolean) {
  if (platform !== "darwin") return false;
  return execPath.includes("/AppTranslocation/") || (execPath.startsWith("/Volumes/") && isReadOnlyFile(execPath));
}

/**
 * Puts the shim and a launcher for it where they stay: an AppImage is mounted under another path each time, and only
 * while it runs. The launcher has the AppImage run the copy.
 * @param launcher the packaged one, with the shim in the folder `shim` beside its own
 * @returns the launcher's path in the data folder
 */
export function settleLauncher(appImage: string, launcher: string, dataDir: string): string {
  const folder = join(dataDir, "bin");
  const shim = join(folder, "kibitz-mcp.mjs");
  const path = join(folder, "kibitz-mcp");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Whole, as an assistant may start it at any moment.
  writeFileWhole(shim, readFileSync(join(dirname(launcher), "..", "shim", "kibitz-mcp.mjs"), "utf8"));
  writeFileWhole(
    path,
    `#!/bin/sh
# Written by Kibitz at its start, for the MCP hosts that start kibitz-mcp.
# Where there is no --no-sandbox yet, an AppImage may put it first, and Node would take it for an option of its own.
ELECTRON_RUN_AS_NODE=1 exec ${shellQuoted(appImage, "linux")} ${shellQuoted(shim, "linux")} "$@" --no-sandbox
`,
    // As executable, and as closed to others, as the folder it is in.
    statSync(folder),
  );
  return path;
}
