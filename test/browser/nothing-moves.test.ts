import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { sitDown } from "./support/at-the-board.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setUpGame, useStage } from "./support/shared-host.ts";
import { stillnessOf } from "./support/still.ts";

/** Nothing that can be pressed moves because of something else: a move, an offer, a message, the end, an error, a toast. */

const stage = useStage();
const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 640 },
  { width: 390, height: 844 },
] as const;
const italian = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6", "O-O", "O-O"];

type Change = readonly [what: string, make: () => Promise<unknown>, seen: () => Promise<unknown>];

/** Makes the changes one after the other; none moves what was there before it. */
async function makeAll(page: Page, where: string, changes: readonly Change[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [what, make, seen] of changes) {
    const still = await stillnessOf(page);
    await make();
    await seen();
    // Two frames later what is drawn has its place.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    found.push(...(await still.moved()).map((moved) => `${where}, ${what}: ${moved}`));
  }
  return found;
}

const startLeague = async () => {
  const { body } = await stage.person.post("/api/leagues", {
    name: "Club",
    game: "tic-tac-toe",
    rounds: 1,
    entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }],
  });
  await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
  return body.league_id;
};

/** Waits for a part of the page to come or go. */
const until = (page: Page) => ({
  there: (selector: string) => () => see(page.locator(selector).first()).toBeVisible(),
  gone: (selector: string) => () => see(page.locator(selector)).toHaveCount(0),
});

for (const size of sizes) {
  test(`beside a board nothing moves that can be pressed, whatever comes, at ${size.width} by ${size.height}`, async () => {
    const id = await setUpGame(stage.person, people());
    const say = (what: string, body: object) => () => stage.person.post(`/api/games/${id}/${what}`, body);
    for (const move of italian) await say("moves", { move })();
    await using board = await sitDown(stage, id, size);
    const { page } = board;
    const { there, gone } = until(page);
    await board.plies(italian.length);
    const entry = page.getByLabel("Move, in algebraic notation");
    await entry.fill("a6");
    let league = "";
    const start = async () => {
      league = await startLeague();
    };
    const changes: readonly Change[] = [
      ["a move", say("moves", { move: "Nbd2" }), () => board.plies(13)],
      ["a draw offer", say("draw", { answer: "offer", seat: "white" }), there(".offer-bar")],
      ["an invitation", start, there(".call")],
      ["its end", () => stage.person.post(`/api/leagues/${league}/cancel`, {}), gone(".call")],
      ["a decline", say("draw", { answer: "decline", seat: "black" }), there("[data-part=notice]")],
      ["a request", say("takeback", { answer: "offer", seat: "white" }), there(".offer-bar")],
      ["its answer", say("takeback", { answer: "decline", seat: "black" }), gone(".offer-bar")],
      ["a message", say("talk", { message: "Well played so far.", seat: "white" }), there("[role=tab] .badge")],
      ["the evaluation", say("analysis", { on: true }), there('.evaluation-bar[data-shown="true"]')],
      [
        "an error",
        async () => {
          await page.route("**/moves", (route) => route.abort(), { times: 1 });
          await entry.press("Enter");
        },
        there(".status-refusal"),
      ],
      ["the end", say("resign", { seat: "white" }), there("[data-part=result]")],
    ];
    expect(await makeAll(page, `${size.width}`, changes)).toEqual([]);
  });
}

