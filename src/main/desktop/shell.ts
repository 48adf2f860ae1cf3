import { join } from "node:path";
import { app, Menu } from "electron";
import { desktopGames } from "../desktop-games.ts";
import type { Host } from "../host.ts";
import type { Log } from "../log.ts";
import { showBadge } from "./badge.ts";
import { openInBrowser } from "./bridge.ts";
import { closeToTray } from "./close-to-tray.ts";
import { setLoginItem } from "./login-item.ts";
import { applicationMenu } from "./menu.ts";
import { notifyOfTurns } from "./notifications.ts";
import { pictures } from "./resources.ts";
import { openTray } from "./tray.ts";
import type { MainWindow } from "./window.ts";

export interface ShellOptions {
  readonly host: Pick<Host, "tables" | "preferences" | "openUrl" | "dataDir">;
  readonly window: MainWindow;
  readonly log: Log;
  /** Started for an assistant, it goes on without a window until it is told to quit. */
  readonly noWindow: boolean;
}

/** Milliseconds between two looks at how the games stand: engines may move faster than a menu is to change. */
const PACE_MS = 200;

/** What is around the window: menu, tray, badge, notifications, start at login. Returns what takes it down. */
export function openShell({ host, window, log, noWindow }: ShellOptions): () => void {
  const { icon, badge, tray: trayPicture } = pictures();
  const show = (place?: string) => window.show(place);
  const verbs = { show, quit: () => app.quit(), openInBrowser: () => openInBrowser(host) };
  app.setAboutPanelOptions({
    applicationName: "Kibitz",
    applicationVersion: app.getVersion(),
    copyright: "Free software under the GNU General Public License, version 3 or later",
    iconPath: icon,
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(applicationMenu({ platform: process.platform, isPackaged: app.isPackaged }, verbs)),
  );

  const games = desktopGames(host.tables);
  const tray = openTray(trayPicture, verbs, log);
  const tell = () => {
    const list = games.list();
    tray?.show(list);
    showBadge(list, window.current(), badge);
  };
  let timer: NodeJS.Timeout | null = null;
  const stopListening = games.listen(() => {
    timer ??= setTimeout(() => {
      timer = null;
      tell();
    }, PACE_MS);
  });
  tell();
  const stopNotifying = notifyOfTurns({ games, isInFront: () => window.isInFront(), show });

  closeToTray({
    staysInTray: () =>
      noWindow || process.platform === "darwin" || (tray !== null && host.preferences.get().close_to_tray),
    toldFile: join(host.dataDir, "window", "told-of-tray"),
    show: () => window.show(),
  });
  let atLogin = host.preferences.get().start_at_login;
  setLoginItem(atLogin, log);
  const stopFollowing = host.preferences.listen(({ start_at_login }) => {
    if (start_at_login !== atLogin) setLoginItem(start_at_login, log);
    atLogin = start_at_login;
  });

  return () => {
    stopListening();
    stopNotifying();
    stopFollowing();
    clearTimeout(timer ?? undefined);
    tray?.close();
  };
}
