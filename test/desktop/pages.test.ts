import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { see } from "../browser/support/see.ts";
import { joinChromium } from "../browser/support/windows.ts";
import { eventually } from "../journeys/scene.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";
import { showWindow } from "./chromium-window.ts";
import { againstAgent, atTheWindow } from "./person.ts";

/** A square of the board that is shown. */
async function clickSquare(page: Page, name: string): Promise<void> {
  const box = await page.locator(`.board-grid [data-square="${name}"]`).boundingBox();
  if (!box) throw new Error(`there is no ${name}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

// The built pages in Chromium, getting everything from what the built application answers `app://kibitz` with, and having
// the built preload. The rest of Electron is the stand-in.

/** The application with its window, and a person at it who does what the pages have no part in. */
async function openWindow() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(tempDir());
  const browser = await joinChromium();
  const application = stack.use(startApplication(folder.path));
  await application.ready;
  const window = stack.use(await showWindow(browser, application));
  const person = atTheWindow(application, folder.path);
  const open = stack.move();
  return { ...window, application, person, close: () => open.disposeAsync() };
}

let window: Awaited<ReturnType<typeof openWindow>>;
beforeAll(async () => {
  window = await openWindow();
});
afterAll(() => window.close());
/** Problems since the last question. */
const newProblems = () => window.problems.splice(0);

test("a person starts a game in the window and plays the computer there", async () => {
  const { application, page } = window;
  await see(page.getByRole("heading", { level: 1 })).toBeVisible();

  await application.clickInMenu("New game");
  const dialog = page.getByRole("dialog", { name: "New game" });
  await see(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: "White" }).check();
  await dialog.getByRole("button", { name: "Start" }).click();
  await see(page).toHaveURL(/\/game\/\d+$/);
  const [id = ""] = /\d+$/.exec(new URL(page.url()).pathname) ?? [];
  expect(await application.windows()).toMatchObject([{ address: `app://kibitz/game/${id}` }]);

  const game = page.locator(".game");
  const entry = page.getByLabel("Move, in algebraic notation");
  for (const ply of [2, 4, 6, 8]) {
    const answer = await application.request(`app://kibitz/api/games/${id}`);
    const [move] = JSON.parse(answer?.body ?? "").legal_moves;
    await entry.fill(move);
    await entry.press("Enter");
    await see(game).toHaveAttribute("data-ply", String(ply));
  }
  expect(newProblems()).toEqual([]);
});

test("the dashboard in the window shows a game that others start, and moves as they are made", async () => {
  const { application, person, page } = window;
  await page.getByRole("link", { name: "Kibitz, home" }).click();
  const id = await person.create(againstAgent);
  const card = page.locator(`a[href="/game/${id}"]`).first();
  await see(card).toBeVisible();
  await using agent = await person.agentAt(id, "Claude");
  await see(page.getByText("Claude").first()).toBeVisible();

  // The tray is told a moment later.
  await eventually(() => application.clickInTray(id));
  const game = page.locator(".game");
  await see(game).toHaveAttribute("data-ply", "0");
  await person.command(id, "moves", { move: "e4" });
  await see(game).toHaveAttribute("data-ply", "1");
  await agent.call("finishTurn", { game_id: id, move: "e5" });
  await see(game).toHaveAttribute("data-ply", "2");
  expect(newProblems()).toEqual([]);
});

test("menu, tray and notification lead to a place within the page, where nothing unsaved is lost", async () => {
  const { application, person, page } = window;
  const id = await person.create(againstAgent);
  await using agent = await person.agentAt(id, "Claude");
  await page.getByRole("link", { name: "Analysis", exact: true }).click();
  const moves = page.locator(".line-tree");
  for (const name of ["e2", "e4"]) await clickSquare(page, name);
  await see(moves).toHaveText(/1\.\s*e4/);
  for (const name of ["e7", "e5"]) await clickSquare(page, name);
  await see(moves).toHaveText(/1\.\s*e4\s+e5/);
  const { pathname } = new URL(page.url());

  await application.clickInMenu("New game");
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("radio", { name: "White" }).check();
  // Asked for once more, it stays as it is filled in.
  await application.clickInMenu("New game");
  await see(dialog.getByRole("radio", { name: "White" })).toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(new URL(page.url()).pathname).toBe(pathname);
  await application.clickInMenu("New game");
  await see(dialog).toBeVisible();
  await page.keyboard.press("Escape");

  await application.clickInMenu("Settings");
  await see(page.getByLabel("Start when you log in")).toBeVisible();
  await page.goBack();
  await see(moves).toHaveText(/1\.\s*e4\s+e5/);
  await eventually(() => application.clickInTray(id));
  await see(page.locator(".game")).toHaveAttribute("data-ply", "0");
  await page.goBack();
  await application.lookElsewhere();
  const before = (await application.notifications()).length;
  await person.command(id, "moves", { move: "e4" });
  await agent.call("finishTurn", { game_id: id, move: "e5" });
  await eventually(async () => expect((await application.notifications()).length).toBeGreaterThan(before));
  await application.clickNotification(-1);
  await see(page.locator(".game")).toHaveAttribute("data-ply", "2");
  await page.goBack();
  await see(moves).toHaveText(/1\.\s*e4\s+e5/);
  expect(await application.windows()).toMatchObject([{ loads: 1, focused: true }]);
  // A page that is gone, or that does not hear it, is loaded.
  await application.crashPage();
  await application.clickInMenu("Settings");
  await see(page.getByLabel("Start when you log in")).toBeVisible();
  expect(await application.windows()).toMatchObject([{ loads: 2 }]);
  expect(newProblems()).toEqual([]);
});

