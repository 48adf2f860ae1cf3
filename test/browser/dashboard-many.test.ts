import type { Page } from "@playwright/test";
import { beforeAll, describe, expect, it } from "vitest";
import { amount } from "../support/full.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setUpGame, useStage } from "./support/shared-host.ts";

/*
 * Whether many games stay smooth is asked in numbers that do not depend on the machine: how much there is to lay
 * out, how much a move redraws, how much is asked of the host for it.
 */
const GAMES = amount(300, 1_000);
const stage = useStage();
const ids: string[] = [];

beforeAll(async () => {
  const add = async (first: number) => {
    for (let number = first; number < GAMES; number += 10)
      ids.push(await setUpGame(stage.person, people(`Player ${number}`, `Opponent ${number}`)));
  };
  await Promise.all(Array.from({ length: 10 }, (_, lane) => add(lane)));
});

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
const drawn = (page: Page) => page.locator("[data-game] .mini").count();

describe(`${GAMES} games`, () => {
  it("all games are in the list, and only those in sight are drawn", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page, problems } = opened;
    await see(page.getByRole("radio", { name: "Live" })).toHaveAccessibleName(`Live ${GAMES}`);
    const cards = page.locator("[data-game]");
    let mostDrawn = 0;
    let mostNodes = 0;
    // Counted once a round: more may come between two counts, and the last round would wait for what is all there.
    for (let before = await cards.count(); before < GAMES; before = await cards.count()) {
      await cards.nth(before - 1).scrollIntoViewIfNeeded();
      await see.poll(() => cards.count()).toBeGreaterThan(before);
      mostDrawn = Math.max(mostDrawn, await drawn(page));
      mostNodes = Math.max(mostNodes, await nodes(page));
    }
    await cards.last().scrollIntoViewIfNeeded();
    await see(cards.last().locator(".mini")).toBeVisible();
    await see.poll(() => drawn(page)).toBeLessThan(80);
    expect(mostDrawn).toBeLessThan(160);
    expect(mostNodes).toBeLessThan(4_000 + 5 * GAMES);
    expect(problems).toEqual([]);
  });

  it("the dashboard redraws one card for one move, and asks the host for nothing", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await see(page.getByRole("radio", { name: "Your turn" })).toHaveAccessibleName(`Your turn ${GAMES}`);
    const first = page.locator("[data-game]").first();
    await see(first.locator(".mini")).toBeVisible();
    const seen = (await first.getAttribute("data-game")) ?? "";
    // Those beside it are drawn with it, but not in the same moment.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))));
    const inSight = await page
      .locator("[data-game]:has(.mini)")
      .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-game")));
    const unseen = ids.filter((id) => !inSight.includes(id)).slice(0, 200);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));

    await page.evaluate(watchCards);
    await Promise.all(unseen.map((id) => stage.person.post(`/api/games/${id}/moves`, { move: "d4" })));
    await stage.person.post(`/api/games/${seen}/moves`, { move: "e4" });
    await see(first.locator(".moved")).toHaveCount(2);
    expect(await page.evaluate(changedCards)).toEqual([seen]);
    expect(asked).toEqual([]);
  });

  it("a card shows what happened out of sight when it comes into sight", { tags: "edge" }, async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    const place = page.locator("[data-game]").nth(100);
    const id = (await place.getAttribute("data-game")) ?? "";
    const { body } = await stage.person.get(`/api/games/${id}`);
    await stage.person.post(`/api/games/${id}/moves`, { move: body.turn === "white" ? "a4" : "a5" });
    await place.scrollIntoViewIfNeeded();
    await see(place.locator(".moved")).toHaveCount(2);
  });
});

describe("many finished games", () => {
  it("many finished games stay where they are while they are asked for anew, since another has ended", {
    tags: "edge",
  }, async () => {
    const pgn = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 1-0';
    for (let count = 0; count < 160; count += 10)
      await Promise.all(Array.from({ length: 10 }, () => stage.person.post("/api/import", { pgn })));
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await page.getByRole("radio", { name: /^Finished/ }).check();
    const cards = page.locator("[data-game]");
    for (let before = 0; before < 150; before = await cards.count()) {
      await see.poll(() => cards.count()).toBeGreaterThan(before);
      await cards.last().scrollIntoViewIfNeeded();
    }
    const top = await page.evaluate(() => scrollY);
    // The host's answer is in two parts: between them there must be no less than there was.
    let goOn = () => {};
    const secondPart = Promise.withResolvers<void>();
    await page.route(/\/api\/history\?.*offset=100/, (route) => {
      secondPart.resolve();
      goOn = () => void route.continue();
    });
    const id = ids[0] ?? "";
    await stage.person.post(`/api/games/${id}/resign`, { seat: "white" });
    await secondPart.promise;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await cards.count()).toBeGreaterThanOrEqual(150);
    expect(await page.evaluate(() => scrollY)).toBe(top);
    goOn();
    await see(cards.first()).toHaveAttribute("data-game", id);
    expect(await cards.count()).toBeGreaterThanOrEqual(150);
  });
});

declare global {
  interface Window {
    changed: Set<string>;
  }
}

/** Notes from now on in which cards elements come, go or change; a ticking time is none of it. */
function watchCards(): void {
  window.changed = new Set();
  new MutationObserver((records) => {
    for (const { target } of records) {
      const card = target instanceof Element ? target.closest("[data-game]") : null;
      if (card) window.changed.add(card.getAttribute("data-game") ?? "");
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}
const changedCards = () => [...window.changed];
