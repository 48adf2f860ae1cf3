import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ownAppImage } from "../../shared/app-image.ts";
import { systemErrorCode } from "../data/data-dir.ts";
import { settleLauncher } from "./settled-launcher.ts";

/** The files that an installed application brings along, beside the archive that it runs from. */
export interface Installation {
  /** The engine's script. */
  readonly enginePath: string;
  /** The program that an MCP host is to start. */
  readonly launcher: string;
  /** Why no MCP host should be told to start it, in words that say what to do; null where all is well. */
  readonly obstacle: string | null;
}

/** @param resources the folder in which the application's archive stands */
export function installationIn(resources: string, dataDir: string): Installation {
  const name = process.platform === "win32" ? "kibitz-mcp.cmd" : "kibitz-mcp";
  const launcher = join(resources, "launchers", name);
  const appImage = runningAppImage();
  return {
    enginePath: join(resources, "stockfish", "stockfish-19-lite-single.js"),
    launcher: appImage === null ? launcher : settleLauncher(appImage, launcher, dataDir),
    obstacle: isPassing(process.platform, process.execPath, isReadOnly) ? moveFirst : null,
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
export function isPassing(
  platform: NodeJS.Platform,
  execPath: string,
  isReadOnlyFile: (path: string) => boolean,
): boolean {
  if (platform !== "darwin") return false;
  return execPath.includes("/AppTranslocation/") || (execPath.startsWith("/Volumes/") && isReadOnlyFile(execPath));
}

/** Whether a file is on a disk that nobody can write to. */
function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return systemErrorCode(error) === "EROFS";
  }
}
