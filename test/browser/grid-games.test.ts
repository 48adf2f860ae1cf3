import { expect, test } from "vitest";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

const stage = useStage();

test.each([
  { game: "connect-four", own: "red", other: "yellow", title: "Connect Four", label: "d1, empty, a disc falls here" },
  { game: "othello", own: "black", other: "white", title: "Othello", label: "d3, empty, turns one disc" },
])("a person plays $title to its end, by mouse and by keyboard", async ({ game, own, other, title, label }) => {
  const players = { [own]: { kind: "human" }, [other]: { kind: "computer", level: 1 } };
  const { body } = await stage.person.post("/api/games", { game, players, pace: "none" });
  await using opened = await openPage(stage.browser, stage.host, `/game/${body.game_id}`, { width: 390, height: 844 });
  const { page, problems } = opened;
  await see(page.getByRole("grid", { name: new RegExp(`^${title} board, game ${body.game_id}`) })).toBeVisible();
  await see(page.getByRole("gridcell").getByRole("button", { name: label, exact: true })).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);

  const result = page.locator("[data-part=result]");
  const open = page.locator('[role="gridcell"] button[aria-disabled="false"]').first();
  const pass = page.getByRole("button", { name: "Pass: you have no move" });
  for (let move = 0; ; move += 1) {
    // The computer answers by itself.
    await see(open.or(pass).or(result).first()).toBeVisible();
    if (await result.isVisible()) break;
    const before = await page.locator(".game").getAttribute("data-ply");
    const target = (await pass.isVisible()) ? pass : open;
    if (move % 2 === 0) await target.click();
    else {
      await target.focus();
      await page.keyboard.press("Enter");
    }
    await see(page.locator(".game")).not.toHaveAttribute("data-ply", before ?? "");
  }
  const ended = (await stage.person.get(`/api/games/${body.game_id}`)).body;
  expect(ended.status).toBe("finished");
  await page.goto(`${stage.host.url}/games`);
  expect(problems).toEqual([]);
});

test("the discs of each side, and the pips that it still needs, stand beside its player, at a past position as well", async () => {
  const [one, other] = [{ kind: "human", name: "Somebody with a long name" }, { kind: "human" }];
  const othello = { game: "othello", players: { black: one, white: other } };
  const backgammon = { game: "backgammon", players: { white: one, black: other } };
  const ids: string[] = [];
  for (const game of [othello, backgammon]) ids.push((await stage.person.post("/api/games", game)).body.game_id);
  await using opened = await openPage(stage.browser, stage.host, `/game/${ids[0]}`);
  const { page } = opened;
  const beside = (seat: string) => page.locator(`.player-bar[data-seat="${seat}"]`);
  await see(beside("black")).toContainText("2 discs");
  await stage.person.post(`/api/games/${ids[0]}/moves`, { move: "d3" });
  await see(beside("black")).toContainText("4 discs");
  await see(beside("white")).toContainText("1 disc");
  await page.locator("body").press("ArrowLeft");
  await see(beside("white")).toContainText("2 discs");
  await page.goto(`${stage.host.url}/game/${ids[1]}`);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const seat of ["white", "black"]) {
    await see(beside(seat)).toContainText("167 pips");
    // The name gives way.
    const count = beside(seat).locator(".player-captured span");
    const room = () => count.evaluate((each) => (each.parentElement?.clientWidth ?? 0) - each.scrollWidth);
    expect(await room()).toBeGreaterThanOrEqual(0);
  }
});

