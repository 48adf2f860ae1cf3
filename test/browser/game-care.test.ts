import { expect, test } from "vitest";
import { startShim } from "../shim/shim-process.ts";
import { connect } from "../support/agents.ts";
import { answerOf, taskClientAt } from "../support/tasks.ts";
import { agentOpponent } from "./support/agent-opponent.ts";
import { newTable, sitDown } from "./support/at-the-board.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, setUpGame, useStage } from "./support/shared-host.ts";

/** An agent that does not go on, and how the person wants the page of a game to be. */

const stage = useStage();
const againstAgent = { white: { kind: "human", name: "Ada" }, black: { kind: "agent" } };
const nearPromotion = "8/2P1k3/8/8/8/8/4K3/8 w - - 0 1";

test("an assistant that is closed is opened by a link, in which a new chat finds all that it needs and no secret", {
  tags: "edge",
}, async () => {
  const shim = startShim(stage.host.dataDir, {}, ["--for", "claude-code"]);
  await shim.shakeHands();
  const made = await shim.call("createGame", { type: "human", name: "Claude" });
  const { game_id, seat_token } = made.result?.structuredContent ?? {};
  await shim.call("finishTurn", { game_id, move: "e4" });
  await using board = await sitDown(stage, String(game_id));
  const { page } = board;
  await stage.person.post(`/api/games/${game_id}/moves`, { move: "e5" });
  const silence = page.locator("[data-part=not-listening]");
  await see(silence).toHaveText("Claude is not waiting for your move.");
  // Its session is open: another one could not act for it.
  await see(page.getByRole("button", { name: "Copy resume prompt" })).toBeVisible();
  shim.kill();
  await shim.exited;
  const link = page.getByRole("link", { name: "Open Claude Code" });
  await see(link).toBeVisible();
  const address = (await link.getAttribute("href")) ?? "";
  expect(address).not.toContain(String(seat_token));
  expect(new URL(address).searchParams.get("q")).toBe(
    `I played e5 in Kibitz game ${game_id}. It is your turn: call waitForNextTurn with game_id “${game_id}”.`,
  );
  expect(await seriousInEitherScheme(page)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const)
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      expect(await overflows(page)).toBe(false);
    }
  const next = startShim(stage.host.dataDir, {}, ["--for", "claude-code"]);
  await next.shakeHands();
  const turn = await next.call("waitForNextTurn", { game_id });
  expect(turn.result?.structuredContent).toMatchObject({ status: "your_turn", moves_san: ["e4", "e5"] });
  await see(silence).toHaveCount(0);
  next.kill();
  await next.exited;
});

test("an agent that does not go on is seen, can be resumed elsewhere, and its seat taken by the person or the computer", async () => {
  const gameId = await setUpGame(stage.person, { players: againstAgent });
  await using agent = await connect(stage.host, "http", "v2 client, new era", "Sleeper");
  const { seat_token } = (await agent.call("joinGame", { game_id: gameId, name: "Sleeper" })).data;
  for (const move of ["e4", "d4"]) {
    await stage.person.post(`/api/games/${gameId}/moves`, { move });
    if (move === "e4") await agent.call("finishTurn", { game_id: gameId, seat_token, move: "e5" });
  }
  await using board = await sitDown(stage, gameId);
  const { page, problems } = board;
  await see(page.locator("[data-part=not-listening]")).toHaveText("Sleeper is not waiting for your move.");
  await page.getByRole("button", { name: "Copy resume prompt" }).click();
  await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`game_id "${gameId}"`);
  // Three minutes later, for this page.
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 180_000;
  });
  await page.reload();
  await see(page.locator('.player-bar[data-seat="black"] .player-thinking')).toHaveText("3 min");
  await see(page.getByText("Sleeper has gone quiet.")).toBeVisible();
  await page.getByRole("button", { name: "What to do" }).click();
  const care = page.getByRole("region", { name: "Black, an assistant" });
  await see(care).toContainText("last call 3 min ago · to move for 3 min");
  await see(page.getByRole("button", { name: "End this game" })).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);

  await care.getByRole("button", { name: "Copy resume prompt" }).click();
  await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`game_id "${gameId}"`);
  const [, pasted] = /seat_token "([\w-]+)"/.exec(await page.evaluate(() => navigator.clipboard.readText())) ?? [];
  await using other = await connect(stage.host, "http", "v2 client, new era", "Awake");
  const moved = await other.call("finishTurn", { game_id: gameId, seat_token: pasted, move: "exd4" });
  expect(moved.isError, moved.text).toBe(false);
  await board.plies(4);

  await care.getByRole("button", { name: "Give to the computer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give to the computer" }).click();
  await see(care).toHaveCount(0);
  await see(page.locator('.player-bar[data-seat="black"]')).toContainText("Computer");
  await board.drag("d1", "d4");
  await board.plies(6);
  expect((await other.call("finishTurn", { game_id: gameId, seat_token: pasted, move: "Nc6" })).isError).toBe(true);

  const second = await setUpGame(stage.person, { players: againstAgent });
  await agent.call("joinGame", { game_id: second, name: "Sleeper" });
  await page.goto(`${stage.host.url}/game/${second}`);
  await page.getByRole("tab", { name: "Game" }).click();
  await care.getByRole("button", { name: "Take over" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await see(care).toHaveCount(0);
  await board.drag("e2", "e4");
  await board.plies(1);
  await board.drag("e7", "e5");
  await board.plies(2);
  expect(problems).toEqual([]);
});

