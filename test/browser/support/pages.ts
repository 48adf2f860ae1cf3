import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import type { HostLine } from "../../support/host-process.ts";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export interface OpenPage {
  readonly page: Page;
  /** Errors that reached the page or its console. */
  readonly problems: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: Scheme;
}

/** Opens the pages as a person does: the address with its token, in a window of its own. */
export async function openPage(
  browser: Browser,
  host: Pick<HostLine, "url" | "token">,
  path = "/",
  { width = 1280, height = 800, scheme = "light" }: Look = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${host.url}${path}${path.includes("?") ? "&" : "?"}token=${host.token}`);
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** What axe finds on a page that is serious or worse, in one line each. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Whether something reaches out of the window sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
