import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import type { HostLine } from "../../support/host-process.ts";
import { type Look, openWindow, type Window } from "./windows.ts";

export const schemes = ["light", "dark"] as const;

/** Opens the pages as a person does: the address with its token, in a window of its own. */
export async function openPage(
  browser: Browser,
  host: Pick<HostLine, "url" | "token">,
  path = "/",
  look: Look = {},
): Promise<Window> {
  const window = await openWindow(browser, look);
  await window.page.goto(`${host.url}${path}${path.includes("?") ? "&" : "?"}token=${host.token}`);
  return window;
}

/**
 * What axe finds on a page that is serious or worse, in one line each. Kibitz' pages have no frames of other origins, for
 * which axe would open a page of its own; and what passes need not be described.
 */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Whether something reaches out of the window sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
