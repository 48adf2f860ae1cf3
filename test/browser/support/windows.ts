import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page, Request } from "@playwright/test";
import { launchChromium } from "./chromium.ts";

let browser: Promise<Browser> | null = null;
/**
 * The one browser of this process, which is one for many test files (`isolate: false`): starting it for each costs more
 * than some of them. It ends with the process.
 */
export function joinChromium(): Promise<Browser> {
  // No page is there long enough to be paid back what V8 spends on making its code faster.
  // A page shares its process with the blank one beside it.
  browser ??= launchChromium(["--js-flags=--no-maglev,--no-turbofan", "--renderer-process-limit=1"]);
  return browser;
}

let emptyPage: Promise<string> | null = null;
/**
 * The address of a page with nothing in it, of the same site as all hosts: a page that goes there keeps its process,
 * and starting another one costs more than loading Kibitz.
 */
function emptyPageAddress(): Promise<string> {
  emptyPage ??= new Promise((resolve) => {
    const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end());
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    server.unref();
  });
  return emptyPage;
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
  /** The number of requests that the page waits for, without the stream of events. */
  readonly pending: () => number;
  /** Takes what was put into the page and would stay there for the next test: functions, being offline. */
  readonly given: AsyncDisposableStack;
}

/** A page, and a blank one beside it: without that, a closed page would take the window along. */
interface Pair {
  readonly page: Page;
  readonly blank: Page;
  /** Scripts that run in each document of the page until its window is closed. */
  readonly scripts: AsyncDisposable[];
}

/** Pages that nobody looks at for the moment, with nothing kept in them. */
const idle = new WeakMap<Browser, Pair[]>();

/**
 * A page in a window of its own, which shares nothing with other windows. A new window costs a whole browser more than a
 * new page in it, and a new page twice what one costs that has drawn Kibitz before: those that were closed are taken
 * again, once they have forgotten everything.
 */
export async function openWindow(
  browser: Browser,
  { width = 1280, height = 800, scheme = "light" }: Look = {},
): Promise<Window> {
  const pair = idle.get(browser)?.pop() ?? (await newWindow(browser));
  const { page } = pair;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: null, forcedColors: null });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const requests = new Set<Request>();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/events") requests.add(request);
  });
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  const origins = new Set<string>();
  page.on("framenavigated", (frame) => origins.add(new URL(frame.url()).origin));
  const given = new AsyncDisposableStack();
  return {
    page,
    problems,
    pending: () => requests.size,
    given,
    [Symbol.asyncDispose]: async () => {
      await given.disposeAsync();
      const forgotten = await forget(pair, origins);
      idle.set(browser, [...(idle.get(browser) ?? []), forgotten]);
    },
  };
}

async function newWindow(browser: Browser): Promise<Pair> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  return pairOf(await context.newPage(), await context.newPage());
}

/** Keeps track of the scripts that a test puts into the page: left there, they would run in the next test as well. */
function pairOf(blank: Page, page: Page): Pair {
  const scripts: AsyncDisposable[] = [];
  const add = page.addInitScript.bind(page);
  page.addInitScript = async (...script) => {
    const added = await add(...script);
    scripts.push(added);
    return added;
  };
  return { blank, page, scripts };
}

async function forget({ page, blank, scripts }: Pair, origins: ReadonlySet<string>): Promise<Pair> {
  const context = blank.context();
  const others = context.pages().filter((each) => each !== page && each !== blank);
  await Promise.all(others.map((each) => each.close()));
  await context.clearCookies();
  const session = await context.newCDPSession(blank);
  const kept = [...origins].filter((origin) => origin !== "null");
  const clear = () =>
    Promise.all(kept.map((origin) => session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })));
  try {
    if (page.isClosed()) {
      await clear();
      return pairOf(blank, await context.newPage());
    }
    const heard = ["pageerror", "console", "framenavigated", "response", "dialog", "download"];
    for (const each of [...heard, "request", "requestfinished", "requestfailed"])
      await page.removeAllListeners(each, { behavior: "ignoreErrors" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const script of scripts.splice(0)) await script[Symbol.asyncDispose]();
    // A tab's own storage is out of reach from another one.
    await page.evaluate(() => sessionStorage.clear()).catch(() => null);
    await page.goto(await emptyPageAddress());
    await clear();
    const own = await context.newCDPSession(page);
    await own.send("Page.resetNavigationHistory");
    await own.detach();
    return { blank, page, scripts };
  } finally {
    await session.detach();
  }
}
