import { join } from "node:path";
import { app, Menu } from "electron";
import type { Log } from "../base/log.ts";
import { desktopGames } from "../desktop-games.ts";
import { desktopInvitations } from "../desktop-invitations.ts";
import type { Host } from "../host.ts";
import { showBadge } from "./badge.ts";
import { openInBrowser } from "./bridge.ts";
import { closeToTray } from "./close-to-tray.ts";
import { followLoginItem } from "./login-item.ts";
import { applicationMenu } from "./menu.ts";
import { notifyOfInvitations, notifyOfTurns } from "./notifications.ts";
import { createNotifier } from "./notifier.ts";
import { pictures } from "./resources.ts";
import { openTray } from "./tray.ts";
import { isTrayShown } from "./tray-host.ts";
import type { MainWindow } from "./window.ts";

export interface ShellOptions {
  readonly host: Pick<Host, "games" | "league" | "settingsStore" | "openUrl" | "dataDir">;
  readonly window: MainWindow;
  readonly log: Log;
  /** A host that was started for an assistant runs without a window until it is told to quit. */
  readonly noWindow: boolean;
}

/** Milliseconds between two updates: engines may move faster than a menu should change. */
const PACE_MS = 200;

/**
 * Everything around the window: menu, tray, badge, notifications, start at login. Returns the function that takes it
 * down.
 */
export function openShell({ host, window, log, noWindow }: ShellOptions): () => void {
  const { badge, tray: trayPicture } = pictures();
  const show = (place?: string) => window.show(place);
  const verbs = { show, quit: () => app.quit(), openInBrowser: () => openInBrowser(host) };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(applicationMenu({ platform: process.platform, isPackaged: app.isPackaged }, verbs)),
  );

  const games = desktopGames(host.games);
  const calls = desktopInvitations(host.league);
  const tray = openTray(trayPicture, verbs, log);
  const tell = () => {
    const list = games.list();
    const waiting = calls.list();
    tray?.show(list, waiting);
    showBadge(list, waiting, window.current(), badge);
  };
  let timer: NodeJS.Timeout | null = null;
  const tellSoon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      tell();
    }, PACE_MS);
  };
  const stopListening = [games.listen(tellSoon), calls.listen(tellSoon)];
  tell();
  window.onOpened(tell);
  const notifier = createNotifier({ isInFront: () => window.isInFront(), show, log });
  const stopNotifying = [notifyOfTurns(games, notifier), notifyOfInvitations(calls, notifier)];

  closeToTray({
    whenClosed: async () => {
      if (process.platform === "darwin") return "dock";
      if (!noWindow && !host.settingsStore.get().close_to_tray) return "end";
      if (tray !== null && (await isTrayShown(log))) return "tray";
      return noWindow ? "unseen" : "end";
    },
    isOpen: () => window.current() !== null,
    toldFile: join(host.dataDir, "window", "told-of-tray"),
    show: () => window.show(),
    log,
  });
  const stopFollowing = followLoginItem(host.settingsStore, join(host.dataDir, "window", "login-item"), log);

  return () => {
    for (const stop of [...stopListening, ...stopNotifying]) stop();
    notifier.close();
    stopFollowing();
    clearTimeout(timer ?? undefined);
    tray?.close();
  };
}
