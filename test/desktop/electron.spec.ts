import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./real-electron.ts";

test("the window shows the dashboard, sandboxed and without Node", async ({ application }) => {
  const page = await application.firstWindow();
  await expect(page).toHaveURL("app://kibitz/");
  await expect(page.getByRole("link", { name: "Kibitz, all games" })).toBeVisible();
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.kibitz ?? {}),
    node: ["require", "process", "module", "Buffer"].filter((name) => name in window),
  }));
  expect(seen).toEqual({ bridge: ["openInBrowser", "onPlace"], node: [] });
  // It is shown once its first page has been drawn.
  await expect
    .poll(() => application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible())))
    .toEqual([true]);
});

test("app://kibitz answers the API with a live event stream, and refuses crooked paths", async ({ application }) => {
  const page = await application.firstWindow();
  const heard = await page.evaluate(async () => {
    const events = new EventSource("/api/events");
    const game = new Promise<string>((resolve) => {
      events.addEventListener("game", (event) => resolve(String(event.data)));
    });
    await new Promise((resolve) => {
      events.onopen = resolve;
    });
    const made = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ players: { white: { kind: "human" }, black: { kind: "agent" } } }),
    });
    const first = await game;
    events.close();
    return { status: made.status, first };
  });
  expect(heard).toEqual({ status: 201, first: expect.stringContaining("gameCreated") });
  const statusOf = (path: string) => page.evaluate(async (asked) => (await fetch(asked)).status, path);
  expect(await statusOf("/..%2f..%2fpackage.json")).toBe(400);
  expect(await statusOf("/..%5c..%5cpackage.json")).toBe(400);
});

test("the window goes nowhere and opens nothing", async ({ application }) => {
  const page = await application.firstWindow();
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

test("quitting closes the host", async ({ application, dataDir }) => {
  await application.firstWindow();
  expect(existsSync(join(dataDir, "host.json"))).toBe(true);
  await application.close();
  expect(existsSync(join(dataDir, "host.json"))).toBe(false);
});
