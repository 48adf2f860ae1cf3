/**
 * A stand-in for the `electron` module: as much of it as the main bundle uses, without a screen. It records what it is
 * asked for, refuses what Electron would refuse, and lets the test play the operating system, the person and the pages
 * (remote.ts). It proves what our code asks of Electron, and nothing about Electron itself.
 */
import { EventEmitter } from "node:events";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { answerRemote } from "./remote.ts";

type Handler = (...given: never[]) => unknown;

const paths: Record<string, string> = {};
let ready = false;
let lock: string | null = null;

/** An event that somebody may prevent. */
export function cancelable() {
  return {
    prevented: false,
    preventDefault() {
      this.prevented = true;
    },
  };
}

class StandInApp extends EventEmitter {
  readonly isPackaged = false;

  setPath(name: string, path: string): void {
    if (ready) throw new Error("paths are set before the application is ready");
    paths[name] = path;
  }

  /** A file in `userData` stands for the lock, as it does in Chromium on Linux. */
  requestSingleInstanceLock(): boolean {
    const folder = paths["userData"];
    if (folder === undefined) throw new Error("the stand-in locks no default folder");
    mkdirSync(folder, { recursive: true });
    try {
      const path = join(folder, "lock");
      closeSync(openSync(path, "wx"));
      lock = path;
      return true;
    } catch {
      return false;
    }
  }

  async whenReady(): Promise<void> {
    await new Promise(setImmediate);
    ready = true;
  }

  quit(): void {
    const event = cancelable();
    this.emit("before-quit", event);
    for (const window of [...windows]) window.destroy();
    this.emit("will-quit", event);
    if (!event.prevented) this.exit(0);
  }

  exit(code: number): void {
    if (lock !== null) rmSync(lock, { force: true });
    process.exit(code);
  }
}
export const app = new StandInApp();
// What Electron does with the signal.
process.on("SIGTERM", () => app.quit());

class StandInContents extends EventEmitter {
  openHandler: Handler = () => ({ action: "allow" });

  setWindowOpenHandler(handler: Handler): void {
    this.openHandler = handler;
  }
}

export const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  readonly webContents = new StandInContents();
  readonly options: { readonly show?: boolean };
  address = "";
  visible: boolean;
  minimized = false;
  focused = false;

  constructor(options: { readonly show?: boolean }) {
    super();
    if (!ready) throw new Error("no window before the application is ready");
    this.options = options;
    this.visible = options.show ?? true;
    windows.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }

  static getAllWindows(): readonly BrowserWindow[] {
    return windows;
  }

  async loadURL(address: string): Promise<void> {
    this.address = address;
    this.emit("ready-to-show");
  }

  show(): void {
    this.visible = true;
  }

  focus(): void {
    this.focused = true;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  restore(): void {
    this.minimized = false;
  }

  destroy(): void {
    windows.splice(windows.indexOf(this), 1);
  }

  /** The person closes it. */
  close(): void {
    this.destroy();
    if (windows.length === 0 && !app.emit("window-all-closed")) app.quit();
  }
}

export const schemes: { readonly scheme: string; readonly privileges: object }[] = [];
export const protocolHandlers = new Map<string, (request: Request) => Promise<Response>>();
export const protocol = {
  registerSchemesAsPrivileged: (custom: typeof schemes) => {
    if (ready) throw new Error("schemes are registered before the application is ready");
    schemes.push(...custom);
  },
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) => protocolHandlers.set(scheme, handler),
};

export const permissions: Record<string, Handler> = {};
const keep = (name: string) => (handler: Handler) => {
  permissions[name] = handler;
};
export const session = {
  defaultSession: {
    setPermissionRequestHandler: keep("request"),
    setPermissionCheckHandler: keep("check"),
    setDevicePermissionHandler: keep("device"),
  },
};

export const openedOutside: string[] = [];
export const shell = { openExternal: async (address: string) => void openedOutside.push(address) };

export const ipcMain = new EventEmitter();
export const nativeTheme = { shouldUseDarkColors: false };

/** Dialogs answer themselves; what they said goes to the test as a line of its own. */
const said = (message: string) => process.stderr.write(`[dialog] ${message}\n`);
export const dialog = {
  showErrorBox: (title: string, message: string) => said(`${title}: ${message}`),
  showMessageBox: async ({ message }: { readonly message: string }) => {
    said(message);
    return { response: 0 };
  },
};

answerRemote();
