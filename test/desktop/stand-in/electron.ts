/**
 * A stand-in for the `electron` module: as much of it as the main bundle uses, without a screen. It records what it is
 * asked for, refuses what Electron would refuse, and lets the test play the operating system, the person and the pages
 * (remote.ts). It proves what our code asks of Electron, and nothing about Electron itself.
 */
import { EventEmitter } from "node:events";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { asked, protocolHandlers } from "./requests.ts";
import { tellScreen } from "./screen.ts";

export { displays, screen } from "./screen.ts";
export { Menu, Notification, nativeImage, Tray } from "./surroundings.ts";

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

/** A test may have the application believe that it is installed, its resources in this folder. */
const resources = process.env["STAND_IN_RESOURCES"];
if (resources) Object.assign(process, { resourcesPath: resources });
/** A test may have it believe that it runs on another platform. */
const platform = process.env["STAND_IN_PLATFORM"];
if (platform) Object.defineProperty(process, "platform", { value: platform });

/** Second starts that come before the first one's host is open: the arguments of each. */
const early: readonly (readonly string[])[] = JSON.parse(process.env["STAND_IN_EARLY_STARTS"] ?? "[]");

class StandInApp extends EventEmitter {
  readonly commandLine = { hasSwitch: (name: string) => process.argv.includes(`--${name}`) };
  readonly isPackaged = resources !== undefined;

  setAppUserModelId = asked("setAppUserModelId");
  setBadgeCount = asked("setBadgeCount");
  addRecentDocument = asked("addRecentDocument");
  private desktopName = "kibitz.desktop";
  setDesktopName(name: string): void {
    if (ready) throw new Error("the desktop's name is set before the application is ready");
    this.desktopName = name;
  }
  /** On Linux links go to the desktop entry of the application's name. */
  setAsDefaultProtocolClient = (scheme: string) => asked("setAsDefaultProtocolClient")(scheme, this.desktopName);
  private opensAtLogin = false;
  /** Electron neither throws nor returns anything where the system refuses, as a test may have it do. */
  setLoginItemSettings(settings: { readonly openAtLogin: boolean; readonly args: readonly string[] }): void {
    asked("setLoginItemSettings")(settings);
    if (process.env["STAND_IN_LOGIN_ITEM"] === undefined) this.opensAtLogin = settings.openAtLogin;
  }
  getLoginItemSettings = () => ({
    openAtLogin: this.opensAtLogin,
    wasOpenedAtLogin: process.env["STAND_IN_AT_LOGIN"] === "1",
    status: process.env["STAND_IN_LOGIN_ITEM"] ?? (this.opensAtLogin ? "enabled" : "not-registered"),
  });

  setPath(name: string, path: string): void {
    if (ready) throw new Error("paths are set before the application is ready");
    if (!existsSync(path)) throw new Error("Failed to set path");
    paths[name] = path;
  }

  /** A file in `userData` stands for the lock, as it does in Chromium on Linux. */
  requestSingleInstanceLock(): boolean {
    const folder = paths["userData"];
    if (folder === undefined) throw new Error("the stand-in locks no default folder");
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
    const isFirst = !ready;
    ready = true;
    if (isFirst) for (const args of early) this.startAgain(args);
  }

  /** Somebody starts it again, with these arguments; Electron tells the first one, whether it listens yet or not. */
  startAgain(args: readonly string[], folder = "/"): void {
    this.emit("second-instance", {}, ["kibitz", ...args], folder);
  }

  quitting = false;

  quit(): void {
    if (this.quitting) return;
    const event = cancelable();
    this.emit("before-quit", event);
    if (event.prevented) return;
    this.quitting = true;
    for (const window of [...windows]) window.close();
    if (windows.length > 0) this.quitting = false;
    else this.shutDown();
  }

  /** Prevented, Electron forgets that it was quitting: windows may open again, and it may be told to quit again. */
  private shutDown(): void {
    const event = cancelable();
    this.emit("will-quit", event);
    if (event.prevented) this.quitting = false;
    else this.exit(0);
  }

  releaseSingleInstanceLock(): void {
    if (lock !== null) rmSync(lock, { force: true });
    lock = null;
  }

  /** The facts that an updater reads. */
  getVersion = () => "0.1.0";
  getName = () => "kibitz";
  getAppPath = () => resources ?? "/";
  getPath = (name: string) => paths[name] ?? "/";

  /** Windows are destroyed without being asked: each tells that it has closed, and nothing tells that all have. */
  exit(code: number): void {
    for (const window of [...windows]) window.destroy();
    this.releaseSingleInstanceLock();
    this.emit("quit", {}, code);
    process.exit(code);
  }
}
export const app = new StandInApp();
// Electron quits on this signal.
process.on("SIGTERM", () => app.quit());

class StandInContents extends EventEmitter {
  openHandler: Handler = () => ({ action: "allow" });
  address = "";
  crashed = false;
  /** Whether a page is on its way: until it is there, what the application sends reaches nobody. */
  loading = false;
  /** Messages of pages, for listeners of this one alone. */
  readonly ipc = new EventEmitter();

  send(channel: string, ...told: readonly unknown[]): void {
    if (!this.crashed && !this.loading) tellScreen({ send: { channel, told } });
  }

  /** A page says something. */
  hear(channel: string, url: string): void {
    const isFirst = this.loading;
    this.crashed = this.loading = false;
    if (isFirst) this.emit("did-navigate", {}, this.address);
    this.ipc.emit(channel, { senderFrame: { url } });
  }

