import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { app } from "electron";
import { ownAppImage } from "../../shared/app-image.ts";
import { writeFileWhole } from "../data-dir.ts";
import type { Log } from "../log.ts";

/** What a start at login is told: Kibitz waits in the tray until somebody wants it. */
const args = ["--no-window"];

/** Whether the system, rather than the person, has started the application just now. Only macOS tells it this way. */
export function startedAtLogin(): boolean {
  return process.platform === "darwin" && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Has the system start Kibitz when the person logs in, or no longer. A checkout leaves the system as it is. */
export function setLoginItem(on: boolean, log: Log): void {
  if (!app.isPackaged) return;
  try {
    if (process.platform === "linux") setAutostart(on);
    else app.setLoginItemSettings({ openAtLogin: on, args });
  } catch (error) {
    log.warn(`start at login could not be set: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Desktop Application Autostart Specification 0.5. */
function setAutostart(on: boolean): void {
  const { XDG_CONFIG_HOME } = process.env;
  const config = XDG_CONFIG_HOME?.startsWith("/") ? XDG_CONFIG_HOME : join(homedir(), ".config");
  const file = join(config, "autostart", "kibitz.desktop");
  if (on) {
    // An AppImage is mounted only while it runs: what can be started is the file itself.
    const program = ownAppImage(process.execPath, process.env, realpathSync) ?? process.execPath;
    const command = `${execQuoted(program)} ${args.join(" ")}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileWhole(file, `[Desktop Entry]\nType=Application\nName=Kibitz\nExec=${command}\n`);
  } else {
    rmSync(file, { force: true });
  }
}

/** Desktop Entry Specification 1.5, "The Exec key": quoted, and escaped once more as a string of the file. */
const execQuoted = (program: string): string =>
  `"${program
    .replace(/(["`$\\])/g, "\\$1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;
