import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";
import { sitDown } from "./support/at-the-board.ts";
import { overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, useStage } from "./support/shared-host.ts";

/** A finished game looked through by the engine, on its page. */

const stage = useStage();
/** Black overlooks mate in one, at its third move. */
const overlooked = '[White "Ada"]\n[Black "Grace"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0';
const imported = async (pgn: string): Promise<string> => (await stage.person.post("/api/import", { pgn })).body.game_id;

test("a review has progress and can be stopped, and nothing of it is stored then", async () => {
  const [longer = ""] = readFileSync(join(projectDir, "test/fixtures/ten-games.pgn"), "utf8").split(/\n\n(?=\[Event )/);
  await using board = await sitDown(stage, await imported(longer));
  const { page } = board;
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await see(page.getByRole("progressbar")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await see(page.getByRole("progressbar")).toHaveCount(0);
  expect((await stage.person.get(`/api/games/${board.gameId}/review`)).body).toBeNull();
  await see(page.getByRole("button", { name: "Review this game" })).toBeVisible();
});

test("a review is made by one button, and shows graph, figures, judgements and better lines", async () => {
  await using board = await sitDown(stage, await imported(overlooked));
  const { page, problems } = board;
  const [graph, verdict] = [page.getByRole("slider"), page.locator("[data-part=verdict][data-ply='6']")];
  await see(page.locator("[data-part=result]")).toHaveText("Ada won · checkmate 1–0");
  await see(graph).toHaveCount(0);
  await see(page.locator("[data-part=best-line]")).toHaveText("Final position");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await see(graph).toBeVisible();
  const { body: review } = await stage.person.get(`/api/games/${board.gameId}/review`);
  // Its edges cut no mark, such as that of the move before the mate.
  const edges = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .map(({ top, right, bottom, left }) => [-top, right, bottom, -left]),
      );
  const [frame] = await edges(".graph");
  const cut = (await edges(".graph-mark")).filter((mark) => mark.some((edge, at) => edge > (frame?.[at] ?? 0) + 0.5));
  expect(cut).toEqual([]);

  // How both played, as the host has it.
  const row = page.getByRole("row", { name: "Grace" });
  await see(row.getByRole("cell").first()).toHaveText(`${Math.round(review.seats.black.accuracy)}%`);
  await see(row.getByRole("cell").last()).toHaveText(String(review.seats.black.judged.blunder));
  // The meaning of the signs over the columns is within reach of the keyboard, too.
  await page.locator(".review").getByText("Column guide").press("Enter");
  // In the little room that the panel has, what was asked for is what one sees.
  await see(page.locator(".review dd").first()).toBeInViewport({ ratio: 1 });
  await see(page.locator(".review").getByText("Average centipawn loss")).toBeVisible();
  await see(page.getByRole("term").filter({ hasText: "?!" }).locator("xpath=../dd")).toHaveText("Inaccuracies");

  // The next mistake, by its key, from the end to the first one and on.
  await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus());
  const { ply } = review.moves.find(({ judgement }: { judgement: string | null }) => judgement !== null);
  await page.keyboard.press("m");
  await see(graph).toHaveAttribute("aria-valuenow", String(ply));
  while ((await graph.getAttribute("aria-valuenow")) !== "6")
    await page.getByRole("button", { name: "Next mistake" }).click();
  await see(page.getByRole("button", { name: "3. Black knight to f6, blunder" })).toHaveText("Nf6??");
  await see(verdict).toContainText("?? Blunder. Better:");
  await see(page.locator("[data-part=announcer]")).toHaveText("Black: knight to f6. blunder. 6 of 7.");
  await see(verdict.getByRole("link", { name: "Analyse" })).toHaveAttribute(
    "href",
    `/analysis?game=${board.gameId}&ply=5`,
  );

  // The better line is played out on the board, by pressing on it and by the arrow keys.
  const [first, second] = review.moves[5].better;
  const moved = await board.drawn(first.code.slice(0, 2));
  await verdict.getByRole("button").first().click();
  await see.poll(() => board.drawn(first.code.slice(2, 4))).toBe(moved);
  await see(page.locator("[data-part=status]")).toContainText(`Line: move 1 of ${review.moves[5].better.length}`);
  await page.keyboard.press("ArrowRight");
  await see(verdict.locator('[aria-current="step"]')).toContainText(second.text);
  await page.keyboard.press("Escape");
  await see.poll(() => board.drawn("f6")).toBe("black knight");

  // A click on the graph shows that position, and an arrow key moves on.
  const box = await graph.boundingBox();
  if (!box) throw new Error("there is no graph");
  await page.mouse.click(box.x + 1, box.y + 20);
  await see(graph).toHaveAttribute("aria-valuenow", "0");
  // A verdict is shown of the move that is looked at alone.
  await see(verdict).toHaveCount(0);
  await graph.press("ArrowRight");
  await see(graph).toHaveAttribute("aria-valuetext", /^1\. e4.*: \d+ percent$/);
  // The bar has what the review kept at once, and the figure of this position alone.
  await see(page.getByRole("img", { name: /^Evaluation [+−]\d/ })).toBeVisible();

  expect(await seriousInEitherScheme(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  const marks = page.locator(".graph-mark[data-judgement=blunder]").first();
  expect(await marks.evaluate((mark) => getComputedStyle(mark).backgroundColor)).toBe("rgb(224, 70, 52)");
  await page.emulateMedia({ forcedColors: "none" });
  for (const width of [320, 390, 820]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflows(page), `${width} px`).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, 0));
  await see(page.locator(".board-grid")).toBeInViewport({ ratio: 1 });
  await see(page.getByRole("button", { name: "Next move" })).toBeInViewport({ ratio: 1 });
  while ((await graph.getAttribute("aria-valuenow")) !== "6")
    await page.getByRole("button", { name: "Next mistake" }).click();
  await verdict.getByRole("link", { name: "Analyse" }).click();
  await see(page).toHaveURL(`${stage.host.url}/analysis?game=${board.gameId}&ply=5`);
  await see.poll(() => board.drawn("h5")).toBe("white queen");
  await page.goBack();
  // The page is at the mistake again, and not at the end of the game.
  await see(graph).toHaveAttribute("aria-valuenow", "6");
  // Where it cannot be fetched, that is said, and it can be asked for again.
  await page.route("**/review", (route) => route.abort());
  await page.reload();
  await see(page.locator(".review").getByRole("alert")).toContainText("does not answer");
  await page.unroute("**/review");
  await page.getByRole("button", { name: "Try again" }).click();
  await see(graph).toBeVisible();
  await see(page.locator(".review").getByRole("alert")).toHaveCount(0);
  // It is kept: who comes later sees it at once, and nothing is looked at again.
  await page.reload();
  await see(graph).toBeVisible();
  await see(page.getByRole("row", { name: "Grace" })).toBeVisible();
  // A review takes room from the moves, and none from the buttons below them.
  for (const height of [800, 720]) {
    await page.setViewportSize({ width: 1280, height });
    const buttons = page.getByRole("group", { name: "Walk through the game" });
    await see(buttons, `${height} px`).toBeInViewport({ ratio: 1 });
  }
  // So does a low window; the move that is shown stays in sight.
  await page.setViewportSize({ width: 1280, height: 620 });
  await see(page.locator('.moves-list [aria-current="step"]')).toBeInViewport();
  expect(problems.filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
});

/** The numbered moves of the list that are in sight as a whole. */
const movesInSight = (page: Page) =>
  page.locator(".moves-list > li:has(.moves-number)").evaluateAll((rows) => {
    const box = rows[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return rows.filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= box.top - 1 && bottom <= Math.min(box.bottom, innerHeight) + 1;
    }).length;
  });

