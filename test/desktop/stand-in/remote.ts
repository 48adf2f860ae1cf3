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

/** What a test can do to the application in the stand-in, and see of it. */
export const verbs = {
  windows: () =>
    windows.map(({ options, address, visible, focused, minimized }) => ({
      options,
      address,
      visible,
      focused,
      minimized,
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
  startAgain: () => app.emit("second-instance", {}),
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
