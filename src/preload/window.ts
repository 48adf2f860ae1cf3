import { contextBridge, ipcRenderer } from "electron";
import { type DesktopBridge, desktopChannels, type GamesFile } from "../shared/desktop.ts";

const desktopBridge: DesktopBridge = {
  openInBrowser: () => ipcRenderer.send(desktopChannels.openInBrowser),
  onPlace: (listener) => {
    ipcRenderer.on(desktopChannels.place, (_event, place: string) => listener(place));
    ipcRenderer.on(desktopChannels.files, (_event, files: readonly GamesFile[]) => dropFiles(files));
    ipcRenderer.send(desktopChannels.hearsPlaces);
  },
};

/** Milliseconds between two tries to drop files. */
const RETRY_MS = 250;

/** Drops files onto the page as a person does with the pointer, once no dialog is open: then it takes them. */
function dropFiles(files: readonly GamesFile[]): void {
  const dataTransfer = new DataTransfer();
  for (const { name, bytes } of files) dataTransfer.items.add(new File([bytes], name));
  let wasOpen = false;
  const tryToDrop = () => {
    const isOpen = document.querySelector("dialog[open]") !== null;
    // The page learns a moment later that a dialog has closed.
    if (!isOpen && !wasOpen) {
      clearInterval(timer);
      window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    }
    wasOpen = isOpen;
  };
  const timer = setInterval(tryToDrop, RETRY_MS);
  tryToDrop();
}

contextBridge.exposeInMainWorld("kibitz", desktopBridge);
