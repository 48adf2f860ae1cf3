import { contextBridge, ipcRenderer } from "electron";
import { type DesktopBridge, desktopChannels } from "../shared/desktop.ts";

const bridge: DesktopBridge = {
  openInBrowser: () => ipcRenderer.send(desktopChannels.openInBrowser),
};

contextBridge.exposeInMainWorld("kibitz", bridge);
