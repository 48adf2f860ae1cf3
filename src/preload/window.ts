import { contextBridge, ipcRenderer } from "electron";
import { type DesktopBridge, desktopChannels } from "../shared/desktop.ts";

const bridge: DesktopBridge = {
  openInBrowser: () => ipcRenderer.send(desktopChannels.openInBrowser),
  onPlace: (listener) => {
    ipcRenderer.on(desktopChannels.place, (_event, place: string) => listener(place));
    ipcRenderer.send(desktopChannels.hearsPlaces);
  },
};

contextBridge.exposeInMainWorld("kibitz", bridge);
