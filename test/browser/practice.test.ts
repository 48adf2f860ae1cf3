import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { queenLeft } from "../practice/support.ts";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, useStage } from "./support/shared-host.ts";
import { stillnessOf } from "./support/still.ts";

/** Practice of the person's own mistakes: a session from the first game to the last answer, on the real engine. */

const stage = useStage();
const task = (page: Page) => page.locator("[data-part=task]");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Walks to a square of the board with the arrow keys, and presses Enter there. */
async function press(page: Page, square: string): Promise<void> {
  const from = (await page.locator('.board-grid [tabindex="0"]').getAttribute("data-square")) ?? "";
  for (const [part, on, back] of [
    [0, "ArrowRight", "ArrowLeft"],
    [1, "ArrowUp", "ArrowDown"],
  ] as const) {
    const steps = square.charCodeAt(part) - from.charCodeAt(part);
    for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps > 0 ? on : back);
  }
  await page.keyboard.press("Enter");
}

test("mistakes are practised from the first imported game to the last answer, by mouse and by keyboard", async () => {
  await using window = await openPage(stage.browser, stage.host, "/games?list=finished");
  const { page, problems } = window;
  await page.goto(`${stage.host.url}/practice`);
  await see(page.getByRole("heading", { name: "No finished game of yours to practise from yet" })).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  await stage.person.post("/api/import", { pgn: queenLeft });

  // The name that the games are under, and their review in one go.
  const names = page.getByLabel("Names you play under elsewhere");
  await names.fill("Ada");
  await page.keyboard.press("Enter");
  await see(page.getByRole("heading", { name: "Your games are not reviewed yet" })).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  // A name that is being typed stays, whatever is drawn anew, and where the review ends meanwhile.
  await names.press("End");
  await names.pressSequentially("; Bea");
  await putSettings(stage.host, { coordinates: false });
  await see(page.locator("html")).toHaveAttribute("data-coordinates", "off");
  await see(names).toHaveValue("Ada; Bea");
  await button(page, "Review it").dispatchEvent("click");

  // The first one, by mouse.
  await see(task(page)).toContainText("White to move. You played 3. Nc3??, a blunder. Find a better move.");
  await see(page.getByText("2 new")).toBeVisible();
  await see(page.getByRole("link", { name: "In the game" })).toHaveAttribute("href", /\/analysis\?game=\d+&ply=4$/);
  expect(await seriousInEitherScheme(page)).toEqual([]);
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflows(page), `at ${width}`).toBe(false);
  }
  // Neither a hint nor what comes from elsewhere moves what can be pressed.
  const still = await stillnessOf(page);
  await button(page, "Hint").click();
  await see(task(page)).toContainText("It is the white knight on f3 that moves.");
  const entrants = [{ kind: "human" }, { kind: "strategy", strategy: "random" }];
  const { league_id } = (await stage.person.post("/api/leagues", { name: "Club", game: "tic-tac-toe", entrants })).body;
  await stage.person.post(`/api/leagues/${league_id}/start`, {});
  await see(page.locator(".call")).toBeVisible();
  expect(await still.moved()).toEqual([]);
  await stage.person.post(`/api/leagues/${league_id}/cancel`, {});
  await see(page.locator(".call")).toHaveCount(0);
  await button(page, "Hint").click();
  await see(task(page)).toContainText("knight takes g5");
  for (const square of ["f3", "g5"]) {
    const box = await page.locator(`[data-square="${square}"]`).boundingBox();
    if (!box) throw new Error(`there is no ${square}`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  await see(task(page)).toContainText("Right: Nxg5.");
  await see(task(page)).toContainText("Counts as hard, because of the hint");
  await see(page.locator('[data-line="best"] [aria-current="step"]')).toHaveText(/Nxg5/);
  await see(page.locator('[data-line="played"] button').first()).toHaveText(/Nc3/);
  expect(await seriousInEitherScheme(page)).toEqual([]);
  // The refutation of what was played, on the board, by the keys.
  await page.locator('[data-line="played"] button').nth(1).click();
  await see(page.locator('[data-square="c3"]')).toHaveAttribute("aria-label", /white knight/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await see(page.locator('[data-square="b1"]')).toHaveAttribute("aria-label", /white knight/);

  // The next one, by the keyboard alone: a wrong move, and what would have been right.
  await page.keyboard.press("n");
  await see(task(page)).toContainText("You played 4. d3??");
  await page.locator('.board-grid [tabindex="0"]').focus();
  await press(page, "f3");
  await press(page, "g1");
  await see(task(page)).toContainText("Ng1 is not the move.");
  await see(task(page)).toContainText("Counts as not known");
  await see(button(page, "Next")).toBeFocused();
  await page.keyboard.press("Enter");
  await see(page.getByRole("heading", { name: "Nothing is due" })).toBeVisible();
  await see(names).toHaveValue("Ada; Bea");

  await page.locator("summary", { hasText: "Your mistakes by kind" }).click();
  await see(page.getByRole("row", { name: /^Opening \(first ten moves\) 2 2 50%$/ })).toBeVisible();
  await see(page.getByRole("row", { name: /^King's Knight Opening 2 2 50%$/ })).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  expect(problems).toEqual([]);

  // The ways there.
  await page.goto(`${stage.host.url}/games?list=finished`);
  await page.getByRole("link", { name: "Practise mistakes" }).click();
  await see(page.getByRole("heading", { name: "Practise your mistakes" })).toBeVisible();
});

test("a host that is killed between two answers has kept the first, and asks the other when it is back", async () => {
  using folder = tempDir();
  let host = await startHost(folder.path);
  let asked = "";
  try {
    const person = personAt(host);
    await person.put("/api/settings", { record_names: "Ada" });
    await person.post("/api/import", { pgn: queenLeft });
    await person.last("/api/practice/review", {});
    const { question } = await person.last("/api/practice/next", {});
    const answer = { id: question.id, answers: 0, move: "f3g5", hints: 0, ms: 20_000 };
    expect((await person.post("/api/practice/answers", answer)).body).toMatchObject({ right: true, fresh: 1 });
    asked = (await person.last("/api/practice/next", {})).question.id;
  } finally {
    await host.kill();
  }
  host = await startHost(folder.path);
  try {
    const person = personAt(host);
    expect((await person.get("/api/practice")).body).toMatchObject({ due: 0, fresh: 1, reviews: 1 });
    expect((await person.last("/api/practice/next", {})).question).toMatchObject({ id: asked, answers: 0 });
    const kept = JSON.parse(readFileSync(join(folder.path, "practice.json"), "utf8"));
    expect(kept).toContainEqual(expect.objectContaining({ ply: 5, answers: 1, right: 1 }));
  } finally {
    await host.stop();
  }
});