test("the keys lead from cell to cell, and the last one stays in the tab order", async () => {
  const players = { red: { kind: "human" }, yellow: { kind: "computer", level: 1 } };
  const { body } = await stage.person.post("/api/games", { game: "connect-four", players, pace: "none" });
  await using opened = await openPage(stage.browser, stage.host, `/game/${body.game_id}`);
  const { page } = opened;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
  await page.locator('[data-cell][tabindex="0"]').focus();
  for (const [key, cell] of [
    ["End", "g3"],
    ["PageDown", "g1"],
    ["ArrowLeft", "f1"],
    ["ArrowUp", "f2"],
    ["Home", "a2"],
    ["PageUp", "a6"],
    ["ArrowUp", "a6"],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await focused()]).toEqual([key, cell]);
  }
  await see(page.locator('[data-cell][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press("Enter");
  await see(page.getByRole("button", { name: /^a1, red/ })).toBeVisible();
});

test("a person makes turns of backgammon by mouse, by keyboard and by dragging, takes a step back, and resigns", async () => {
  const players = { white: { kind: "human" }, black: { kind: "computer", level: 1 } };
  const { body } = await stage.person.post("/api/games", { game: "backgammon", players, pace: "none" });
  await using opened = await openPage(stage.browser, stage.host, `/game/${body.game_id}`, { width: 390, height: 844 });
  const { page, problems } = opened;
  const source = page.locator('[data-source="true"]').first();
  const target = page.locator('[data-target="true"]').first();
  const finish = page.getByRole("button", { name: /^Play \S/ });
  const undo = page.getByRole("button", { name: "Undo" });
  const press = {
    mouse: (what: typeof source) => what.click(),
    keyboard: async (what: typeof source) => {
      await what.focus();
      await page.keyboard.press("Enter");
    },
  };
  await see(page.getByRole("grid", { name: `Backgammon board, game ${body.game_id}` })).toBeVisible();
  for (const way of ["mouse", "keyboard", "drag"] as const) {
    await see(source).toBeVisible();
    if (way === "mouse") {
      expect(await seriousInEitherScheme(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    for (let step = 0; !(await finish.isVisible()); step += 1) {
      if (way === "drag") {
        // From the source to where it may go, which shows once the checker has left its place.
        await source.hover();
        await page.mouse.down();
        await page.mouse.move(200, 400, { steps: 3 });
        await target.hover();
        await page.mouse.up();
      } else {
        // The only checker that can move is lifted already when it enters from the bar.
        if (!(await target.isVisible())) await press[way](source);
        await press[way](target);
      }
      await see(undo).toBeVisible();
      if (way !== "mouse" || step > 0) continue;
      await undo.click();
      await see(undo).toHaveCount(0);
    }
    const before = await page.locator(".game").getAttribute("data-ply");
    await press[way === "drag" ? "mouse" : way](finish);
    await see(page.locator(".game")).not.toHaveAttribute("data-ply", before ?? "");
    await see(source).toBeVisible();
    // People who do not see the board hear of the other side's turn as well, not of the dice alone.
    const said = page.locator("[data-part=announcer]");
    await see(said).toHaveText(/^Dice.*(?:Black: .*Dice|Black cannot move|White cannot move).*Your turn\.$/);
  }
  const { history, chance } = (await stage.person.get(`/api/games/${body.game_id}`)).body;
  expect(history[0]).toMatchObject({ by: "chance", text: expect.stringMatching(/^Dice \d-\d, (White|Black) begins$/) });
  expect(chance).toEqual({ commitment: expect.stringMatching(/^[\da-f]{64}$/) });
  await stage.person.post(`/api/games/${body.game_id}/resign`, { seat: "white" });
  await see(page.locator("[data-part=result]")).toBeVisible();
  expect(problems).toEqual([]);
});

test.each([false, true])(
  "a person plays small poker to its end and sees no card too early (Leduc: %s)",
  async (leduc) => {
    const players = { first: { kind: "human" }, second: { kind: "computer", level: 1 } };
    const request = { game: "poker", players, pace: "none", leduc, hands: 4 };
    const { body } = await stage.person.post("/api/games", request);
    await using opened = await openPage(stage.browser, stage.host, `/game/${body.game_id}`, {
      width: 390,
      height: 844,
    });
    const { page, problems } = opened;
    await see(page.getByRole("region", { name: `Small poker, game ${body.game_id}` })).toBeVisible();
    const actions = page.getByRole("group", { name: "Your actions" }).getByRole("button");
    const [own, theirs] = ["First", "Second"].map((seat) => page.getByText(new RegExp(`^${seat}’s card: `)));
    if (!own || !theirs) throw new Error("there are two cards");
    await see(own).toHaveText(/jack|queen|king/);
    await see(theirs).toHaveText("Second’s card: hidden");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    // Also at 400 % there is room for all that can be pressed.
    await page.setViewportSize({ width: 320, height: 700 });
    for (const action of await actions.all()) await see(action).toBeInViewport({ ratio: 1 });
    const table = await page.getByRole("region", { name: `Small poker, game ${body.game_id}` }).boundingBox();
    expect(table?.height).toBeCloseTo(table?.width ?? 0, 0);
    await page.setViewportSize({ width: 390, height: 844 });

    await see(page.getByRole("status").filter({ hasText: /You have the (?:jack|queen|king)\./ })).toBeVisible();
    const result = page.locator("[data-part=result]");
    for (let move = 0; ; move += 1) {
      await see(actions.first().or(result).first()).toBeVisible();
      if (await result.isVisible()) break;
      await see(own).toHaveText(/jack|queen|king/);
      await see(theirs).toHaveText("Second’s card: hidden");
      const before = await page.locator(".game").getAttribute("data-ply");
      if (move % 2 === 0) await actions.first().click();
      else {
        await actions.last().focus();
        await page.keyboard.press("Enter");
      }
      await see(page.locator(".game")).not.toHaveAttribute("data-ply", before ?? "");
    }
    await see(result).toContainText(/chips?/);
    // The first position with cards, seen once all is over.
    await page.locator(".moves-list button").first().click();
    await see(theirs).toHaveText(/jack|queen|king/);
    expect(problems).toEqual([]);
  },
);
