import { ipcMain, shell } from "electron";
import { desktopChannels } from "../../shared/desktop.ts";
import type { Host } from "../host.ts";
import { isOwnAddress } from "./protocol.ts";

/** Answers the verbs of the preload, for the window's own pages alone. */
export function answerBridge(host: Pick<Host, "openUrl">): void {
  ipcMain.on(desktopChannels.openInBrowser, (event) => {
    // The one address that is opened without being https: our own, on this machine.
    if (event.senderFrame && isOwnAddress(event.senderFrame.url)) void shell.openExternal(host.openUrl);
  });
}
