import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectDir } from "../support/host-process.ts";
import { expect, launch, test } from "./real-electron.ts";

// Everything around the window, in real Electron: the same expectations as shell, closing, window-state and
// pages.test.ts have of the stand-in, as far as Electron lets a test see and touch the thing.

test("a person starts a game from the menu and plays the computer", async ({ application }) => {
  const page = await application.firstWindow();
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
  for (const ply of [2, 4, 6]) {
    const move = await page.evaluate(async () => {
      const answer = await fetch(`/api${location.pathname.replace("game", "games")}`);
      return (await answer.json()).legal_moves[0];
    });
    await entry.fill(move);
    await entry.press("Enter");
    await expect(page.locator(".game")).toHaveAttribute("data-ply", String(ply), { timeout: 20_000 });
  }
});

test("the menu has the usual roles", async ({ application }) => {
  await application.firstWindow();
  const roles = await application.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
      (submenu?.items ?? []).map(({ role }) => (role ?? "").toLowerCase()),
    ),
  );
  for (const role of ["zoomin", "zoomout", "resetzoom", "close", "copy"]) expect(roles).toContain(role);
});

test("closing the window leaves the games running, and Kibitz opens it again where it was", async ({
  application,
  dataDir,
}) => {
  const page = await application.firstWindow();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("app://kibitz/settings");
  await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => application.windows().length).toBe(0);
  expect(existsSync(join(dataDir, "host.json"))).toBe(true);
  const [again] = await Promise.all([
    application.waitForEvent("window"),
    application.evaluate(({ app }) => app.emit("activate")),
  ]);
  await expect(again).toHaveURL("app://kibitz/settings");
});

test("a second start ends at once, and its link opens the board in the first", async ({ application, dataDir }) => {
  const page = await application.firstWindow();
  const made = await page.evaluate(async () => {
    const answer = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ players: { white: { kind: "human" }, black: { kind: "agent" } } }),
    });
    return (await answer.json()).game_id;
  });
  const executable = await application.evaluate(() => process.execPath);
  const args = [projectDir, "--data-dir", dataDir, "--port", "0", `kibitz://game/${made}`];
  await promisify(execFile)(executable, args);
  await expect(page).toHaveURL(`app://kibitz/game/${made}`);
  expect(application.windows()).toHaveLength(1);
});

test("size and place outlive the application", async ({ dataDir }) => {
  const first = await launch(dataDir);
  await first.firstWindow();
  const asked = { x: 60, y: 70, width: 700, height: 620 };
  await first.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), asked);
  const left = await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  await first.close();
  const second = await launch(dataDir);
  await second.firstWindow();
  const found = await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  await second.close();
  expect(found).toMatchObject({ width: left?.width, height: left?.height });
});

test("started for an assistant it shows no window until it is asked", async ({ dataDir }) => {
  const application = await launch(dataDir, "--no-window");
  await expect.poll(() => existsSync(join(dataDir, "host.json"))).toBe(true);
  expect(application.windows()).toHaveLength(0);
  const [page] = await Promise.all([
    application.waitForEvent("window"),
    application.evaluate(({ app }) => app.emit("activate")),
  ]);
  await expect(page).toHaveURL("app://kibitz/");
  await application.close();
});

test("pages get no permission", async ({ application }) => {
  const page = await application.firstWindow();
  expect(await page.evaluate(() => Notification.requestPermission())).toBe("denied");
  const devices = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => "granted",
      () => "refused",
    ),
  );
  expect(devices).toBe("refused");
});
