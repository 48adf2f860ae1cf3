import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createGame, expect, test } from "./real-electron.ts";

test("the window shows the dashboard, sandboxed and without Node", async ({ application, page }) => {
  await expect(page.getByRole("link", { name: "Kibitz, home" })).toBeVisible();
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.kibitz ?? {}),
    node: ["require", "process", "module", "Buffer"].filter((name) => name in window),
  }));
  expect(seen).toEqual({ bridge: ["openInBrowser", "onFiles", "onPlace"], node: [] });
  // It is shown once its first page has been drawn.
  await expect
    .poll(() => application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible())))
    .toEqual([true]);
});

test("app://kibitz answers the API with a live event stream, and refuses crooked paths", async ({ page }) => {
  const heard = await page.evaluate(async () => {
    const events = new EventSource("/api/events");
    const hello = await new Promise<string>((resolve) => {
      events.addEventListener("hello", (event) => resolve(String(event.data)));
    });
    const game = new Promise<string>((resolve) => {
      events.addEventListener("game", (event) => resolve(String(event.data)));
      // A database that numbers no events, as a stand-in for an old Electron's, has none to tell.
      setTimeout(resolve, 3_000, "none");
    });
    const made = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ players: { white: { kind: "human" }, black: { kind: "agent" } } }),
    });
    const first = await game;
    events.close();
    return { hello, status: made.status, first };
  });
  expect(heard).toMatchObject({ hello: "{}", status: 201 });
  if (heard.first !== "none") expect(heard.first).toContain("gameCreated");
  const statusOf = (path: string) => page.evaluate(async (asked) => (await fetch(asked)).status, path);
  expect(await statusOf("/..%2f..%2fpackage.json")).toBe(400);
  expect(await statusOf("/..%5c..%5cpackage.json")).toBe(400);
});

test("the window goes nowhere and opens nothing", async ({ application, page }) => {
  await application.evaluate(({ shell }) => {
    // No browser is to open on the machine that runs the test.
    shell.openExternal = async () => {};
  });
  expect(await page.evaluate(() => window.open("https://example.com/"))).toBeNull();
  await page.evaluate(() => {
    window.location.href = "https://example.com/";
  });
  await expect(page).toHaveURL("app://kibitz/");
  expect(application.windows()).toHaveLength(1);
});

test("pages get no permission", async ({ page }) => {
  expect(await page.evaluate(() => Notification.requestPermission())).toBe("denied");
  const devices = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => "granted",
      () => "refused",
    ),
  );
  expect(devices).toBe("refused");
});

test("a person moves a piece with the mouse", async ({ page }) => {
  const id = await createGame(page, "human");
  await page.goto(`app://kibitz/game/${id}`);
  // A Chromium before subgrid lays the list of moves over the board.
  await page.locator("section.moves").evaluate((list: HTMLElement) => list.style.setProperty("display", "none"));
  for (const square of ["e2", "e4"]) await page.locator(`.board-grid [data-square="${square}"]`).click({ force: true });
  const ply = () => page.evaluate(async (game) => (await (await fetch(`/api/games/${game}`)).json()).ply, id);
  await expect.poll(ply).toBe(1);
});

test("a crashed page comes back where it was, and leaves a dump on this machine alone", async ({
  application,
  page,
  dataDir,
}) => {
  await page.goto("app://kibitz/settings");
  await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  const isCrashed = () =>
    application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed());
  await expect.poll(isCrashed).toBe(true);
  await application.evaluate(({ app }) => app.emit("activate"));
  await expect.poll(isCrashed).toBe(false);
  const address = () =>
    application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
  await expect.poll(address).toBe("app://kibitz/settings");
  const folder = await application.evaluate(({ app, crashReporter }) => ({
    path: app.getPath("crashDumps"),
    isSent: crashReporter.getUploadToServer(),
  }));
  expect(folder).toEqual({ path: join(dataDir, "window", "Crashpad"), isSent: false });
  const dumps = () => readdirSync(folder.path, { recursive: true }).filter((name) => String(name).endsWith(".dmp"));
  await expect.poll(dumps).not.toEqual([]);
  expect(existsSync(join(dataDir, "host.json"))).toBe(true);
  // To Playwright the page stays a crashed one.
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => application.windows().length).toBe(0);
});
