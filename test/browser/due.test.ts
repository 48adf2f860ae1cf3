import { expect, test } from "vitest";
import { connect } from "../support/agents.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

/** Every page says in the same way what waits for the person. */

const stage = useStage();

test("an assistant's game against the person is noticed at once on a page without games and beside another board", async () => {
  await using opened = await openPage(stage.browser, stage.host, "/connect");
  const { page, problems } = opened;
  await see(page.getByRole("heading", { name: "Connect an assistant" })).toBeVisible();
  await see(page).toHaveTitle("Connect an assistant · Kibitz");
  await using agent = await connect(stage.host, "http", "v2 client, new era", "Claude");
  const made = await agent.call("createGame", { type: "human", color: "black", name: "<b>Claude</b>" });
  const calls = page.locator(".calls");
  await see(calls).toContainText("<b>Claude</b> has begun a game of chess with you. You play White.");
  await see(page).toHaveTitle("(1) Connect an assistant · Kibitz – your turn");
  await see(page.getByRole("link", { name: "Games 1 waiting for you" })).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await overflows(page)).toBe(false);
  }
  await calls.getByRole("link", { name: "Play" }).click();
  await see(page).toHaveURL(new RegExp(`/game/${made.data.game_id}$`));
  await see(calls).toBeHidden();
  // It counts as long as it waits, and the notice has been seen.
  await see(page).toHaveTitle(/^\(1\) Chess game .* · Kibitz – your turn$/);

  // Beside that board, a second one, in which the assistant is to move.
  const second = await agent.call("createGame", { type: "human", color: "white", name: "Gemini" });
  await see(calls).toContainText("Gemini has begun a game of chess with you. You play Black.");
  await see(page).toHaveTitle(/^\(2\) .* – your turn, a new game$/);
  await calls.getByRole("button", { name: "Hide" }).click();
  await see(calls).toBeHidden();
  await see(page).toHaveTitle(/^\(2\)/);
  for (const { data } of [made, second]) await stage.person.post(`/api/games/${data.game_id}/end`, {});
  await see(page).toHaveTitle(/^Chess game/);
  expect(problems).toEqual([]);
});

test("a game that an assistant began is new until the person has moved, wherever they did", async () => {
  await using opened = await openPage(stage.browser, stage.host, "/settings");
  const { page } = opened;
  await using agent = await connect(stage.host, "http", "v2 client, new era", "Claude");
  const { data } = await agent.call("createGame", { type: "human", color: "black" });
  await see(page.locator(".calls")).toContainText("has begun a game of chess with you.");
  await stage.person.post(`/api/games/${data.game_id}/moves`, { move: "e4" });
  await see(page).toHaveTitle("Settings · Kibitz");
  await see(page.locator(".calls")).not.toContainText("has begun");
  await stage.person.post(`/api/games/${data.game_id}/end`, {});
});

test("a move that is due in a league is said on every page with the time that is left, and its clock waits until one sits", async () => {
  const entrants = [{ kind: "human" }, { kind: "strategy", strategy: "random" }];
  const terms = { game: "tic-tac-toe", name: "Night", games_per_match: 2, move_seconds: 120 };
  const { body } = await stage.person.post("/api/leagues", { ...terms, entrants });
  await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
  await using opened = await openPage(stage.browser, stage.host, "/settings");
  const { page, problems } = opened;
  const calls = page.locator(".calls");
  await see(calls).toContainText(
    "Your match against random is ready (Night, round 1): 2 min a move, game 1 of 2. Start within 1",
  );
  await calls.getByRole("button", { name: "Play" }).click();
  await see(page.locator(".game")).toBeVisible();
  const { pathname } = new URL(page.url());
  const status = page.locator(".status-panel");
  await see(status).toContainText(/The time starts in \d+ s\./);
  await see(page.getByRole("timer", { name: /time for this move$/ })).toHaveText("2:00");
  const { move_limit_seconds, turn_since, created_at } = (
    await stage.person.get(`/api${pathname.replace("game", "games")}`)
  ).body;
  expect(move_limit_seconds).toBe(120);
  expect(turn_since - Date.parse(created_at)).toBeGreaterThan(5_000);
  for (const place of ["/leagues", "/analysis", "/connect"]) {
    await page.goto(`${stage.host.url}${place}`);
    await see(calls).toContainText(/Your turn against random · [12]:\d\d left/);
    await see(page).toHaveTitle(/^\(\d\) .* · Kibitz – your turn/);
  }
  await calls.getByRole("link", { name: "Play" }).click();
  await see(page).toHaveURL(new RegExp(`${pathname}$`));
  await stage.person.post(`/api/leagues/${body.league_id}/cancel`, {});
  expect(problems).toEqual([]);
});

test("a rematch with an assistant that does not listen offers its prompt at once, and what to do is in sight", async () => {
  await using agent = await connect(stage.host, "http", "v2 client, new era", "Claude");
  const made = await agent.call("createGame", { type: "human", color: "black", name: "Claude" });
  const seat = { game_id: String(made.data.game_id), seat_token: made.data.seat_token };
  await agent.call("resignGame", seat);
  await using opened = await openPage(stage.browser, stage.host, `/game/${seat.game_id}`);
  const { page } = opened;
  await page.getByRole("button", { name: "Rematch" }).click();
  const silence = page.locator("[data-part=not-listening]");
  await see(silence).toHaveText("Claude does not know of this game yet.");
  await page.getByRole("button", { name: "Copy resume prompt" }).click();
  await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("seat_token");
  await page.goto(`${stage.host.url}/settings`);
  await see(page.locator(".calls")).toContainText("Claude is not waiting for your move.");
  await see(page).toHaveTitle(/an assistant to wake$/);
  await page.goBack();
  // Three minutes later, for this page.
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 180_000;
  });
  for (const [width, height] of [
    [390, 844],
    [1024, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await page.getByRole("button", { name: "What to do" }).click();
    const help = page.getByRole("region", { name: /, an a/ });
    await see(help).toContainText("no call in this game since Kibitz started");
    await see(help.getByRole("button", { name: "Take over" })).toBeInViewport();
    await see(page.getByRole("button", { name: "Copy resume prompt" })).toBeInViewport();
  }
});

test("a request to take a move back is seen while it stands, and can be withdrawn", async () => {
  await using agent = await connect(stage.host, "http", "v2 client, new era", "Claude");
  const made = await agent.call("createGame", { type: "human", color: "black", name: "Claude" });
  await using opened = await openPage(stage.browser, stage.host, `/game/${made.data.game_id}`);
  const { page } = opened;
  await page.getByLabel("Move, in algebraic notation").fill("e4");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Take back" }).click();
  const status = page.locator(".status-panel");
  await see(status).toContainText("You asked to take a move back");
  await see(page.locator("[data-part=not-listening]")).toBeVisible();
  await see(status).toContainText("You asked to take a move back");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await see(status).not.toContainText("You asked to take a move back");
  await see(page.getByRole("button", { name: "Take back" })).toBeVisible();
  await page.getByRole("tab", { name: "Log" }).click();
  await see(page.getByText("White withdraws the request")).toBeVisible();
});
