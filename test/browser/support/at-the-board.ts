import type { Page } from "@playwright/test";
import { openPage } from "./pages.ts";
import { see } from "./see.ts";
import { type Stage, setUpGame } from "./shared-host.ts";

export interface AtTheBoard {
  readonly page: Page;
  readonly gameId: string;
  /** Errors that reached the page or its console. */
  readonly problems: readonly string[];
  /** Takes what was put into the page, as that of its window does. */
  drag(from: string, to: string): Promise<void>;
  click(from: string, to: string): Promise<void>;
  /** Walks to a square with the arrow keys and presses Enter there. */
  press(square: string): Promise<void>;
  /** Resolves when the page shows this many plies. */
  plies(count: number): Promise<void>;
  /** The content of a square, as a screen reader reads it. */
  label(square: string): Promise<string>;
  /** The piece drawn on a square: `white pawn`. */
  drawn(square: string): Promise<string | null>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Look = NonNullable<Parameters<typeof openPage>[3]>;

/** Opens a game's page in a window of its own. */
export async function sitDown({ browser, host }: Stage, gameId: string, look: Look = {}): Promise<AtTheBoard> {
  const opened = await openPage(browser, host, `/game/${gameId}`, look);
  const { page, problems } = opened;
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
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
      await page.mouse.move(end.x, end.y);
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
    plies: (count) => see(page.locator(`.game[data-ply="${count}"]`)).toBeAttached(),
    label: async (square) => (await cell(square).getAttribute("aria-label")) ?? "",
    drawn: (square) =>
      page.evaluate((key) => {
        const pieces = [...document.querySelectorAll("cg-board piece:not(.fading)")];
        // chessground keeps the square as a property of its elements.
        const found = pieces.find((piece) => "cgKey" in piece && piece.cgKey === key);
        return found ? [...found.classList].slice(0, 2).join(" ") : null;
      }, square),
    [Symbol.asyncDispose]: async () => opened[Symbol.asyncDispose](),
  };
}

/** Sets a table and sits down at it. */
export const newTable = async (stage: Stage, game: object, look: Look = {}): Promise<AtTheBoard> =>
  sitDown(stage, await setUpGame(stage.person, game), look);
