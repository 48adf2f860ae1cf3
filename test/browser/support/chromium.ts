import type { Browser } from "@playwright/test";
import { choice, findBrowser, keepingIn, launch, profiles } from "../../programs/browser.ts";

/** Starts the browser that the pages are tested in, which a run of tests has found before its first test. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const [named, folder] = [process.env[choice], process.env[profiles]];
  if (named && folder) return keepingIn(folder, () => launch(named, more));
  const found = await findBrowser();
  if (typeof found === "string") throw new Error(`There is no browser for the pages: ${found}`);
  return launch(found.name, more);
}