test("an agent that waits in the background is asleep until the person moves, and no prompt is offered meanwhile", async () => {
  const agent = taskClientAt(stage.host);
  const made = answerOf(await agent.call("createGame", { type: "human", color: "black", name: "Claude Code" })).data;
  const seat = { game_id: String(made.game_id), seat_token: made.seat_token };
  const first = (await agent.call("waitForNextTurn", seat)).result;
  const firstMove = agent.until(first.taskId, "completed");
  await using board = await sitDown(stage, seat.game_id);
  const { page, problems } = board;
  const asleep = page.locator("[data-part=asleep]");
  const care = page.getByRole("region", { name: "Black, an assistant" });
  await see(asleep).toHaveText("Claude Code is asleep until you move");
  await see(page.getByText("Your turn", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Game" }).click();
  await see(care).toContainText("asleep until its turn");
  await see(page.getByRole("button", { name: /prompt/ })).toHaveCount(0);
  expect(await seriousInEitherScheme(page)).toEqual([]);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await overflows(page)).toBe(false);
  }
  await board.drag("e2", "e4");
  expect(answerOf(await firstMove).data).toMatchObject({ status: "your_turn", moves_san: ["e4"] });
  await see(asleep).toHaveCount(0);

  const second = (await agent.call("finishTurn", { ...seat, move: "e5", wait: true })).result;
  await see(asleep).toHaveText("Claude Code is asleep until you move");
  await see(page.locator("[data-part=opening]")).toContainText("King's Pawn");
  // Its client gives the wait up: nobody would wake it now.
  await agent.ask("tasks/cancel", { taskId: second.taskId });
  await see(asleep).toHaveCount(0);
  await see(care.getByRole("button", { name: "Copy resume prompt" })).toBeVisible();
  await board.drag("d2", "d4");
  await see(page.locator("[data-part=not-listening]")).toHaveText("Claude Code is not waiting for your move.");
  expect(problems).toEqual([]);
});

test("an agent that does not listen is named as well after an offer in the person's own turn", {
  tags: "edge",
}, async () => {
  const gameId = await setUpGame(stage.person, { players: againstAgent });
  await using agent = await connect(stage.host, "http", "v2 client, new era", "Sleeper");
  const { seat_token } = (await agent.call("joinGame", { game_id: gameId, name: "Sleeper" })).data;
  await using board = await sitDown(stage, gameId);
  const { page } = board;
  const silence = page.locator("[data-part=not-listening]");
  await stage.person.post(`/api/games/${gameId}/draw`, { seat: "white", answer: "offer" });
  await see(silence).toHaveText("Sleeper is not waiting for your move.");
  await see(page.getByRole("button", { name: "Copy resume prompt" })).toBeVisible();
  await agent.call("offerDraw", { game_id: gameId, seat_token, answer: "decline" });
  await see(silence).toHaveCount(0);
});

test("the side to move stands in the title and on the page's sign, and remarks that were not yet read at its tab", async () => {
  await using opponent = await agentOpponent(stage);
  const { board, agent, seat, reply } = opponent;
  const { page } = board;
  const sign = page.locator('link[rel="icon"]');
  await see(page).toHaveTitle(/^\(\d+\) Chess game .* · Kibitz – your turn/);
  await see(sign).toHaveAttribute("href", /^data:/);
  await board.drag("e2", "e4");
  await board.plies(1);
  await see(sign).not.toHaveAttribute("href", /^data:/);
  await page.getByRole("tab", { name: "Log" }).click();
  await agent.call("say", { ...seat, message: "Are you sure?" });
  await see(page.getByRole("tab", { name: "Talk" })).toHaveAccessibleName("Talk 1 unread");
  await page.getByRole("tab", { name: "Talk" }).click();
  await see(page.getByText("Are you sure?")).toBeVisible();
  await see(page.getByRole("tab", { name: "Talk" })).toHaveAccessibleName("Talk");
  // A press on the open tab folds it away.
  await page.getByRole("tab", { name: "Talk" }).click();
  await see(page.getByText("Are you sure?")).toHaveCount(0);
  await reply("e7e5");
  await see(sign).toHaveAttribute("href", /^data:/);
});

