import { describe, expect, it } from "vitest";
import { queenLeft } from "../practice/support.ts";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, putSettings, setUpGame, useStage } from "./support/shared-host.ts";

const stage = useStage();
const told = "This part of Kibitz could not be loaded.";

describe("a part of the pages whose code cannot be had", () => {
  it("a part of another version says so, and a reload brings the page", async () => {
    const id = await setUpGame(stage.person, people());
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    const card = page.locator(`[data-game="${id}"] a`).first();
    await see(card).toBeVisible();
    await page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "" }));
    await card.click();
    const alert = page.getByRole("main").getByRole("alert");
    await see(alert).toContainText(told);
    await page.unrouteAll();
    await alert.getByRole("button", { name: "Reload" }).click();
    await see(page).toHaveURL(`${stage.host.url}/game/${id}`);
    await see(page.locator(".game")).toHaveAttribute("data-ply", "0");
  });

  // The page's code, its style, and the board's of both.
  it.each(["game-page-*.js", "game-page-*.css", "play-*.{js,css}"])(
    "a part of the pages whose code cannot be had is asked for again when it is next shown, with its style (%s)",
    async (files) => {
      const id = await setUpGame(stage.person, people());
      await using opened = await openPage(stage.browser, stage.host);
      const { page } = opened;
      const card = page.locator(`[data-game="${id}"] a`).first();
      await page.route(`**/assets/${files}`, (route) => route.abort());
      await card.click();
      await see(page.getByRole("main")).toContainText("could not be loaded");
      await page.unrouteAll();
      await page.goBack();
      await card.click();
      await see(page.locator(".game")).toHaveAttribute("data-ply", "0");
      await see(page.getByRole("main")).not.toContainText("could not be loaded");
      // One that did not come has no rules.
      const rules = await page.evaluate(() => [...document.styleSheets].map(({ cssRules }) => cssRules.length));
      expect(rules).not.toContain(0);
    },
  );

  it("a part of the pages whose code cannot be had leaves the page as it is where something is unsaved, and says what to do", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page } = opened;
    await page.locator('.board-grid [data-square="e2"]').focus();
    for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await see(page.locator(".line-tree")).toContainText("e4");
    await page.route("**/assets/pages-*.js", (route) => route.abort());
    const leagues = page.getByRole("link", { name: "Leagues" });
    await leagues.click();
    await see(page.getByRole("main")).toContainText(told);
    await page.goBack();
    await leagues.click();
    await see(page.getByRole("button", { name: "Reload" })).toBeVisible();
    await page.goBack();
    await see(page.locator(".line-tree")).toContainText("e4");
  });

  it("practice says so where the code of the board cannot be had, and asks its position once it can", async () => {
    await putSettings(stage.host, { record_names: "Ada" });
    await stage.person.post("/api/import", { pgn: queenLeft });
    await stage.person.last("/api/practice/review", {});
    await using opened = await openPage(stage.browser, stage.host, "/games?list=finished");
    const { page } = opened;
    await page.route("**/assets/{play,study}-*.js", (route) => route.abort());
    await page.getByRole("link", { name: "Practise mistakes" }).click();
    await see(page.getByRole("main").getByRole("alert")).toHaveText(
      "A part of this page could not be loaded. Reload the page.",
    );
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await see(page.locator("[data-part=task]")).toContainText("Find a better move.");
  });

  it("a part of the pages whose code cannot be had comes by itself when the host is back", async () => {
    using folder = tempDir();
    const first = await startHost(folder.path);
    const port = new URL(first.url).port;
    const id = await setUpGame(personAt(first), people());
    await using opened = await openPage(stage.browser, first);
    const { page } = opened;
    const card = page.locator(`[data-game="${id}"] a`).first();
    await see(card).toBeVisible();
    await first.kill();
    await see(page.getByText("Connection lost. Trying again…")).toBeVisible();
    await card.click();
    await see(page).toHaveURL(`${first.url}/game/${id}`);
    const alert = page.getByRole("main").getByRole("alert");
    await see(alert).toContainText(told);
    await using _second = await startHost(folder.path, {}, ["--port", port]);
    await see(page.locator(".game")).toHaveAttribute("data-ply", "0");
    await see(alert).toHaveCount(0);
  });
});
