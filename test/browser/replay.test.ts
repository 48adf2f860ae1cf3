import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { tempDir } from "../support/temp-dir.ts";
import { asInOlderBrowser } from "./support/older-browser.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";
import { openWindow } from "./support/windows.ts";

const stage = useStage();

const hostile = "</script><script>document.title=1</script><img src=x onerror=alert(1)>";
const pgn = `[Event "Club night"]
[White "Ann ${hostile}"]
[Black "Bob"]

{Watch the f-file.} 1. e4 {[%clk 0:05:00] ${hostile}} e5 (1... c5 {sharp} 2. Nf3) 2. Qh5 $6 Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0`;

describe("a game as a page of its own", () => {
  it("a game as a page of its own plays from disk, with nobody to ask, and takes what players wrote for text", async () => {
    using folder = tempDir();
    const file = `${folder.path}/game.html`;
    const id: string = (await stage.person.post("/api/import", { pgn })).body.game_id;
    {
      await using opened = await openPage(stage.browser, stage.host, `/game/${id}`);
      const { page } = opened;
      await page.getByRole("button", { name: "Share" }).click();
      const save = page.getByRole("button", { name: "Save replay page" });
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      expect(download.suggestedFilename()).toBe(`kibitz-${id}.html`);
      await download.saveAs(file);
    }
    expect(readFileSync(file, "utf8")).toContain("default-src 'none'; script-src 'sha256-");

    await using opened = await openWindow(stage.browser);
    const { page, problems } = opened;
    await page.context().setOffline(true);
    opened.given.defer(() => page.context().setOffline(false));
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    // It may be opened in a browser of a few years ago.
    await asInOlderBrowser(page);
    await page.goto(pathToFileURL(file).href);
    const board = page.getByRole("img", { name: /^(Starting position|After)/ });
    await see(page.getByRole("heading", { level: 1 })).toContainText("</script>");
    await see(page).toHaveTitle(/^Ann <\/script>/);
    await see(page.getByText("White wins by checkmate", { exact: true })).toBeVisible();
    await see(page.getByText("Watch the f-file.")).toBeVisible();
    await see(board).toHaveAccessibleName("Starting position");
    await see(page.locator(".replay-board .piece")).toHaveCount(32);

    // The names of the squares are turned with the board.
    const files = page.locator(".replay-board .preview-files");
    await see(files).toHaveText("abcdefgh");
    await page.keyboard.press("f");
    await see(files).toHaveText("hgfedcba");
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await see(board).toHaveAccessibleName(/^After (1…|[2-4])/);
    await page.getByRole("button", { name: "1. e4" }).click();
    await see(board).toHaveAccessibleName("After 1. e4");
    await see(page.getByText("clock 5:00")).toBeVisible();
    await page.keyboard.press("End");
    await see(board).toHaveAccessibleName("After 4. Qxf7#");
    await see(page.locator(".replay-board .piece")).toHaveCount(31);
    await page.getByRole("button", { name: "2. Nf3" }).click();
    await see(board).toHaveAccessibleName("After 2. Nf3");
    await page.keyboard.press("ArrowLeft");
    await see(board).toHaveAccessibleName("After 1… c5");
    await see(page.getByRole("button", { name: "2. Qh5 inaccuracy" })).toHaveText("Qh5?!");
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page)).toBe(false);
    }
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(asked).toEqual([pathToFileURL(file).href]);
    expect(problems).toEqual([]);
    await page.evaluate(() => fetch("https://example.com/").catch(() => null));
    await see.poll(() => problems.join()).toContain("Content Security Policy");
  });
});

/** A site that shows an address in a frame. */
async function siteWith(address: string) {
  const site = createServer((_, answer) => {
    answer
      .setHeader("content-type", "text/html")
      .end(`<h1>Club</h1><iframe src="${address}" width="900" height="700"></iframe>`);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

it("the board of a league follows its games in a frame of another site, where no other page is shown", async () => {
  const { person, host } = stage;
  const entrants = [hostile.slice(0, 40), "Bool"].map((name) => ({ kind: "human", name }));
  const { league_id } = (await person.post("/api/leagues", { game: "chess", games_per_match: 2, entrants })).body;
  await person.post(`/api/leagues/${league_id}/start`);
  for (const number of [1, 2]) await person.post(`/api/leagues/${league_id}/entrants/${number}/come`);
  const games = [1, 2].map((number) => `L${league_id}m1g${number}`);
  const { board } = (await person.post(`/api/leagues/${league_id}/spectators`)).body;
  await expect.poll(async () => (await person.get(`/api/games/${games[0]}`)).status).toBe(200);
  await using opened = await openWindow(stage.browser);
  const { page, problems } = opened;
  {
    await using site = await siteWith(board);
    await page.goto(site.url);
    const shown = page.frameLocator("iframe").getByRole("img", { name: /^(Starting position|After)/ });
    await see(shown).toHaveAccessibleName("Starting position");
    for (const [move, name] of [
      ["e4", "After 1. e4"],
      ["e5", "After 1… e5"],
    ]) {
      await person.post(`/api/games/${games[0]}/moves`, { move });
      await see(shown).toHaveAccessibleName(name ?? "");
    }
    // A spectator who looks back stays there.
    await page.frameLocator("iframe").getByRole("button", { name: "First position" }).click();
    await person.post(`/api/games/${games[0]}/moves`, { move: "Nf3" });
    await see(page.frameLocator("iframe").getByRole("button", { name: "2. Nf3" })).toBeVisible();
    await see(shown).toHaveAccessibleName("Starting position");
    // The next game takes its place.
    await person.post(`/api/games/${games[0]}/resign`, { seat: "white" });
    await see(page.frameLocator("iframe").getByRole("button", { name: "2. Nf3" })).toHaveCount(0);
    expect(problems).toEqual([]);
  }
  await using site = await siteWith(`${host.url}/league/${league_id}`);
  await page.goto(site.url);
  await see.poll(() => problems.join()).toContain("frame-ancestors");
  await see(page.frameLocator("iframe").getByRole("heading")).toHaveCount(0);
});
