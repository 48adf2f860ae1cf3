import { expect as see } from "@playwright/test";
import { type Browser, chromium, type Page } from "playwright-core";
import type { HostLine } from "../../support/host-process.ts";
import { personAt } from "../../support/person.ts";

export { expect as see } from "@playwright/test";

/** Chromium as the build machines have it; Playwright's own where there is one. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(process.platform === "linux" ? { executablePath: process.env["KIBITZ_CHROMIUM"] ?? "/usr/bin/chromium" } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });

export interface AtTheBoard {
  readonly page: Page;
  readonly gameId: string;
  /** Errors that reached the page or its console. */
  readonly problems: readonly string[];
  drag(from: string, to: string): Promise<void>;
  click(from: string, to: string): Promise<void>;
  /** Walks to a square with the arrow keys and presses Enter there. */
  press(square: string): Promise<void>;
  /** Resolves when the page shows this many plies. */
  plies(count: number): Promise<void>;
  /** What stands on a square, as a screen reader tells it. */
  label(square: string): Promise<string>;
  close(): Promise<void>;
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
}

// biome-ignore lint/suspicious/noExplicitAny: tests ask in the form the API describes
export async function newGame(host: HostLine, game: any): Promise<string> {
  const { status, body } = await personAt(host).post("/api/games", { game: "chess", ...game });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.game_id;
}

/** Opens a game's page in a window of its own. */
export async function sitDown(browser: Browser, host: HostLine, gameId: string, look: Look = {}): Promise<AtTheBoard> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
    colorScheme: look.scheme ?? "light",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${host.url}/game/${gameId}?token=${host.token}`);
  await see(page.locator(".game")).toBeVisible();

  const cell = (square: string) => page.locator(`[data-square="${square}"]`);
  const middle = async (square: string) => {
    const box = await cell(square).boundingBox();
    if (!box) throw new Error(`there is no ${square}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    page,
    gameId,
    problems,
    drag: async (from, to) => {
      const [start, end] = [await middle(from), await middle(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
      await page.mouse.move(end.x, end.y, { steps: 3 });
      await page.mouse.up();
    },
    click: async (from, to) => {
      for (const square of [from, to]) {
        const { x, y } = await middle(square);
        await page.mouse.click(x, y);
      }
    },
    press: async (square) => {
      const start = await page.locator('.board-grid [tabindex="0"]').getAttribute("data-square");
      const upsideDown = (await page.locator(".board").getAttribute("data-orientation")) === "black";
      const [files, ranks] = [0, 1].map((part) => square.charCodeAt(part) - (start ?? "").charCodeAt(part));
      const walk = async (steps: number, forwards: string, back: string) => {
        const key = steps > 0 !== upsideDown ? forwards : back;
        for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(key);
      };
      await walk(files ?? 0, "ArrowRight", "ArrowLeft");
      await walk(ranks ?? 0, "ArrowUp", "ArrowDown");
      await page.keyboard.press("Enter");
    },
    plies: (count) => see(page.locator(`.game[data-ply="${count}"]`)).toBeAttached({ timeout: 20_000 }),
    label: async (square) => (await cell(square).getAttribute("aria-label")) ?? "",
    close: () => context.close(),
  };
}
