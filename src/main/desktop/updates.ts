import { existsSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import type { AppUpdater } from "electron-updater";
import type { Notice } from "../../shared/due.ts";
import { accept, messageOf, refuse } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { SettingsStore } from "../data/settings-store.ts";
import { runningAppImage } from "../start/installation.ts";

/** Milliseconds between two questions for a newer version. */
const PACE_MS = 24 * 60 * 60_000;

/** The reason why this installation does not update itself, with what to do instead; null where it does. */
function updateObstacle(): string | null {
  if (!app.isPackaged) return "A checkout does not update itself. Run git pull and npm ci";
  if (process.env["FLATPAK_ID"]) return "Flatpak updates this installation. Run flatpak update";
  if (process.platform === "linux" && runningAppImage() === null)
    return "A package of the system does not update itself. Install the newer package over it";
  if (!existsSync(join(process.resourcesPath, "app-update.yml")))
    return "This build does not know where newer versions are published. Install them over it";
  return null;
}

interface UpdateOptions {
  readonly settingsStore: SettingsStore;
  readonly log: Log;
  readonly tell: (notice: Notice) => void;
  /** Called before the end where the updater has renamed the AppImage that runs. */
  readonly onRenamed: (appImage: string) => void;
}

/**
 * Asks for newer versions while the settings say so, and has them installed when Kibitz quits: never while it runs.
 * Switching it on is refused where something else updates Kibitz.
 * @returns what ends it
 */
export function followUpdates({ settingsStore, log, tell, onRenamed }: UpdateOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  /** Loaded at the first question. */
  let updater: AppUpdater | null = null;
  let isOn = false;
  const look = async (): Promise<void> => {
    updater ??= (await loadUpdater()).on("appimage-filename-updated", onRenamed);
    updater.autoInstallOnAppQuit = isOn;
    const outcome = await updater.checkForUpdates();
    if (!outcome?.isUpdateAvailable) return;
    await outcome.downloadPromise;
    if (!isOn) return;
    const body = "It is installed when you quit Kibitz, and not before: games and leagues go on.";
    tell({ title: `Kibitz ${outcome.updateInfo.version} is here`, body });
  };
  const lookAndLog = () => void look().catch((error) => log.warn(`no newer version came: ${messageOf(error)}`));
  const follow = (on: boolean): void => {
    isOn = on;
    // One that has been downloaded stays where it is.
    if (updater !== null) updater.autoInstallOnAppQuit = on;
    clearInterval(timer);
    if (!on || updateObstacle() !== null) return;
    timer = setInterval(lookAndLog, PACE_MS).unref();
    lookAndLog();
  };
  const stopApplying = settingsStore.applyBy(({ updates }, now) => {
    const obstacle = updates && !now.updates ? updateObstacle() : null;
    if (obstacle !== null) return refuse("INVALID_ARGUMENT", obstacle);
    if (updates !== now.updates) follow(updates);
    return accept(null);
  });
  follow(settingsStore.get().updates);
  return () => {
    clearInterval(timer);
    stopApplying();
  };
}

async function loadUpdater(): Promise<AppUpdater> {
  const { autoUpdater } = (await import("electron-updater")).default;
  // Its own log would name files of the person on standard error; what goes wrong is in the promise.
  autoUpdater.logger = null;
  return autoUpdater;
}
