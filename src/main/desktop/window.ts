import { BrowserWindow, nativeTheme } from "electron";
import { smallest } from "./placement.ts";
import { isOwnAddress, windowOrigin } from "./protocol.ts";
import { readPlacement, rememberPlacement } from "./window-state.ts";

/** The page's own backgrounds, so that nothing flashes before it is drawn. */
const background = { light: "#f6f4ef", dark: "#191816" };

export interface WindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  /** Where size and position are remembered. */
  readonly stateFile: string;
  /** The application's icon, where the system takes it from the window. */
  readonly icon: string;
}

/** The one window of the application, which may be closed and opened again. */
export interface MainWindow {
  /** Brings it to the front, at a place of the application or where it was. */
  show(place?: string): void;
  /** Hears of each window that opens. */
  onOpened(listener: () => void): void;
  /** Shows nothing any more: Kibitz is closing, and a window would have nobody to ask. */
  stayClosed(): void;
  /** Whether the person has it before them. */
  isInFront(): boolean;
  current(): BrowserWindow | null;
}

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  /** Where the person was when they closed it. */
  let left = "/";
  let closing = false;
  let tellOpened = () => {};

  const open = (place: string) => {
    const opened = openWindow(options);
    window = opened;
    opened.on("close", () => {
      const address = opened.webContents.getURL();
      if (isOwnAddress(address)) left = new URL(address).pathname;
    });
    opened.on("closed", () => {
      window = null;
    });
    void opened.loadURL(`${windowOrigin}${place}`);
    tellOpened();
  };

  return {
    show: (place) => {
      if (closing) return;
      if (window === null) return open(place ?? left);
      const address = place === undefined ? window.webContents.getURL() : `${windowOrigin}${place}`;
      // What is shown already is not loaded again, where a draft of table talk may stand; what is asked for is.
      const isRequest = place?.includes("?") === true;
      if (isRequest || address !== window.webContents.getURL() || window.webContents.isCrashed()) {
        void window.loadURL(address);
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    isInFront: () => window?.isVisible() === true && !window.isMinimized() && window.isFocused(),
    current: () => window,
    onOpened: (listener) => {
      tellOpened = listener;
    },
    stayClosed: () => {
      closing = true;
    },
  };
}

/** A window that can do no more than a page in a browser, plus the few verbs of the preload. */
function openWindow({ preload, stateFile, icon }: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = readPlacement(stateFile);
  const window = new BrowserWindow({
    title: "Kibitz",
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    ...(process.platform === "linux" ? { icon } : {}),
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
  rememberPlacement(window, stateFile);
  window.once("ready-to-show", () => {
    if (maximized) window.maximize();
    window.show();
  });
  return window;
}
