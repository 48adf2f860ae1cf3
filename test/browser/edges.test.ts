import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { newTable, sitDown } from "./support/at-the-board.ts";
import { openPage, overflows } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, putSettings, useStage } from "./support/shared-host.ts";

/** Narrow windows, high contrast, and the edge of the window. */

const stage = useStage();

/** The colours of points of the window. */
async function coloursAt(page: Page, points: readonly (readonly [x: number, y: number])[]): Promise<readonly string[]> {
  const picture = (await page.screenshot()).toString("base64");
  return page.evaluate(
    async ([text, points]) => {
      const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas?.drawImage(image, 0, 0);
      return points.map(([x, y]) => String(canvas?.getImageData(x, y, 1, 1).data));
    },
    [picture, points] as const,
  );
}

test("at 320 pixels every page can be reached, and filters wrap", async () => {
  await using opened = await openPage(stage.browser, stage.host, "/games", { width: 320, height: 640 });
  const { page } = opened;
  for (const name of ["Games", "Leagues", "Analysis", "Connect", "Settings"])
    await see(page.getByRole("navigation").getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole("radio", { name: "Finished" }).check();
  await page.getByRole("button", { name: "Filters" }).click();
  await see(page.getByLabel("Opening", { exact: true })).toBeVisible();
  expect(await overflows(page)).toBe(false);
  await page.getByRole("link", { name: "Analysis", exact: true }).click();
  await page.getByRole("button", { name: "Set up position" }).click();
  await see(page.getByRole("button", { name: "Clear the board" })).toBeVisible();
  const body = page.locator(".dialog-body");
  expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  // The controls of a phone's header are as large as a thumb.
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const link of await page.locator(".header :is(a, button)").all()) {
    const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height), (await link.textContent()) ?? "").toBeGreaterThanOrEqual(27);
  }
});

test("the header reaches the edge of the window, and so does the shade behind a dialog", async () => {
  await using opened = await openPage(stage.browser, stage.host, "/analysis");
  const { page } = opened;
  const button = page.getByRole("button", { name: "Set up position" });
  await see(button).toBeVisible();
  const points = [
    [1262, 20],
    [1276, 20],
    [1276, 790],
  ] as const;
  const [inside, edge] = await coloursAt(page, points);
  expect(edge).toBe(inside);
  await button.click();
  await see(page.getByRole("dialog")).toBeVisible();
  const [shaded, shadedEdge, below] = await coloursAt(page, points);
  expect(shaded).not.toBe(inside);
  expect([shadedEdge, below]).toEqual([shaded, shaded]);
});

test("in high contrast a switch that is off, and the chosen glyph, are seen", { tags: "edge" }, async () => {
  await using opened = await openPage(stage.browser, stage.host, "/analysis");
  const { page } = opened;
  await page.emulateMedia({ forcedColors: "active" });
  const knob = await page.getByRole("switch", { name: "Engine" }).evaluate((input) => {
    const [own, around] = [getComputedStyle(input, "::before"), getComputedStyle(input)];
    return [own.backgroundColor, around.backgroundColor];
  });
  expect(knob[0]).not.toBe(knob[1]);
  await page.locator('.board-grid [data-square="e2"]').focus();
  for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  const glyph = (name: string) => page.getByRole("button", { name, exact: true });
  await glyph("good move").click();
  const colour = (name: string) => glyph(name).evaluate((each) => getComputedStyle(each).backgroundColor);
  expect(await colour("good move")).not.toBe(await colour("mistake"));
});

test("the evaluation is seen with its figure on a phone, and zen mode keeps the board as large as it was", async () => {
  const { body } = await stage.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0" });
  {
    await using board = await sitDown(stage, body.game_id, { width: 390, height: 844 });
    const { page } = board;
    const figure = page.locator(".evaluation-figure");
    await see(figure).toHaveText(/\d/);
    const [bar, square] = [
      await page.locator(".evaluation-bar").boundingBox(),
      await page.locator(".board").boundingBox(),
    ];
    await see(figure).toBeInViewport({ ratio: 1 });
    expect(bar && square && bar.y >= square.y + square.height).toBe(true);
  }
  const players = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 3 } };
  await using board = await newTable(stage, { players });
  const { page } = board;
  await see(page.locator(".player-level")).toBeVisible();
  const before = (await page.locator(".board-square").boundingBox())?.width ?? 0;
  await putSettings(stage.host, { zen: true });
  await see(page.getByRole("banner")).toBeHidden();
  expect((await page.locator(".board-square").boundingBox())?.width).toBeGreaterThanOrEqual(before);
  await see(page.locator(".player-level")).toBeVisible();
  await putSettings(stage.host, { zen: false });
});

test("the words of the opponent are shown on a phone in the first screen", async () => {
  await using board = await newTable(stage, people("Ada", "Grace"), { width: 390, height: 844 });
  const { page } = board;
  await stage.person.post(`/api/games/${board.gameId}/talk`, { message: "Good luck!", seat: "black" });
  const said = page.locator("[data-part=said]");
  await see(said).toHaveText("Grace: “Good luck!”");
  await see(said).toBeInViewport();
  await said.click();
  await see(page.getByRole("log", { name: "Table talk" }).getByText("Good luck!")).toBeInViewport();
  await see(said).toHaveCount(0);
});
