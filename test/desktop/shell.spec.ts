import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { connect } from "../support/agents.ts";
import { createGame, expect, launch, showWindow, startArguments, test } from "./real-electron.ts";

// Everything around the window, in real Electron: the same expectations as shell, closing, window-state and
// pages.test.ts have of the stand-in, as far as Electron lets a test see and touch the thing.

test("a person starts a game from the menu, and the computer answers", async ({ application, page }) => {
  await application.evaluate(({ Menu }) => {
    const game = Menu.getApplicationMenu()?.items.find(({ label }) => label === "&Game");
    game?.submenu?.items.find(({ accelerator }) => accelerator === "CmdOrCtrl+N")?.click();
  });
  const dialog = page.getByRole("dialog", { name: "New game" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: "White" }).check();
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(/^app:\/\/kibitz\/game\/\d+$/);
  const entry = page.getByLabel("Move, in algebraic notation");
  await entry.fill("e4");
  await entry.press("Enter");
  const plies = async (path: string) => page.evaluate(async (asked) => (await (await fetch(asked)).json()).ply, path);
  await expect.poll(() => plies(`/api${new URL(page.url()).pathname.replace("game", "games")}`)).toBe(2);
});

test("an assistant creates a game through the shim and moves in it", async ({ dataDir, page }) => {
  const place = { dataDir, mcp: "http://127.0.0.1/", agentToken: "" };
  await using agent = await connect(place, "shim", "v1 client", "Claude");
  const { data } = await agent.call("createGame", { type: "computer", difficulty: 1, color: "white" });
  const answer = await agent.call("finishTurn", { game_id: data.game_id, move: "e4" });
  expect(answer.isError, answer.text).toBe(false);
  await page.goto(`app://kibitz/game/${data.game_id}`);
  await expect(page.getByText("Claude").first()).toBeVisible();
});

test("the menu has the usual roles", async ({ application }) => {
  const roles = await application.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
      (submenu?.items ?? []).map(({ role }) => (role ?? "").toLowerCase()),
    ),
  );
  for (const role of ["zoomin", "zoomout", "resetzoom", "close", "copy"]) expect(roles).toContain(role);
});

test("a second start ends at once, and its link or file opens in the first", async ({
  application,
  dataDir,
  folder,
  page,
}) => {
  const game = await createGame(page, "agent");
  const executable = await application.evaluate(() => process.execPath);
  const startAgain = (...words: string[]) => promisify(execFile)(executable, startArguments(dataDir, ...words));
  await startAgain(`kibitz://game/${game}`);
  await expect(page).toHaveURL(`app://kibitz/game/${game}`);
  const file = join(folder, "lesson.pgn");
  writeFileSync(file, '[White "Anna"]\n[Black "Emil"]\n\n1. d4 d5 2. c4 1-0\n');
  await startAgain(file);
  await expect(page).not.toHaveURL(`app://kibitz/game/${game}`);
  await expect(page.getByText("Emil").first()).toBeVisible();
  expect(application.windows()).toHaveLength(1);
  // A page that is gone is loaded, and gets the file then. To Playwright it stays a crashed one.
  const address = () =>
    application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
  const before = await address();
  const isCrashed = () =>
    application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed());
  await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(isCrashed).toBe(true);
  writeFileSync(file, '[White "Anna"]\n[Black "Olga"]\n\n1. e4 e5 1-0\n');
  await startAgain(file);
  await expect.poll(address).not.toBe(before);
  expect(await address()).toMatch(/game\/\d+$/);
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => application.windows().length).toBe(0);
});

test("closing the window leaves the games running, and a second start opens it again where it was", async ({
  application,
  dataDir,
  page,
}) => {
  await page.goto("app://kibitz/settings");
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => application.windows().length).toBe(0);
  expect(existsSync(join(dataDir, "host.json"))).toBe(true);
  const opening = application.waitForEvent("window");
  const executable = await application.evaluate(() => process.execPath);
  await promisify(execFile)(executable, startArguments(dataDir));
  await expect(await opening).toHaveURL("app://kibitz/settings");
});

test("a window stays where it was however often it is opened, in this run and the next", async ({ folder }) => {
  const file = join(folder, "window", "placement.json");
  const written = () => {
    const { x, y, width, height } = JSON.parse(readFileSync(file, "utf8"));
    return { x, y, width, height };
  };
  const first = await launch(folder);
  await showWindow(first);
  const before = { x: 60, y: 70, width: 700, height: 620 };
  await expect.poll(() => existsSync(file)).toBe(true);
  await first.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), before);
  await expect.poll(written).toEqual(before);
  for (let times = 0; times < 2; times += 1) {
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(() => first.windows().length).toBe(0);
    const page = await showWindow(first);
    await expect(page.getByRole("link", { name: "Kibitz, home" })).toBeVisible();
  }
  await first.close();
  expect(written()).toEqual(before);
  const next = join(folder, "next");
  mkdirSync(join(next, "window"), { recursive: true, mode: 0o700 });
  copyFileSync(file, join(next, "window", "placement.json"));
  const second = await launch(next);
  await showWindow(second);
  await second.close();
  expect(JSON.parse(readFileSync(join(next, "window", "placement.json"), "utf8"))).toMatchObject(before);
});

test("started for an assistant it shows no window until it is asked", async ({ folder }) => {
  const application = await launch(folder, "--no-window");
  await expect.poll(() => existsSync(join(folder, "host.json"))).toBe(true);
  expect(application.windows()).toHaveLength(0);
  await expect(await showWindow(application)).toHaveURL("app://kibitz/");
  await application.close();
  expect(existsSync(join(folder, "host.json"))).toBe(false);
});

test("a SIGTERM ends it in order", async ({ application, folder }) => {
  test.skip(process.platform === "win32", "Windows has no signal that asks");
  const executable = await application.evaluate(() => process.execPath);
  // Nothing is attached to it, for whose end it would wait.
  const child = spawn(executable, startArguments(folder, "--no-window"), { stdio: "ignore" });
  const ended = once(child, "exit");
  await expect.poll(() => existsSync(join(folder, "host.json"))).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(existsSync(join(folder, "host.json"))).toBe(false);
});

test("a machine that slept says that the clocks stood still", async ({ application, page }) => {
  await createGame(page, "human");
  const shown = await application.evaluate(({ Notification, powerMonitor, BrowserWindow }) => {
    const titles: string[] = [];
    Notification.isSupported = () => true;
    Notification.prototype.show = function (this: Electron.Notification) {
      titles.push(this.title);
    };
    BrowserWindow.getAllWindows()[0]?.hide();
    powerMonitor.emit("suspend");
    powerMonitor.emit("resume");
    BrowserWindow.getAllWindows()[0]?.show();
    return titles;
  });
  expect(shown).toEqual(["The clocks stood still"]);
});
