import type { Browser, Page } from "@playwright/test";
import { median } from "./measure.ts";

/** A page of the person's, in a window of its own. */
export async function signedIn(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/?token=${token}`);
  return page;
}

/** How long two animation frames take where nothing is to be drawn: the least that a paint can be seen in. */
export async function frames(page: Page): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < 30; run += 1)
    took.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const began = performance.now();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
          }),
      ),
    );
  return median(took);
}
