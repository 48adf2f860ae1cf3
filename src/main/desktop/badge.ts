import { app, type BrowserWindow, nativeImage } from "electron";
import type { Invitation } from "../../shared/leagues.ts";
import type { DesktopGame } from "../desktop-games.ts";
import { trayTip } from "./tray-menu.ts";

/**
 * Shows how many games and matches wait for the person: on the icon in the dock, or on the window's in the Windows
 * taskbar.
 */
export function showBadge(
  games: readonly DesktopGame[],
  calls: readonly Invitation[],
  window: BrowserWindow | null,
  dot: string,
): void {
  const waiting = games.filter(({ isPersonsTurn }) => isPersonsTurn).length + calls.length;
  if (process.platform !== "win32") app.setBadgeCount(waiting);
  // On Windows it belongs to the window, and goes with it.
  else if (waiting === 0) window?.setOverlayIcon(null, "");
  else window?.setOverlayIcon(nativeImage.createFromPath(dot), trayTip(games, calls));
}