test("a league's game is resigned from its start on, since it is the league's to end", async () => {
  const { body } = await stage.person.post("/api/leagues", {
    name: "Evening",
    game: "tic-tac-toe",
    rounds: 1,
    entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }],
  });
  await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`);
  const { page, problems } = opened;
  await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
  await page.locator(".calls").getByRole("button", { name: "Play" }).click();
  const actions = page.getByRole("group", { name: "Offers" });
  await see(actions.getByRole("button", { name: "Resign" })).toBeVisible();
  await see(actions.getByRole("button", { name: "Abort" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Game" }).click();
  await see(page.locator(".table-care")).toBeVisible();
  await see(page.getByRole("button", { name: "End this game" })).toHaveCount(0);
  await actions.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await see(page.locator("[data-part=result]")).toContainText("You lost · resignation");
  expect(problems).toEqual([]);
});

test("figurines, hidden dots, a queen at once and zen mode come as the person sets them, in pages that are open", {
  tags: "edge",
}, async () => {
  const people = { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } };
  await using board = await newTable(stage, { players: people });
  const { page, problems } = board;
  await board.click("g1", "f3");
  await board.plies(1);
  await see(page.locator(".moves-list button")).toContainText("Nf3");
  await putSettings(stage.host, { figurines: true, legal_dots: false, animation: false, auto_promote: true });
  await see(page.locator(".moves-list button")).toContainText("♘f3");
  await page.getByRole("tab", { name: "Log" }).click();
  await see(page.locator('[data-event="movePlayed"]')).toContainText("White plays ♘f3");
  const middle = await page.locator('[data-square="e7"]').boundingBox();
  await page.mouse.click((middle?.x ?? 0) + 9, (middle?.y ?? 0) + 9);
  await see(page.locator("square.selected:visible")).toHaveCount(1);
  await see(page.locator("square.move-dest:visible")).toHaveCount(0);

  await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus());
  await page.keyboard.press("z");
  await see(page.getByRole("banner")).toBeHidden();
  await see(page.locator(".moves-list, .game-panel")).toHaveCount(0);
  await see(page.locator(".board")).toBeVisible();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  // How it ends is told all the same.
  await stage.person.post(`/api/games/${board.gameId}/resign`, { seat: "white" });
  await see(page.locator("[data-part=result]")).toHaveText("Grace won · resignation 0–1");
  await page.getByRole("button", { name: "Leave zen mode" }).click();
  await see(page.getByRole("banner")).toBeVisible();
  await see(page.locator(".moves-list")).toBeVisible();

  const promotes = await setUpGame(stage.person, { players: people, fen: nearPromotion });
  await page.goto(`${stage.host.url}/game/${promotes}`);
  await see(page.locator(".board")).toBeVisible();
  await board.drag("c7", "c8");
  await board.plies(1);
  await see.poll(() => board.drawn("c8")).toBe("white queen");
  expect(problems).toEqual([]);
});

test("the way out of zen mode stands beside nobody's clock", { tags: "edge" }, async () => {
  const clock = { initial_seconds: 600, increment_seconds: 0 };
  const people = { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } };
  await using board = await newTable(stage, { players: people, clock });
  const { page } = board;
  await putSettings(stage.host, { zen: true });
  const leave = page.getByRole("button", { name: "Leave zen mode" });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1280, height: 600 },
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await leave.scrollIntoViewIfNeeded();
    const [button, clock] = [await leave.boundingBox(), await page.locator(".clock").last().boundingBox()];
    const apart = button && clock && (button.y >= clock.y + clock.height || clock.y >= button.y + button.height);
    expect(apart, JSON.stringify({ size, button, clock })).toBe(true);
    expect(await overflows(page)).toBe(false);
  }
  await leave.click();
});

test("zen mode says what was refused and what is looked at, and a review leads out of it", {
  tags: "edge",
}, async () => {
  const people = { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } };
  await using board = await newTable(stage, { players: people });
  const { page } = board;
  const status = page.locator("[data-part=status]");
  await board.drag("e2", "e4");
  await board.plies(1);
  await putSettings(stage.host, { zen: true });
  await see(page.getByRole("banner")).toBeHidden();
  await see(status).toHaveCount(0);
  await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus());
  await page.keyboard.press("ArrowLeft");
  await see(status).toContainText("Viewing the start");
  await page.getByRole("button", { name: "Back to live" }).click();
  await see(status).toHaveCount(0);

  await page.route("**/moves", (route) => route.abort(), { times: 1 });
  await board.drag("e7", "e5");
  await see(page.getByRole("alert")).toContainText("does not answer");
  expect(await seriousInEitherScheme(page)).toEqual([]);
  await board.drag("e7", "e5");
  await board.plies(2);
  await see(page.getByRole("alert")).toHaveCount(0);

  const resigned = await stage.person.post(`/api/games/${board.gameId}/resign`, { seat: "white" });
  expect(resigned).toMatchObject({ status: 200, body: { status: "finished" } });
  await page.route("**/rematch", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Rematch" }).click();
  await see(page.getByRole("alert")).toContainText("does not answer");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await see(page.getByRole("banner")).toBeVisible();
  await see(page.getByRole("row", { name: "Grace" })).toBeVisible();
});
