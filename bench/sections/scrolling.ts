import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { launchChromium } from "../../test/browser/support/chromium.ts";
import { startHost } from "../../test/support/host-process.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { signedIn } from "../support/looking.ts";
import { median } from "../support/measure.ts";
import { storeGames } from "../support/stored-games.ts";

const STORED = [200, 10_000] as const;
const STEPS = 60;

/** A page on which all rows of the table have been read. */
interface Table {
  readonly page: Page;
  /** Milliseconds from one frame to the next while they were read. */
  readonly reading: readonly number[];
  /** Milliseconds from a screen further to the frame after the one that shows its rows. */
  readonly steps: number[];
}

/** Whether the table of finished games scrolls as well when it is long. Needs the built pages and a Chromium. */
export const scrolling: Section = {
  name: "scrolling",
  title: `The table of ${STORED[1]} finished games, all of them read, against ${STORED[0]}`,
  run: async (say) => {
    await using put = new AsyncDisposableStack();
    const browser = await launchChromium();
    put.defer(() => browser.close());
    const tables: Table[] = [];
    for (const stored of STORED) {
      say(`${stored} games`);
      tables.push(await openTable(put, browser, stored));
    }
    // In turns, so that whatever else the machine does falls on both.
    for (let step = 0; step < STEPS; step += 1)
      for (const { page, steps } of tables) {
        // One that stands behind another may be given no frames.
        await page.bringToFront();
        steps.push(await page.evaluate(screenFurther));
      }
    const [few, many] = tables;
    if (!few || !many) return [];
    const figure = (name: string, of: (one: Table) => number): Figure => ({
      name,
      value: of(many),
      unit: "ms",
      against: { name: `${STORED[0]} games`, value: of(few) },
    });
    return [
      figure("a screen further, to paint, median", ({ steps }) => median(steps)),
      figure("a screen further, to paint, 95th percentile", ({ steps }) => slow(steps)),
      figure("a frame while rows are read, median", ({ reading }) => median(reading)),
      figure("a frame while rows are read, 95th percentile", ({ reading }) => slow(reading)),
    ];
  },
};

const slow = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

async function openTable(put: AsyncDisposableStack, browser: Browser, stored: number): Promise<Table> {
  const dir = put.use(tempDir());
  await storeGames(join(dir.path, "kibitz.db"), stored);
  const host = put.use(await startHost(dir.path));
  const page = await signedIn(browser, host.url, host.token);
  await page.goto(`${host.url}/games`);
  await page.getByRole("radio", { name: "Finished" }).check();
  await page.getByRole("radio", { name: "Table" }).check();
  await page.locator(".history tr[data-game]").first().waitFor();
  const reading = await page.evaluate(readAll);
  const total = Number.parseInt((await page.locator(".history-total").textContent()) ?? "", 10);
  if (total !== stored) throw new Error(`${total} of ${stored} games were read`);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 4));
  return { page, reading, steps: [] };
}

/** Runs in the page: scrolls to the end until nothing more comes, and tells how long each frame took. */
function readAll(): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let before = performance.now();
    const look = () => {
      const now = performance.now();
      times.push(now - before);
      before = now;
      if (!document.querySelector(".list-end")) return resolve(times);
      window.scrollTo(0, document.documentElement.scrollHeight);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page: how long it takes to the frame after the one in which the rows of the next screen are there. */
function screenFurther(): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
    window.scrollBy(0, atEnd ? -window.innerHeight * 4 : window.innerHeight);
    const isDrawn = (share: number) =>
      document.elementFromPoint(window.innerWidth / 2, window.innerHeight * share)?.closest("tr[data-game]");
    const look = () => {
      if (!isDrawn(0.25) || !isDrawn(0.9)) return void requestAnimationFrame(look);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
    };
    look();
  });
}
