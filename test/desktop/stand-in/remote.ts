import {
  app,
  type BrowserWindow,
  cancelable,
  ipcMain,
  openedOutside,
  permissions,
  protocolHandlers,
  schemes,
  windows,
} from "./electron.ts";
import { requests } from "./requests.ts";
import { displays, openScreen } from "./screen.ts";
import { asData, clickIn, menus, notifications, trays } from "./surroundings.ts";

/** What a test can do to the application in the stand-in, and see of it. */
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
    const handler = protocolHandlers.get(address.slice(0, address.indexOf(":")));
    if (!handler) return null;
    const answer = await handler(new Request(address, init));
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: await answer.text() };
  },

  /** Reads an event stream until it has told of an event of that name. */
  async events(address: string, name: string) {
    const stop = new AbortController();
    const answer = await protocolHandlers.get("app")?.(new Request(address, { signal: stop.signal }));
    let text = "";
    for await (const chunk of answer?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes(`event: ${name}\n`)) break;
    }
    stop.abort();
    return text;
  },

  /** A page tries to go somewhere; whether it was kept. */
  navigate(event: string, url: string) {
    const going = Object.assign(cancelable(), { url });
    firstWindow().webContents.emit(event, going);
    return going.prevented;
  },
  openFromPage: (url: string) => call(firstWindow().webContents.openHandler, { url }),
  async askPermission(name: string) {
    let granted: unknown = "no answer";
    call(permissions["request"], {}, name, (answer: unknown) => {
      granted = answer;
    });
    return { request: granted, check: call(permissions["check"], {}, name), device: call(permissions["device"], {}) };
  },
  /** A page of some address uses a channel of the preload. */
  bridge: (channel: string, url: string) => ipcMain.emit(channel, { senderFrame: { url } }),

  minimize: () => {
    firstWindow().minimized = true;
    firstWindow().focused = false;
  },
  /** Somebody starts it again, with these arguments; Electron tells the first one. */
  startAgain: (args: readonly string[] = []) => app.emit("second-instance", {}, ["kibitz", ...args], "/"),
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
  },
  displays: () => displays,

  tray: () => trays.map(({ image, tip, menu, updates }) => ({ image, tip, updates, menu: menu && asData(menu) }))[0],
  clickTray: () => trays[0]?.emit("click"),
  clickInTray: (label: string) => clickIn(trays[0]?.menu ?? [], label),
  menu: () => asData(menus.application),
  clickInMenu: (label: string) => clickIn(menus.application, label),
  notifications: () =>
    notifications.map(({ options: { title, body }, shown, closed }) => ({ title, body, shown, closed })),
  clickNotification: (index: number) => notifications.at(index)?.emit("click"),
  /** What was asked of the system by this name, each with its arguments. */
  requests: (name: string) => requests.filter((request) => request.name === name).map(({ given }) => given),

  /** Opens a loopback address at which a Chromium page gets what a page of `app://kibitz` gets here. */
  openScreen: () => openScreen((request) => protocolHandlers.get("app")?.(request)),
  activate: () => app.emit("activate", {}),
  closeWindow: () => firstWindow().close(),
  quit: () => app.quit(),
};
export type Verbs = typeof verbs;

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
    try {
      const value = await call(verbs[verb], ...given);
      process.send?.({ id, value: value ?? null });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
}
