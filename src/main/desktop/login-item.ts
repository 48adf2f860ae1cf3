import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { app } from "electron";
import { accept, messageOf, type Result, refuse } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { readableText } from "../base/text-file.ts";
import { writeFileWhole } from "../data/data-dir.ts";
import type { SettingsStore } from "../data/settings-store.ts";
import { execQuoted, ownProgram, xdgFolder } from "./deep-link.ts";

/** Arguments of a start at login: Kibitz waits in the tray until somebody wants it. */
const args = ["--no-window"];

/** Whether the system, rather than the person, has started the application. Only macOS tells it this way. */
export function startedAtLogin(): boolean {
  return process.platform === "darwin" && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
}

/**
 * Has the system start Kibitz when the person logs in while the settings say so. The system is told of changes alone:
 * what the person switched off in its own settings stays off. A change that it does not take is refused. A checkout
 * leaves the system as it is.
 * @param file remembers what the system was told last
 * @returns what ends it
 */
export function followLoginItem(settingsStore: SettingsStore, file: string, log: Log): () => void {
  if (!app.isPackaged) return () => {};
  const follow = (on: boolean): Result<null> => {
    try {
      if (on === wasSet(file)) return accept(null);
      if (process.platform === "linux") setAutostart(on);
      else setLoginItem(on);
      writeFileSync(file, on ? "on\n" : "off\n", { mode: 0o600 });
      return accept(null);
    } catch (error) {
      const reason = messageOf(error);
      log.warn(`start at login could not be changed: ${reason}`);
      return refuse("STORAGE_FAILED", `Start at login could not be changed: ${reason}`);
    }
  };
  const stop = settingsStore.applyBy(({ start_at_login: on }, now) =>
    on === now.start_at_login ? accept(null) : follow(on),
  );
  // Changed while there was no application: where the system refuses it, the setting is reset.
  if (!follow(settingsStore.get().start_at_login).ok) settingsStore.change({ start_at_login: wasSet(file) });
  if (process.platform === "linux") followProgram(log);
  return stop;
}

/** Throws where the system refuses it: Electron shows that only when the setting is read back. */
function setLoginItem(on: boolean): void {
  app.setLoginItemSettings({ openAtLogin: on, args });
  // Windows tells our entry from others by its arguments.
  const { openAtLogin, status } = app.getLoginItemSettings({ args });
  if (openAtLogin === on) return;
  throw new Error(
    on && status === "requires-approval"
      ? "macOS asks for your approval. Allow Kibitz under System Settings, General, Login Items, and switch it on here again"
      : "the system did not take it. Change it in the system's own settings for programs that start at login",
  );
}

const wasSet = (file: string): boolean => readableText(file)?.startsWith("on") ?? false;

/** Desktop Application Autostart Specification 0.5. */
const autostartEntry = () => join(xdgFolder("XDG_CONFIG_HOME", ".config"), "autostart", "kibitz.desktop");
const execLine = () => `Exec=${execQuoted(ownProgram())} ${args.join(" ")}`;

function setAutostart(on: boolean): void {
  const file = autostartEntry();
  if (on) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileWhole(file, `[Desktop Entry]\nType=Application\nName=Kibitz\n${execLine()}\n`);
  } else {
    rmSync(file, { force: true });
  }
}

/** An AppImage may have been moved or replaced by a newer one. Other lines of the entry stay. */
function followProgram(log: Log): void {
  const file = autostartEntry();
  try {
    const entry = readFileSync(file, "utf8");
    const next = entry.replace(/^Exec=.*--no-window$/m, () => execLine());
    if (next !== entry) writeFileWhole(file, next);
  } catch (error) {
    log.debug(`no start at login to look after: ${String(error)}`);
  }
}
