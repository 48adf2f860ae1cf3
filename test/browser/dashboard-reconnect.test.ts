import type { Browser } from "@playwright/test";
import { beforeAll, describe, expect, it } from "vitest";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setTable } from "./support/shared-host.ts";
import { joinChromium } from "./support/windows.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await joinChromium();
});

describe("when the host goes away", () => {
  it("the page says so without moving, and catches up by itself when the host is back", async () => {
    using folder = tempDir();
    const first = await startHost(folder.path);
    const port = new URL(first.url).port;
    const id = await setTable(personAt(first), people());
    await using opened = await openPage(browser, first);
    const { page } = opened;
    const card = page.locator(`[data-game="${id}"]`);
    await see(card.locator(".mini")).toBeVisible();
    const banner = page.getByText("Connection lost. Trying again…");
    await see(banner).toHaveCount(0);
    const before = await card.boundingBox();

    await first.kill();
    await see(banner).toBeVisible();
    expect(await card.boundingBox()).toEqual(before);

    await using second = await startHost(folder.path, {}, ["--port", port]);
    await personAt(second).post(`/api/games/${id}/moves`, { move: "e4" });
    await see(banner).toHaveCount(0);
    await see(card.locator(".moved")).toHaveCount(2);
    const born = await setTable(personAt(second), people("Born", "Later"));
    await see(page.locator(`[data-game="${born}"]`)).toContainText("Later");
  });

  it("what could not be asked meanwhile is asked when it is back", async () => {
    using folder = tempDir();
    const first = await startHost(folder.path);
    const port = new URL(first.url).port;
    const pgn = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0';
    const id: string = (await personAt(first).post("/api/import", { pgn })).body.game_id;
    await using dashboard = await openPage(browser, first);
    await using game = await openPage(browser, first, `/game/${id}`);
    await using study = await openPage(browser, first, "/analysis");
    await using engine = await openPage(browser, first, "/analysis");
    const finished = dashboard.page.getByRole("radio", { name: /^Finished/ });
    await see(finished).toBeVisible();
    await see(game.page.getByRole("img", { name: /^Evaluation / })).toBeVisible();
    await see(study.page.getByRole("heading", { level: 1 })).toBeVisible();
    await see(engine.page.getByRole("switch", { name: "Engine" })).toBeVisible();

    await first.kill();
    const silent = "Kibitz does not answer.";
    await finished.check();
    await see(dashboard.page.getByRole("alert")).toContainText(silent);
    await game.page.keyboard.press("ArrowLeft");
    await see(game.page.getByRole("img", { name: "No evaluation" })).toBeVisible();
    await engine.page.getByRole("switch", { name: "Engine" }).check();
    await see(engine.page.getByRole("region", { name: "Engine" })).toContainText(silent);
    // As the browser's own history leads there.
    await study.page.evaluate((address) => {
      history.pushState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/analysis?game=${id}`);
    await see(study.page.getByRole("main")).toContainText(silent);

    await using _second = await startHost(folder.path, {}, ["--port", port]);
    await see(dashboard.page.getByRole("main")).toContainText("Ann");
    await see(dashboard.page.getByRole("main")).not.toContainText(silent);
    await see(game.page.getByRole("img", { name: /^Evaluation / })).toBeVisible();
    await see(engine.page.locator(".engine-lines > li")).toHaveCount(3);
    await see(engine.page.getByRole("region", { name: "Engine" })).not.toContainText(silent);
    await see(study.page.getByRole("heading", { level: 1 })).toHaveText("Ann – Bob");
  });

  it("a move that did not reach it is put back, and its message goes when it is back", async () => {
    using folder = tempDir();
    const first = await startHost(folder.path);
    const id = await setTable(personAt(first), people());
    await using game = await openPage(browser, first, `/game/${id}`);
    const field = game.page.getByLabel("Move, in algebraic notation");
    await see(field).toBeVisible();
    await first.kill();
    await field.fill("e4");
    await field.press("Enter");
    await see(game.page.locator(".status-refusal")).toContainText("Kibitz does not answer.");
    await using _second = await startHost(folder.path, {}, ["--port", new URL(first.url).port]);
    await see(game.page.locator(".status-refusal")).toHaveCount(0);
    await see(game.page.locator(".game")).toHaveAttribute("data-ply", "0");
  });

  it("what failed while it still seemed to be there is asked when it is back", async () => {
    using folder = tempDir();
    const first = await startHost(folder.path);
    const port = new URL(first.url).port;
    const id = await setTable(personAt(first), people());
    await using dashboard = await openPage(browser, first);
    await using game = await openPage(browser, first);
    for (const { page } of [dashboard, game]) {
      await page.route("**/api/games**", (route) => route.abort());
      await page.route("**/api/games/**", (route) => route.abort());
    }
    await dashboard.page.reload();
    await game.page.goto(`${first.url}/game/${id}`);
    for (const { page } of [dashboard, game]) {
      await see(page.getByRole("main")).toContainText("Kibitz does not answer.");
      await see(page.getByText("Connection lost")).toHaveCount(0);
      await page.unrouteAll();
    }
    await first.kill();
    await using _second = await startHost(folder.path, {}, ["--port", port]);
    await see(dashboard.page.locator(`[data-game="${id}"]`)).toBeVisible();
    await see(game.page.locator(".game")).toHaveAttribute("data-ply", "0");
  });
});