/** Gives the page a file as soon as it has no dialog, then cancels the one that is open. Runs in the page. */
const arriveAsDialogCloses = (text: string) => {
  const arrive = () => {
    if (document.querySelector("dialog") !== null) return;
    observer.disconnect();
    const detail = [[{ name: "lesson.pgn", bytes: new TextEncoder().encode(text) }]];
    dispatchEvent(new CustomEvent("stand-in:files", { detail }));
  };
  const observer = new MutationObserver(arrive);
  observer.observe(document, { subtree: true, childList: true });
  for (const button of document.querySelectorAll<HTMLElement>("dialog button"))
    if (button.textContent === "Cancel") button.click();
};

test("a file that the system opens is imported, once no dialog is in its way", async () => {
  const { application, page } = window;
  const lesson = (black: string) => `[White "Anna"]\n[Black "${black}"]\n\n1. d4 d5 2. c4 1-0\n`;
  using folder = tempDir();
  const file = join(folder.path, "lesson.pgn");
  await writeFile(file, lesson("Emil"));
  await application.clickInMenu("New game");
  const dialog = page.getByRole("dialog", { name: "New game" });
  await see(dialog).toBeVisible();
  await application.startAgain([file]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await see(page.locator(".game")).toHaveAttribute("data-ply", "3");
  await see(page.getByText("Emil").first()).toBeVisible();
  // As well when it arrives while the dialog closes.
  await application.clickInMenu("New game");
  await see(dialog).toBeVisible();
  await page.evaluate(arriveAsDialogCloses, lesson("Olga"));
  await see(page.getByText("Olga").first()).toBeVisible();
  expect(newProblems()).toEqual([]);
});

test("every page is drawn under the window's content-security policy, and no script can be put into one", async () => {
  const { application, person, page } = window;
  const id = await person.create(againstAgent);
  await eventually(() => application.clickInTray(id));
  await see(page.locator(".game")).toBeVisible();
  await application.clickInTray("Connect an assistant");
  await page.getByText("Not found on this machine").click();
  const card = page.getByRole("region", { name: "Claude Desktop" });
  await card.getByText("What will be written").click();
  await card.getByRole("button", { name: "Copy" }).first().click();
  await see(page.getByText("Block for Claude Desktop copied.").first()).toBeVisible();
  expect(window.copied).toEqual([await card.locator("pre code").first().textContent()]);
  await application.clickInMenu("Settings");
  await see(page.getByLabel("Start when you log in")).toBeVisible();
  // Where there is a keychain, keys are kept in it, and shown to nobody.
  const keys = page.getByRole("region", { name: "API keys" });
  await keys.getByRole("button", { name: "Set the key ANTHROPIC_API_KEY" }).click();
  const key = keys.getByLabel("Key", { exact: true });
  await see(key).toBeFocused();
  await key.fill("sk-secret-0123456789");
  await key.press("Enter");
  await see(keys.locator("[data-key=ANTHROPIC_API_KEY]")).toContainText("Set");
  await keys.getByRole("button", { name: "Add a key by another name" }).click();
  await keys.getByLabel("Name").fill("MY KEY");
  await key.fill("sk-another");
  await key.press("Enter");
  await see(keys.getByLabel("Name")).toHaveAccessibleDescription(/Letters, digits/);
  await keys.getByLabel("Name").fill("MY_KEY");
  await key.fill("sk-another or two");
  await key.press("Enter");
  await see(key).toHaveAccessibleDescription(/^A key of visible ASCII characters is expected/);
  await key.fill("sk-another");
  await key.press("Enter");
  await keys.getByRole("button", { name: "Remove the key MY_KEY" }).click();
  await page.getByRole("button", { name: "Remove the key", exact: true }).click();
  await see(keys.locator("[data-key]")).toHaveCount(3);
  await see(keys.getByRole("button", { name: "Set the key ANTHROPIC_API_KEY" })).toHaveText("Replace");
  const told = await application.request("app://kibitz/api/keys");
  expect(JSON.parse(told?.body ?? "")).toMatchObject({ keys: [{ name: "ANTHROPIC_API_KEY", from: "keychain" }] });
  expect((told?.body ?? "") + (await page.content())).not.toContain("sk-");
  // The refusal of the key that is none.
  expect(newProblems()).toEqual([expect.stringContaining("a status of 400")]);

  await page.getByRole("link", { name: /^About Kibitz/ }).click();
  await see(page).toHaveURL(/\/about$/);
  await page.goBack();
  await application.clickInMenu("About Kibitz");
  await see(page.getByText("drawn by Colin M. L. Burnett")).toBeVisible();
  await page.getByRole("button", { name: "the licence of Stockfish" }).click();
  await see(page.getByText("Everyone is permitted to copy and distribute")).toBeVisible();
  await see(page.getByRole("link", { name: /stockfish\.js\/tree\/v/ })).toBeVisible();
  expect(newProblems()).toEqual([]);

  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.planted = true";
    document.head.append(script);
    return "planted" in window;
  });
  expect(ran).toBe(false);
  expect(newProblems().join()).toMatch(/Content Security Policy/);
});

test("the preload's verb works from the page: the dashboard opens in the browser", async () => {
  const { application, page } = window;
  await page.getByRole("button", { name: "Open in browser" }).click();
  await see
    .poll(() => application.openedOutside())
    .toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{24}$/)]);
  // The window may be made as narrow as this; the menu has the verb, too.
  await page.setViewportSize({ width: 360, height: 480 });
  const nav = page.getByRole("navigation", { name: "Pages" });
  await see(page.getByRole("button", { name: "New game" }).first()).toBeInViewport({ ratio: 1 });
  const tall = await nav.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(tall).toBeLessThanOrEqual(0);
});
