import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Frame, Page } from "@playwright/test";
import { expect } from "vitest";
import { amount } from "../../support/full.ts";
import type { HostLine } from "../../support/host-process.ts";
import { type Look, openWindow, type Window } from "./windows.ts";

/** Opens the pages as a person does: the address with its token, in a window of its own; the list of games, unless another is named. */
export async function openPage(
  browser: Browser,
  host: Pick<HostLine, "url" | "token">,
  path = "/games",
  look: Look = {},
): Promise<Window> {
  const window = await openWindow(browser, look);
  await window.page.goto(`${host.url}${path}${path.includes("?") ? "&" : "?"}token=${host.token}`);
  return window;
}

/** The rules of axe whose findings depend on colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** The global name in a page that has loaded it. */
declare const axe: typeof import("axe-core");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules whose findings axe never counts as serious. Running them takes a fifth of its time. */
const lesserRules = Object.fromEntries(
  [...axeSource.matchAll(/id:"([\w-]+)",impact:"(?:minor|moderate)"/g)].map(([, id = ""]) => [id, { enabled: false }]),
);

/**
 * The findings of axe in a document that are serious or worse, in one line each; while a modal dialog is open, in that
 * dialog. A document loads axe once, which takes half as long as a full run; frames are documents of their own.
 * @param rules the rules to run, where not all of them are
 */
export async function seriousFindings(page: Page | Frame, rules?: readonly string[]): Promise<readonly string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async ({ only, rules }) =>
      // Leaves out descriptions of passes, and loads nothing from elsewhere.
      (
        await axe.run(document.querySelector("dialog:modal") ?? document, {
          resultTypes: ["violations"],
          preload: false,
          ...(only ? { runOnly: [...only] } : { rules }),
        })
      ).violations,
    { only: rules, rules: lesserRules },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** How often tests have asked what axe finds. */
const asked = new Map<string, number>();

/**
 * The schemes to look at: both in the long run; in the usual one light and dark by turns, since colours are what axe takes
 * longest for, and most parts of the pages are looked at several times.
 */
function schemesNow(): readonly ("light" | "dark")[] {
  const { currentTestName: test = "" } = expect.getState();
  const turn = asked.get(test) ?? test.length;
  asked.set(test, turn + 1);
  return amount([turn % 2 === 0 ? "light" : "dark"], ["light", "dark"]);
}

/**
 * The same, in either colour scheme. Nothing but colours differs between them: the other rules would find the same twice.
 */
export async function seriousInEitherScheme(page: Page): Promise<readonly string[]> {
  // Colours on their way from one scheme to the other are those of neither, and what has begun to move goes on.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });
  const found: string[] = [];
  for (const [place, colorScheme] of schemesNow().entries()) {
    await page.emulateMedia({ colorScheme });
    const findings = await seriousFindings(page, place === 0 ? undefined : colourRules);
    found.push(...findings.map((finding) => `${colorScheme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  return found;
}

/** Whether something reaches out of the window sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
