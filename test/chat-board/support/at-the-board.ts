import type { FrameLocator, Locator, Page } from "@playwright/test";
import { see } from "../../browser/support/see.ts";

/** The person's hands on the board in a chat. */

export const moveField = (board: FrameLocator): Locator => board.getByRole("textbox", { name: "Move" });
export const confirmButton = (board: FrameLocator): Locator => board.getByRole("button", { name: "Confirm" });
export const status = (board: FrameLocator): Locator => board.locator(".chat-turn");
export const problem = (board: FrameLocator): Locator => board.locator(".chat-problem");
export const square = (board: FrameLocator, name: string): Locator => board.locator(`[data-square="${name}"]`);

/** Chooses a move as text and confirms it. */
export async function typeMove(board: FrameLocator, move: string): Promise<void> {
  await moveField(board).fill(move);
  await confirmButton(board).click();
}

/** Drags a piece; the move is chosen then, and not yet sent. */
export async function drag(page: Page, board: FrameLocator, from: string, to: string): Promise<void> {
  const [start, end] = [await middle(board, from), await middle(board, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

export async function clickSquare(page: Page, board: FrameLocator, name: string): Promise<void> {
  const { x, y } = await middle(board, name);
  await page.mouse.click(x, y);
}

async function middle(board: FrameLocator, name: string): Promise<{ x: number; y: number }> {
  const box = await square(board, name).boundingBox();
  if (!box) throw new Error(`${name} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until the board says that the person is to move. */
export const yourMove = (board: FrameLocator): Promise<void> => see(status(board)).toContainText("Your move.");
/** Waits until the board shows a piece on a square. */
export const standsOn = (board: FrameLocator, name: string, piece: string): Promise<void> =>
  see(square(board, name)).toHaveAttribute("aria-label", new RegExp(`^${name}, ${piece}`));
