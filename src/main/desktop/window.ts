import { BrowserWindow, nativeTheme } from "electron";
import { windowOrigin } from "./protocol.ts";

/** The page's own backgrounds, so that nothing flashes before it is drawn. */
const background = { light: "#f6f4ef", dark: "#191816" };

/**
 * Opens the dashboard in a window that can do no more than a page in a browser, plus the few verbs of the preload.
 * @param preload path of the built preload script
 */
function openWindow(preload: string): void {
  const window = new BrowserWindow({
    title: "Kibitz",
    width: 1180,
    height: 820,
    minWidth: 360,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => window.show());
  void window.loadURL(`${windowOrigin}/`);
}

/** Brings the window to the front, opening it where there is none. */
export function showWindow(preload: string): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window) {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  } else {
    openWindow(preload);
  }
}
