import { BrowserWindow, nativeTheme, type Point, screen } from "electron";
import { desktopChannels, type GamesFile } from "../../shared/desktop.ts";
import { jsonIn } from "../../shared/fields.ts";
import { readableText } from "../base/text-file.ts";
import { writeFileWhole } from "../data/data-dir.ts";
import { paths } from "./menu.ts";
import { isOwnAddress, windowOrigin } from "./pages.ts";
import { frameShift, type Placement, placeOn, smallestWindow, windowStateSchema } from "./placement.ts";

/** The page's own backgrounds, so that nothing flashes before it is drawn. */
const backgroundColours = { light: "#f6f4ef", dark: "#191816" };

export interface WindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  /** Where size and position are remembered. */
  readonly stateFile: string;
  /** The application's icon, where the system takes it from the window. */
  readonly icon: string;
}

export type MainWindow = ReturnType<typeof createMainWindow>;

/** The one window of the application, which may be closed and opened again. */
export function createMainWindow(options: WindowOptions) {
  let window: BrowserWindow | null = null;
  /** The page that the person was on when they closed it. */
  let lastPage: string = paths.home;
  /** Whether the loaded page navigates by itself, and so keeps unsaved changes. */
  let hearsPlaces = false;
  /** Files of games that no page has been given yet. */
  const waitingFiles: GamesFile[] = [];
  let closing = false;
  let tellOpened = () => {};

  const handOver = () => {
    if (hearsPlaces && waitingFiles.length > 0) window?.webContents.send(desktopChannels.files, waitingFiles.splice(0));
  };

  const open = (place: string) => {
    const mainWindow = openWindow(options);
    window = mainWindow;
    const endPage = () => {
      hearsPlaces = false;
    };
    endPage();
    mainWindow.webContents.on("did-navigate", endPage).on("render-process-gone", endPage);
    mainWindow.webContents.ipc.on(desktopChannels.hearsPlaces, ({ senderFrame }) => {
      hearsPlaces = senderFrame !== null && isOwnAddress(senderFrame.url);
      handOver();
    });
    mainWindow.on("close", () => {
      const address = mainWindow.webContents.getURL();
      if (!isOwnAddress(address)) return;
      const { pathname, search } = new URL(address);
      // A new game was requested once, and not for each opening of the window.
      lastPage = pathname + search === paths.newGame ? paths.home : pathname + search;
    });
    mainWindow.on("closed", () => {
      window = null;
    });
    void mainWindow.loadURL(`${windowOrigin}${place}`);
    tellOpened();
  };

  /** Brings it to the front, at a place of the application or where it was. */
  const show = (place?: string) => {
    if (closing) return;
    if (window === null) return open(place ?? lastPage);
    const { webContents } = window;
    const url = webContents.getURL();
    const address = place === undefined ? url : `${windowOrigin}${place}`;
    // The page may hold a draft of talk or an analysis: it is reloaded only where it cannot navigate by itself.
    if (webContents.isCrashed()) void window.loadURL(address);
    else if (place !== undefined && (address !== url || place === paths.newGame)) {
      if (hearsPlaces) webContents.send(desktopChannels.place, place);
      else void window.loadURL(address);
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  return {
    show,
    /** Brings it to the front, and has its page import the games of files. */
    importFiles: (files: readonly GamesFile[]) => {
      waitingFiles.push(...files);
      show();
      handOver();
    },
    /** Whether the person has it before them. */
    isInFront: () => window?.isVisible() === true && !window.isMinimized() && window.isFocused(),
    current: () => window,
    /** Calls for each window that opens. */
    onOpened: (listener: () => void) => {
      tellOpened = listener;
    },
    /** Opens no window any more: Kibitz is closing. */
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
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgroundColours.dark : backgroundColours.light,
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

/** Milliseconds without a further change before the state is written. */
const SETTLING_MS = 400;

/** The placement that the file remembers, on the displays that there are. A file that cannot be read is none. */
function readPlacement(file: string): Placement {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const areas = [main, ...others].map(({ workArea }) => workArea);
  return placeOn(areas, windowStateSchema.safeParse(jsonIn(readableText(file) ?? "")).data ?? null);
}

/** Keeps the file up to date until the window is closed. */
function rememberPlacement(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const target = window.getNormalBounds();
  /** Null until the window manager has put it into its frame; one that is maximised has none to measure. */
  let frame: Point | null = null;
  const write = () => {
    clearTimeout(timer);
    const { x, y, width, height } = window.getNormalBounds();
    const isMaximized = window.isMaximized();
    if (!isMaximized) frame ??= frameShift(target, { x, y });
    const corner = { x: x - (frame?.x ?? 0), y: y - (frame?.y ?? 0) };
    try {
      writeFileWhole(file, `${JSON.stringify({ ...corner, width, height, maximized: isMaximized })}\n`);
    } catch {
      // The next window opens in the usual place; nothing else is lost.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, SETTLING_MS);
  };
  window.on("show", soon);
  window.on("resize", soon);
  window.on("move", soon);
  window.on("maximize", soon);
  window.on("unmaximize", soon);
  window.on("close", write);
  window.on("closed", () => clearTimeout(timer));
}
