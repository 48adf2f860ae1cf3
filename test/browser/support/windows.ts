import type { Browser, BrowserContext, Page } from "@playwright/test";
import { launchChromium } from "./chromium.ts";

let browser: Promise<Browser> | null = null;
/**
 * The one browser of this process, which is one for many test files (`isolate: false`): starting it for each costs more
 * than some of them. It ends with the process.
 */
export function joinChromium(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
}

export interface Window extends AsyncDisposable {
  readonly page: Page;
  /** Errors that reached the page or its console. */
  readonly problems: readonly string[];
}

/** Windows that nobody looks at for the moment, with nothing kept in them. */
const idle = new WeakMap<Browser, BrowserContext[]>();

/**
 * A page in a window of its own, which shares nothing with other windows. Opening a window costs a whole browser more
 * than opening a page in it: those that were closed are taken again, once they have forgotten everything.
 */
export async function openWindow(
  browser: Browser,
  { width = 1280, height = 800, scheme = "light" }: Look = {},
): Promise<Window> {
  const context = idle.get(browser)?.pop() ?? (await newWindow(browser));
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const origins = new Set<string>();
  page.on("framenavigated", (frame) => origins.add(new URL(frame.url()).origin));
  return {
    page,
    problems,
    [Symbol.asyncDispose]: async () => {
      await forget(context, origins);
      idle.set(browser, [...(idle.get(browser) ?? []), context]);
    },
  };
}

/** With a blank page that stays: without one, the window itself would close. */
async function newWindow(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  await context.newPage();
  return context;
}

async function forget(context: BrowserContext, origins: ReadonlySet<string>): Promise<void> {
  const [blank, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  await context.clearCookies();
  if (!blank) return;
  const session = await context.newCDPSession(blank);
  const kept = [...origins].filter((origin) => origin !== "null");
  await Promise.all(kept.map((origin) => session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })));
  await session.detach();
}
