import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { desktopChannels } from "../../src/shared/desktop.ts";
import { projectDir } from "../support/host-process.ts";
import type { Application } from "./application.ts";

export interface ChromiumWindow extends AsyncDisposable {
  readonly page: Page;
  /** The page's text on the clipboard, where the application grants it that. */
  readonly copied: readonly string[];
  /** Errors that reached the page or its console, and what the content-security policy held back. */
  readonly problems: string[];
}

/** The surroundings of a sandboxed preload: a `require` that knows `electron` alone. Runs in the page. */
const preloadAround = (script: string) => `{
  const electron = {
    contextBridge: { exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: api }) },
    ipcRenderer: {
      send: (channel) => window.standInSend(channel),
      on: (channel, listener) => addEventListener("stand-in:" + channel, ({ detail }) => listener({}, ...detail)),
    },
  };
  const module = { exports: {} };
  ((require, module, exports) => {${script}\n})(() => electron, module, module.exports);
}`;

/** Hands to the preload what the application tells it; files come with their bytes as numbers. Runs in the page. */
const hear = ({ channel, told }: { readonly channel: string; readonly told: readonly unknown[] }) => {
  const toFile = (file: { readonly bytes: object }) => ({ ...file, bytes: new Uint8Array(Object.values(file.bytes)) });
  const detail = told.map((each) => (Array.isArray(each) ? each.map(toFile) : each));
  dispatchEvent(new CustomEvent(`stand-in:${channel}`, { detail }));
};

/** Electron asks the application before a page may use the clipboard. Runs in the page. */
const clipboardThatAsks = `
  navigator.clipboard.writeText = async (text) => {
    if (!(await window.standInCopy(text))) throw new DOMException("Write permission denied.", "NotAllowedError");
  };
`;

/**
 * Shows the application's window in Chromium: the page goes wherever the application loads, gets what the application
 * answers `app://kibitz` with, and has the built preload. Chromium gets it from a loopback address (stand-in/screen.ts).
 */
export async function showWindow(browser: Browser, application: Application): Promise<ChromiumWindow> {
  const origin = await application.openScreen();
  const own = (address: string) => address.replace("app://kibitz", origin);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const channels: readonly string[] = Object.values(desktopChannels);
  await page.exposeFunction("standInSend", async (channel: string) => {
    if (channels.includes(channel)) await application.bridge(channel, page.url().replace(origin, "app://kibitz"));
  });
  const copied: string[] = [];
  await page.exposeFunction("standInCopy", async (text: string) => {
    const address = page.url().replace(origin, "app://kibitz");
    const { request, check } = await application.askPermission("clipboard-sanitized-write", address);
    if (request === true && check === true) copied.push(text);
    return request === true && check === true;
  });
  await page.addInitScript(clipboardThatAsks);
  const preload = await readFile(join(projectDir, "out", "preload", "window.cjs"), "utf8");
  await page.addInitScript(preloadAround(preload));
  page.on("framenavigated", (frame) => {
    // A page that goes on while its window closes goes nowhere.
    if (frame === page.mainFrame()) application.goInPage(frame.url().replace(origin, "app://kibitz")).catch(() => {});
  });
  let loading: Promise<unknown> = Promise.resolve();
  application.onScreen((news) => {
    if ("load" in news) loading = loading.then(() => page.goto(own(news.load)));
    if ("send" in news) loading = loading.then(() => page.evaluate(hear, news.send));
  });
  const [window] = await application.windows();
  if (window) await page.goto(own(window.address));
  return {
    page,
    copied,
    problems,
    [Symbol.asyncDispose]: async () => {
      await loading;
      await context.close();
    },
  };
}
