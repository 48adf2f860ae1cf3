import {
  app,
  type BrowserWindow,
  cancelable,
  ipcMain,
  openedOutside,
  permissions,
  powerMonitor,
  schemes,
  windows,
} from "./electron.ts";
import { requests } from "./requests.ts";
import { answerAsElectron, displays, openScreen } from "./screen.ts";
import { asData, clickIn, menus, notifications, trays } from "./surroundings.ts";

/** The actions and observations of a test on the application in the stand-in. */
export const verbs = {
  windows: () =>
    windows.map(({ options, address, visible, focused, minimized, maximized, loads }) => ({
      options,
      address,
      visible,
      focused,
      minimized,
      maximized,
      loads,
    })),
  schemes: () => schemes,
  openedOutside: () => openedOutside,

  /** A page asks for an address of a custom scheme. */
  async request(address: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) {
    const answer = await answerAsElectron(address, init);
    if (!answer) return null;
    let body = "";
    for await (const chunk of answer.data) body += chunk;
    return { status: answer.status, headers: answer.headers, body };
  },

  /** A page asks, and goes away as soon as the answer begins. */
  async abandon(address: string) {
    const answer = await answerAsElectron(address);
    answer?.data.destroy();
    return answer?.status;
  },

  /** Reads an event stream until it has told of an event of that name. */
  async events(address: string, name: string) {
    const answer = await answerAsElectron(address);
    let text = "";
    // Leaving the loop destroys the stream, as a page does that goes away.
    for await (const chunk of answer?.data ?? []) {
      text += chunk;
      if (text.includes(`event: ${name}\n`)) break;
    }
    return text;
  },

  /** A page tries to go somewhere; whether it was kept. */
  navigate(event: string, url: string) {
    const going = Object.assign(cancelable(), { url });
    firstWindow().webContents.emit(event, going);
    return going.prevented;
  },
  openFromPage: (url: string) => call(firstWindow().webContents.openHandler, { url }),
  /** A page of some address asks for a permission. */
  async askPermission(name: string, requestingUrl: string) {
    let granted: unknown = "no answer";
    const take = (answer: unknown) => {
      granted = answer;
    };
    call(permissions["request"], {}, name, take, { requestingUrl, isMainFrame: true });
    const check = call(permissions["check"], {}, name, originOf(requestingUrl), { requestingUrl });
    return { request: granted, check, device: call(permissions["device"], {}) };
  },
  /** A page of some address uses a channel of the preload. */
  bridge(channel: string, url: string) {
    firstWindow().webContents.hear(channel, url);
    ipcMain.emit(channel, { senderFrame: { url } });
  },

  minimize: () => {
    firstWindow().minimized = true;
    firstWindow().focused = false;
  },
  startAgain: (args: readonly string[] = [], folder?: string) => app.startAgain(args, folder),
  /** macOS hands over a file. */
  openFile(path: string) {
    const event = cancelable();
    app.emit("open-file", event, path);
    return event.prevented;
  },
  power: (event: "suspend" | "resume") => powerMonitor.emit(event),
  /** macOS hands over a link. */
  openUrl(link: string) {
    const event = cancelable();
    app.emit("open-url", event, link);
    return event.prevented;
  },
  /** Another window is in front. */
  lookElsewhere: () => {
    firstWindow().focused = false;
  },
  /** The person moves the window, or makes it larger. */
  place(bounds: Partial<BrowserWindow["bounds"]>) {
    Object.assign(firstWindow().bounds, bounds);
    firstWindow().emit("move");
    firstWindow().emit("resize");
  },
  maximize: () => firstWindow().maximize(),
  /** The page goes somewhere by itself, as its router does. */
  goInPage: (address: string) => {
    firstWindow().webContents.address = address;
  },
  crashPage: () => {
    firstWindow().webContents.crashed = true;
    firstWindow().webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 });
  },
  displays: () => displays,
  /** Something goes wrong in the application that nobody catches. */
  goWrong: (code: string) => {
    setImmediate(() => {
      throw Object.assign(new Error("it broke"), { code });
    });
  },
  /** A promise of Electron's that nobody looks at. */
  rejectUnseen: () => {
    void Promise.reject(new Error("no browser is here"));
  },

  tray: () => trays.map(({ image, tip, menu, updates }) => ({ image, tip, updates, menu: menu && asData(menu) }))[0],
  clickTray: () => trays[0]?.emit("click"),
  clickInTray: (label: string) => clickIn(trays[0]?.menu ?? [], label),
  menu: () => asData(menus.application),
  clickInMenu: (label: string) => clickIn(menus.application, label),
  notifications: () =>
    notifications.map(({ options: { title, body }, shown, closed }) => ({ title, body, shown, closed })),
  timeOutNotification: (index: number) => notifications.at(index)?.timeOut(),
  clickNotification: (index: number) => notifications.at(index)?.emit("click"),
  /** The requests to the system by this name, each with its arguments. */
  requests: (name: string) => requests.filter((request) => request.name === name).map(({ given }) => given),

  /** Opens a loopback address at which a Chromium page gets what a page of `app://kibitz` gets here. */
  openScreen: () => openScreen(answerAsElectron),
  activate: () => app.emit("activate", {}),
  closeWindow: () => firstWindow().close(),
  quit: () => app.quit(),
  /** Quits, and while it closes is started again, asked for a game, clicked at, and told to quit once more. */
  quitAmidRequests() {
    app.quit();
    app.startAgain(["kibitz://game/4821"]);
    app.emit("open-url", cancelable(), "kibitz://game/4821");
    app.emit("activate", {});
    const opened = windows.length;
    app.quit();
    return opened;
  },
};
export type Verbs = typeof verbs;

/** As Chromium writes the origin of a scheme that was registered as a standard one. */
const originOf = (address: string): string => address.replace(/^(\w+:\/\/[^/]*).*/, "$1/");

function firstWindow(): BrowserWindow {
  const [window] = windows;
  if (!window) throw new Error("no window is open");
  return window;
}

/** Electron's handlers are called as Electron does, past the types of our stand-in. */
function call(handler: unknown, ...given: unknown[]): unknown {
  return typeof handler === "function" ? handler(...given) : "no handler";
}

interface Asked {
  readonly id: number;
  readonly verb: keyof Verbs;
  readonly given: never[];
}

export function answerRemote(): void {
  process.on("message", async ({ id, verb, given }: Asked) => {
    // Work under way, such as a window that is about to be shown, comes first.
    await new Promise(setImmediate);
    try {
      const value = await call(verbs[verb], ...given);
      process.send?.({ id, value: value ?? null });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
}
