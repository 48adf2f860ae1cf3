import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ownAppImage } from "../shared/app-image.ts";
import { settleLauncher } from "./settled-launcher.ts";

/** What an installed application brings along, beside the archive that it runs from. */
export interface Installation {
  /** The engine's script. */
  readonly enginePath: string;
  /** The program that an MCP host is to start. */
  readonly launcher: string;
}

/** @param resources the folder in which the application's archive stands */
export function installationIn(resources: string, dataDir: string): Installation {
  const name = process.platform === "win32" ? "kibitz-mcp.cmd" : "kibitz-mcp";
  const launcher = join(resources, "launchers", name);
  const appImage = ownAppImage(process.execPath, process.env, realpathSync);
  return {
    enginePath: join(resources, "stockfish", "stockfish-19-lite-single.js"),
    launcher: appImage === null ? launcher : settleLauncher(appImage, launcher, dataDir),
  };
}

/** The resources of the application whose headless host stands in this folder; null in a checkout. */
export function resourcesAround(folder: string): string | null {
  const resources = join(folder, "..", "..");
  return existsSync(join(resources, "app.asar")) ? resources : null;
}
