import { describe, expect, it } from "vitest";
import { connect } from "../support/agents.ts";
import { openPage, overflows } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { setUpGame, useStage } from "./support/shared-host.ts";

const stage = useStage();
const names = [
  "<img src=x onerror=document.title='own'>",
  "\u202Eenod neeb sah siht",
  "😀".repeat(20),
  "**bold** [a](javascript:alert(1)) `code`",
  "W".repeat(40),
  "مرحبا بكم في اللعبة",
  "a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308".repeat(4),
];

describe("names that try to be more than names", () => {
  it("names that try to be more than names stay text in their cards", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/games", { width: 400 });
    const { page, problems } = opened;
    for (const name of names) {
      const id = await setUpGame(stage.person, { players: { white: { kind: "agent" }, black: { kind: "agent" } } });
      const card = page.locator(`[data-game="${id}"]`);
      await card.scrollIntoViewIfNeeded();
      await see(card.locator(".mini")).toBeVisible();
      const before = await card.boundingBox();
      await using agent = await connect(stage.host, "http", "v2 client, new era");
      expect((await agent.call("joinGame", { game_id: id, name })).isError).toBe(false);
      const shown = card.locator("bdi");
      const { body } = await stage.person.get(`/api/games/${id}`);
      await see(shown).toHaveText(body.players.white.name);
      expect(await shown.evaluate((element) => element.children.length), name).toBe(0);
      expect(await card.locator("img, script, a[href^=javascript]").count(), name).toBe(0);
      // The card is as it was: nothing grew, nothing was pushed aside.
      expect(await card.boundingBox(), name).toEqual(before);
      const [line, words] = [
        await card.locator(".player-line").last().boundingBox(),
        await shown.locator("..").boundingBox(),
      ];
      expect(words?.height, name).toBeLessThanOrEqual(line?.height ?? 0);
      expect(await overflows(page), name).toBe(false);
      await see(page).not.toHaveTitle("own");
      expect(problems, name).toEqual([]);
    }
  });

  it("names that try to be more than names begin where the others do, in whatever direction they are written", async () => {
    const asked = { name: "Names", game: "tic-tac-toe", rounds: 1 };
    const entrants = ["Ada", "مرحبا بكم في اللعبة", "Boole"].map((name) => ({
      kind: "strategy",
      strategy: "random",
      name,
    }));
    const { body } = await stage.person.post("/api/leagues", { ...asked, entrants });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`);
    const shown = opened.page.locator(".podium-name");
    await see(shown).toHaveCount(3);
    const begins = await shown.evaluateAll((each) =>
      each.map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        const parts = name.parentElement?.getBoundingClientRect().left ?? 0;
        return Math.round(text.getBoundingClientRect().left - parts);
      }),
    );
    expect(new Set(begins).size, String(begins)).toBe(1);
  });

  it("names that try to be more than names stay text in a search for them", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await page.getByRole("searchbox").fill("<img src=x onerror=document.title='owned'>!");
    // Once the finished games have been looked through as well.
    await see(page.getByText(/^No game matches/)).toContainText("<img src=x");
    expect(await page.locator("main img").count()).toBe(0);
  });
});