test("a review leaves ten moves in sight, and says the result once; so does the analysis board", async () => {
  const opera = `1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
  const id = await imported(opera);
  await stage.person.last(`/api/games/${id}/review`, {});
  for (const [width, height] of [
    [1024, 640],
    [1280, 800],
    [1440, 900],
  ] as const) {
    await using board = await sitDown(stage, id, { width, height });
    const { page } = board;
    const at = `${width} by ${height}`;
    const seen = () => movesInSight(page);
    await see(page.locator(".graph")).toBeVisible();
    await see.poll(seen, at).toBeGreaterThanOrEqual(10);
    const side = (await page.locator(".game-side").textContent()) ?? "";
    expect(side.match(/checkmate/gi), at).toHaveLength(1);
    await page.getByRole("button", { name: "Next mistake" }).click();
    await see(page.locator("[data-part=verdict]")).toBeInViewport({ ratio: 1 });
    await see.poll(seen, `${at}, with a verdict`).toBeGreaterThanOrEqual(10);
    await page.goto(`${stage.host.url}/analysis?game=${id}&ply=20`);
    await page.getByRole("switch", { name: "Engine" }).check();
    await see(page.locator(".engine-lines > li")).toHaveCount(3);
    // Ten lines of moves and variations.
    const lines = () =>
      page
        .locator(".line-tree")
        .evaluate((box) => Math.floor(box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight)));
    await see.poll(lines, `analysis at ${at}`).toBeGreaterThanOrEqual(10);
    await see(page.locator('.line-tree [aria-current="step"]')).toBeInViewport();
    await see(page.getByRole("button", { name: "Next move" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("switch", { name: "Engine" }).uncheck();
  }
});

test("a review names its engine; where the person's fails, the page says so, in a line that tells what to do", {
  tags: "edge",
}, async () => {
  const script = join(projectDir, "test/players/uci/first-engine.ts");
  const mortal = { name: "Mortal", path: process.execPath, args: [script], options: { Mood: "mortal" } };
  await stage.person.post("/api/engines", mortal);
  await putSettings(stage.host, { analysis_engine: "Mortal" });
  const id = await imported(overlooked);
  await using board = await sitDown(stage, id);
  const { page, problems } = board;
  const said = page.getByText(
    "“Mortal” failed, so Kibitz’s own engine analyses. Test it, or choose another, under Settings.",
  );
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await see(said).toBeVisible();
  await see(page.getByText(/^Stockfish 19.*, 200,000 nodes per position$/)).toBeVisible();
  await page.goto(`${stage.host.url}/analysis?game=${id}&ply=3`);
  await page.getByRole("switch", { name: "Engine" }).check();
  await see(said).toBeVisible();
  expect(problems).toEqual([]);
});
