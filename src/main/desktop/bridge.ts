import { ipcMain, shell } from "electron";
import { desktopChannels } from "../../shared/desktop.ts";
import type { Host } from "../host.ts";
import { isOwnAddress } from "./protocol.ts";

/** Opens the dashboard in the person's browser: the one address that is opened without being https, our own. */
export const openInBrowser = (host: Pick<Host, "openUrl">): void =>
  void shell.openExternal(host.openUrl("for-seconds"));

/** Answers the calls of the preload, for the window's own pages alone. */
export function answerBridge(host: Pick<Host, "openUrl">): void {
  ipcMain.on(desktopChannels.openInBrowser, (event) => {
    if (event.senderFrame && isOwnAddress(event.senderFrame.url)) openInBrowser(host);
  });
}
