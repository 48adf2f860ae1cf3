import type { Browser } from "@playwright/test";
import { choice, findBrowser, launch } from "../../programs/browser.ts";

/** Starts the browser that the pages are tested in, which a run of tests has found before its first test. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const named = process.env[choice];
  if (named) return launch(named, more);
  const found = await findBrowser();
  if (typeof found === "string") throw new Error(`There is no browser for the pages: ${found}`);
  return launch(found.name, more);
}