  setWindowOpenHandler(handler: Handler): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.address;
  }

  isCrashed(): boolean {
    return this.crashed;
  }
}

interface WindowOptions {
  readonly show?: boolean;
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

export const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  readonly webContents = new StandInContents();
  readonly options: WindowOptions;
  /** How often a page was loaded. */
  loads = 0;
  visible: boolean;
  minimized = false;
  maximized = false;
  focused = false;
  destroyed = false;
  bounds: { x: number; y: number; width: number; height: number };

  constructor(options: WindowOptions) {
    super();
    if (!ready) throw new Error("no window before the application is ready");
    this.options = options;
    this.visible = options.show ?? true;
    // Without a place of its own the system puts it in the middle; any number stands for that here.
    this.bounds = { x: options.x ?? 40, y: options.y ?? 40, width: options.width, height: options.height };
    windows.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }

  get address(): string {
    return this.webContents.address;
  }

  async loadURL(address: string): Promise<void> {
    this.webContents.address = address;
    this.loads += 1;
    this.webContents.loading = true;
    tellScreen({ load: address });
    // Once in a window's life, when its first page has been drawn.
    if (this.loads === 1) setImmediate(() => this.destroyed || this.emit("ready-to-show"));
  }

  show(): void {
    const isNew = !this.visible;
    this.visible = true;
    this.focus();
    if (!isNew) return;
    this.emit("show");
    // A window manager of X11 puts it into a frame, whose corner is where the window was to be.
    const [x = 0, y = 0] = (process.env["STAND_IN_FRAME"] ?? "").split(",").map(Number);
    this.bounds = { ...this.bounds, x: this.bounds.x + x, y: this.bounds.y + y };
  }

  focus(): void {
    this.focused = true;
  }

  isVisible = () => this.visible;
  isFocused = () => this.focused;
  isMinimized = () => this.minimized;
  isMaximized = () => this.maximized;
  getNormalBounds = () => this.bounds;
  setOverlayIcon = asked("setOverlayIcon");

  maximize(): void {
    this.maximized = true;
    this.emit("maximize");
  }

  restore(): void {
    this.minimized = false;
  }

  destroy(): void {
    this.destroyed = true;
    windows.splice(windows.indexOf(this), 1);
    tellScreen({ closed: true });
    this.emit("closed");
  }

  /** The person closes it, or quitting does. */
  close(): void {
    const event = cancelable();
    this.emit("close", event);
    if (event.prevented) return;
    this.destroy();
    if (windows.length === 0 && !app.quitting && !app.emit("window-all-closed")) app.quit();
  }
}

export const schemes: { readonly scheme: string; readonly privileges: object }[] = [];
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
  fromPartition: () => ({}),
  defaultSession: {
    setPermissionRequestHandler: keep("request"),
    setPermissionCheckHandler: keep("check"),
    setDevicePermissionHandler: keep("device"),
  },
};

/**
 * A test may have the system's keychain be `basic_text`, or be `missing`: then Electron has picked one that does not
 * answer. Both times it encrypts with a password that everybody knows, and says that it can.
 */
const keychain = process.env["STAND_IN_KEYCHAIN"] ?? "gnome_libsecret";
const encryption = keychain === "gnome_libsecret" ? "v11" : "v10";
const turnedRound = (bytes: Buffer) => bytes.map((byte) => byte ^ 0xff);

/** A keychain that turns bytes round, and puts before them by which key it did, as Chromium does on Linux. */
export const safeStorage = {
  getSelectedStorageBackend: () => (ready ? keychain.replace("missing", "gnome_libsecret") : "unknown"),
  isAsyncEncryptionAvailable: async () => ready,
  encryptStringAsync: async (text: string) => {
    if (!ready) throw new Error("safeStorage cannot be used before app is ready");
    return Buffer.concat([Buffer.from(encryption), turnedRound(Buffer.from(text))]);
  },
  decryptStringAsync: async (secret: Buffer) => {
    const writtenBy = secret.subarray(0, 3).toString("latin1");
    // Text written with the keychain's key cannot be read without it; text written with the known password can be read
    // by anybody.
    if (writtenBy !== "v10" && writtenBy !== encryption)
      throw new Error("Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.");
    return { result: turnedRound(secret.subarray(3)).toString(), shouldReEncrypt: writtenBy !== encryption };
  },
};

export const openedOutside: string[] = [];
export const shell = {
  openExternal: async (address: string) => {
    openedOutside.push(address);
    process.stderr.write(`[browser] ${address}\n`);
  },
};

/** Node's requests have the events of Electron's that an updater listens to. */
export const net = { request: ({ session: _, ...options }: { readonly session: unknown }) => request(options) };
export const ipcMain = new EventEmitter();
export const powerMonitor = new EventEmitter();
export const crashReporter = { start: asked("crashReporter.start") };
export const nativeTheme = { shouldUseDarkColors: false };

/** Dialogs answer themselves; what they said goes to the test as a line of its own. */
const said = (message: string) => process.stderr.write(`[dialog] ${message}\n`);
export const dialog = {
  showErrorBox: (title: string, message: string) => said(`${title}: ${message}`),
  showMessageBox: async ({ message, buttons }: { readonly message: string; readonly buttons?: readonly string[] }) => {
    said([message, ...(buttons ?? [])].join(" | "));
    if (process.env["STAND_IN_DECLINED"] === "1") return { response: 1 };
    // A test may have the person look away.
    if (process.env["STAND_IN_UNANSWERED"] === "1") await new Promise(() => {});
    return { response: 0 };
  },
};
