import { contextBridge, ipcRenderer } from "electron";
import { type DesktopBridge, desktopChannels, type GamesFile } from "../shared/desktop.ts";

const desktopBridge: DesktopBridge = {
  openInBrowser: () => ipcRenderer.send(desktopChannels.openInBrowser),
  onFiles: (listener) => {
    ipcRenderer.on(desktopChannels.files, (_event, files: readonly GamesFile[]) => listener(files));
  },
  onPlace: (listener) => {
    ipcRenderer.on(desktopChannels.place, (_event, place: string) => listener(place));
    ipcRenderer.send(desktopChannels.hearsPlaces);
  },
};

contextBridge.exposeInMainWorld("kibitz", desktopBridge);
