import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import type { HostLine } from "../../support/host-process.ts";
import { type Look, openWindow, type Window } from "./windows.ts";

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

/** The rules of axe whose findings depend on colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on a page that is serious or worse, in one line each. Kibitz' pages have no frames of other origins, for
 * which axe would open a page of its own; and what passes need not be described.
 * @param rules those to be looked at, where not all of them are
 */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/**
 * The same, in both colour schemes. Nothing but colours differs between them: the other rules would find the same twice.
 */
export async function seriousInEitherScheme(page: Page): Promise<readonly string[]> {
  // Colours on their way from one scheme to the other are those of neither.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const light = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await seriousFindings(page, colourRules);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/** Whether something reaches out of the window sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