test("a review that comes moves nothing that can be pressed", async () => {
  const { body } = await stage.person.post("/api/import", { pgn: "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0" });
  await using board = await sitDown(stage, body.game_id);
  const { page } = board;
  const { there } = until(page);
  let answer = () => {};
  await page.route("**/review", async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await see(page.getByRole("progressbar")).toBeVisible();
  const changes: readonly Change[] = [["a review", async () => answer(), there(".review-figures")]];
  expect(await makeAll(page, "1280", changes)).toEqual([]);
});

test("the round of odd/even moves no number that is to be chosen", async () => {
  const players = { odd: { kind: "human" }, even: { kind: "computer", level: 1 } };
  const id = await setUpGame(stage.person, { game: "odd-even", players, rounds: 9 });
  await using board = await sitDown(stage, id, sizes[2]);
  const { page } = board;
  const choose = async () => page.getByRole("button", { name: "3", exact: true }).click();
  const round = (count: number) => () => see(page.locator(".parity-rounds li")).toHaveCount(count);
  const changes = [1, 2, 3].map((count): Change => [`round ${count}`, choose, round(count)]);
  expect(await makeAll(page, "390", changes)).toEqual([]);
});

test.each([
  { game: "poker", leduc: true, first: "first", second: "second" },
  { game: "backgammon", first: "white", second: "black" },
])(
  "beside $game nothing moves that can be pressed, whatever is dealt, rolled or played",
  async ({ first, second, ...game }) => {
    const human = { kind: "human" };
    const id = await setUpGame(stage.person, { ...game, players: { [first]: human, [second]: human } });
    const path = `/api/games/${id}`;
    for (const size of [sizes[0], sizes[2], { width: 320, height: 640 }]) {
      await using board = await sitDown(stage, id, size);
      let plies = (await stage.person.get(path)).body.ply;
      const move = async () => {
        const { legal_moves } = (await stage.person.get(path)).body;
        plies = (await stage.person.post(`${path}/moves`, { move: legal_moves.at(-1) })).body.ply;
      };
      const turns = [1, 2, 3, 4, 5, 6].map((turn): Change => [`turn ${turn}`, move, () => board.plies(plies)]);
      expect(await makeAll(board.page, `${size.width}`, turns)).toEqual([]);
    }
  },
);

test("a fourth game leaves three as large as they are", async () => {
  const zeta = { players: { white: { kind: "human", name: "Zeta" }, black: { kind: "computer", level: 1 } } };
  for (const _ of [1, 2, 3]) await setUpGame(stage.person, zeta);
  await using opened = await openPage(stage.browser, stage.host, "/games", sizes[0]);
  const { page } = opened;
  await page.getByRole("searchbox").fill("zeta");
  const cards = (count: number) => () => see(page.locator(".card-board .mini")).toHaveCount(count);
  await cards(3)();
  const fourth: Change = ["a fourth game", () => setUpGame(stage.person, zeta), cards(4)];
  expect(await makeAll(page, "1280", [fourth])).toEqual([]);
});

test("on other pages nothing moves that can be pressed, whatever comes", async () => {
  const id = await setUpGame(stage.person, people());
  const computers = { players: { white: { kind: "computer", level: 1 }, black: { kind: "computer", level: 1 } } };
  const moves = [...italian];
  // Up to three games are shown large.
  for (const _ of [1, 2, 3, 4]) await setUpGame(stage.person, people());
  const found: string[] = [];
  for (const path of [
    "/",
    "/games",
    "/leagues",
    "/ratings",
    "/analysis",
    "/practice",
    "/connect",
    "/settings",
    "/about",
  ])
    for (const size of [sizes[0], sizes[2]]) {
      await using opened = await openPage(stage.browser, stage.host, path, size);
      const { page } = opened;
      const { there, gone } = until(page);
      // Its last part has come when it waits for no answer and gets no higher.
      const heights: number[] = [];
      const grows = async () => heights.push(await page.evaluate(() => document.body.scrollHeight));
      const isWhole = async () => (await grows()) > 2 && heights.at(-1) === heights.at(-3) && opened.pending() === 0;
      await see.poll(isWhole).toBe(true);
      let league = "";
      const start = async () => {
        league = await startLeague();
        await stage.person.post(`/api/games/${id}/moves`, { move: moves.shift() });
        await setUpGame(stage.person, computers);
      };
      const changes: readonly Change[] = [
        // Beside a board it stands in the rail, over none of its buttons.
        [
          "an invitation, a move and a game of others",
          start,
          there(path === "/analysis" ? ".analysis-side .call" : ".corner .call"),
        ],
        ["its end", () => stage.person.post(`/api/leagues/${league}/cancel`, {}), gone(".call")],
      ];
      found.push(...(await makeAll(page, `${path} at ${size.width}`, changes)));
    }
  expect(found).toEqual([]);
});

for (const { width, height } of [sizes[0], sizes[2]] as const) {
  test(`dialogs stay where they are, whatever is chosen or wrong in them, at ${width}`, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis", { width, height });
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    const found: string[] = [];
    const button = (name: string) => dialog.getByRole("button", { name });
    const close = async () => {
      await page.keyboard.press("Escape");
      await see(dialog).toHaveCount(0);
    };
    await page.getByRole("button", { name: "New game" }).first().click();
    for (const name of [
      "You – Assistant",
      "You – A friend",
      "Computer – Computer",
      "Assistant – Assistant",
      "You – Computer",
    ]) {
      const choice = dialog.getByRole("radio", { name });
      // The choice stays under the pointer.
      const before = await choice.boundingBox();
      await choice.check({ force: true });
      const after = await choice.boundingBox();
      if (before?.y !== after?.y) found.push(`${name}: ${before?.y} to ${after?.y}`);
    }
    await close();
    await page.getByRole("button", { name: "Set up position" }).click();
    await see(button("white king")).toBeVisible();
    const wrong = () => see(dialog.getByText("White has no king")).toBeVisible();
    const toast = () => see(dialog.locator(".toast")).toBeVisible();
    const setUp: readonly Change[] = [["a mistake", () => button("Clear the board").press("Enter"), wrong]];
    found.push(...(await makeAll(page, "Set up", setUp)));
    await close();
    // A new league: whatever is added or wrong, its buttons stay.
    await page.goto(`${stage.host.url}/leagues`);
    await page.getByRole("button", { name: /New league|first league/ }).click();
    const start = dialog.getByRole("button", { name: "Start" });
    const add = (kind: string): Change => [
      `a ${kind}`,
      () => dialog.getByRole("button", { name: `Add: ${kind}` }).press("Enter"),
      () => see(dialog.locator(`.entrant-kind:has-text("${kind}")`).first()).toBeVisible(),
    ];
    const refused = () => see(dialog.locator(".entrant-problem, .field-error").first()).toBeVisible();
    const ofLeague: readonly Change[] = [add("Command"), ["a mistake", () => start.press("Enter"), refused]];
    found.push(
      ...(await makeAll(page, "New league", ofLeague)).filter((each) => /: (?:Cancel|Start|Close): /.test(each)),
    );
    await close();
    const { body } = await stage.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 1-0" });
    await page.goto(`${stage.host.url}/game/${body.game_id}`);
    await page.getByRole("button", { name: "Share" }).first().click();
    found.push(...(await makeAll(page, "Share", [["a toast", () => button("Copy PGN").click(), toast]])));
    expect(found).toEqual([]);
    // It lies over none of the buttons that it speaks of, nor of those beside them.
    const [told, ...buttons] = await Promise.all(
      [dialog.locator(".toast"), ...(await dialog.getByRole("button").all())].map((each) => each.boundingBox()),
    );
    for (const each of buttons) expect(each && told && told.y + told.height <= each.y).toBe(true);
  });
}
