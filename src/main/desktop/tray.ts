import { Menu, Tray } from "electron";
import type { Invitation } from "../../shared/leagues.ts";
import type { Log } from "../base/log.ts";
import type { DesktopGame } from "../desktop-games.ts";
import { type MenuVerbs, trayMenu, trayTip } from "./tray-menu.ts";

export interface GameTray {
  /** Tells the tray how the games stand, and which matches wait for the person. */
  show(games: readonly DesktopGame[], calls: readonly Invitation[]): void;
  close(): void;
}

/** Puts Kibitz into the tray, or the menu bar. Null where the system has none. */
export function openTray(image: string, verbs: MenuVerbs, log: Log): GameTray | null {
  let tray: Tray;
  try {
    tray = new Tray(image);
  } catch (error) {
    log.warn(`there is no tray here: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
  // On macOS a click opens the menu, and some Linux desktops tell of none.
  if (process.platform !== "darwin") tray.on("click", () => verbs.show());
  let shown = "";
  return {
    show: (games, calls) => {
      const template = trayMenu(games, calls, verbs);
      tray.setToolTip(trayTip(games, calls));
      // A menu that is set anew closes under the pointer: only when it says something new.
      const text = JSON.stringify(template);
      if (text === shown) return;
      shown = text;
      tray.setContextMenu(Menu.buildFromTemplate(template));
    },
    close: () => tray.destroy(),
  };
}
