import { Menu, Tray } from "electron";
import { messageOf } from "../../shared/error-text.ts";
import type { Invitation } from "../../shared/leagues.ts";
import type { Log } from "../base/log.ts";
import type { DesktopGame } from "../desktop-games.ts";
import { type MenuVerbs, trayMenu, trayTip } from "./tray-menu.ts";

export interface GameTray {
  /** Shows the current games, and the matches that wait for the person. */
  show(games: readonly DesktopGame[], calls: readonly Invitation[]): void;
  close(): void;
}

/** Puts Kibitz into the tray, or the menu bar. Null where the system has none. */
export function openTray(image: string, verbs: MenuVerbs, log: Log): GameTray | null {
  let tray: Tray;
  try {
    tray = new Tray(image);
  } catch (error) {
    log.warn(`there is no tray here: ${messageOf(error)}`);
    return null;
  }
  // On macOS a click opens the menu, and some Linux desktops do not report it.
  if (process.platform !== "darwin") tray.on("click", () => verbs.show());
  let shown = "";
  return {
    show: (games, calls) => {
      const template = trayMenu(games, calls, verbs);
      tray.setToolTip(trayTip(games, calls));
      // Setting a menu closes it under the pointer, so it is set only when its text changes.
      const text = JSON.stringify(template);
      if (text === shown) return;
      shown = text;
      tray.setContextMenu(Menu.buildFromTemplate(template));
    },
    close: () => tray.destroy(),
  };
}
