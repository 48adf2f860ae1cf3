import { readFileSync } from "node:fs";
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
