import { expect, test } from "vitest";
import { connect } from "../support/agents.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, setUpGame, useStage } from "./support/shared-host.ts";

const stage = useStage();

test("two people play at one board, which turns where they want it to, and no agent sits down there", async () => {
  await using opened = await openPage(stage.browser, stage.host, "/", { width: 390, height: 800 });
  const { page, problems } = opened;
  await page.getByRole("button", { name: "New game" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("radio", { name: "You – A friend" }).check();
  expect(await seriousInEitherScheme(page)).toEqual([]);
  expect(await dialog.locator(".dialog-body").evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByLabel("White is").fill("Ada");
  await dialog.getByRole("button", { name: "Start" }).click();
  await see(page).toHaveURL(/\/game\/\d+$/);
  const [id = ""] = /\d+$/.exec(page.url()) ?? [];
  const game = page.locator(".game");
  const board = page.locator(".board");
  const entry = page.getByLabel("Move, in algebraic notation");
  const play = async (move: string, ply: number) => {
    await entry.fill(move);
    await entry.press("Enter");
    await see(game).toHaveAttribute("data-ply", String(ply));
  };
  const status = page.locator("[data-part=status]");
  await see(status).toHaveText("Ada to move");
  await play("e4", 1);
  await see(status).toHaveText("Black to move");
  await see(board).toHaveAttribute("data-orientation", "white");
  await putSettings(stage.host, { turn_board: true });
  await see(board).toHaveAttribute("data-orientation", "black");
  await play("e5", 2);
  await see(board).toHaveAttribute("data-orientation", "white");
  // A takeback needs nobody's consent here, whoever moved.
  await page.getByRole("button", { name: "Take back" }).click();
  await see(game).toHaveAttribute("data-ply", "1");
  await see(page.locator(".offer-bar")).toHaveCount(0);
  await see(board).toHaveAttribute("data-orientation", "black");

  await using agent = await connect(stage.host, "http", "v2 client, new era", "Claude");
  expect(await agent.call("joinGame", { game_id: id })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Both seats are taken"),
  });
  expect(await agent.call("finishTurn", { game_id: id, move: "e7e5" })).toMatchObject({
    isError: true,
    data: { error: { code: "SEAT_REQUIRED" } },
  });

  await play("c5", 2);
  await page.getByRole("button", { name: "Agree on a draw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Agree on a draw" }).click();
  await see(page.locator("[data-part=result]")).toContainText("Draw");
  await see(board).toHaveAttribute("data-orientation", "white");
  expect(await overflows(page)).toBe(false);

  // The next game is set up as the last one was.
  await page.getByRole("button", { name: "New opponent" }).click();
  await see(dialog.getByRole("radio", { name: "You – A friend" })).toBeChecked();
  await see(dialog.getByLabel("White is")).toHaveValue("Ada");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Rematch" }).click();
  await see(game).toHaveAttribute("data-ply", "0");
  await see(page.locator('.player-bar[data-seat="white"]')).toContainText("Black");
  expect(problems).toEqual([]);

  // With hidden cards, the one to act shows their own, and it is hidden again after the move.
  const poker = await setUpGame(stage.person, {
    game: "poker",
    hands: 4,
    players: { first: { kind: "human", name: "Ada" }, second: { kind: "human", name: "Grace" } },
  });
  await page.goto(`${stage.host.url}/game/${poker}`);
  const card = (seat: string) => page.getByText(new RegExp(`^${seat}’s card: `));
  const curtain = (seat: string) => page.getByRole("button", { name: `Show ${seat}’s card` });
  for (const [seat, other] of [
    ["First", "Second"],
    ["Second", "First"],
  ] as const) {
    await see(curtain(seat)).toBeVisible();
    for (const each of [seat, other]) await see(card(each)).toHaveText(/hidden$/);
    await curtain(seat).click();
    await see(card(seat)).toHaveText(/jack|queen|king/);
    await see(card(other)).toHaveText(/hidden$/);
    await page.getByRole("button", { name: "Hide the card" }).click();
    await see(card(seat)).toHaveText(/hidden$/);
    await curtain(seat).press("Enter");
    await see(card(seat)).toHaveText(/jack|queen|king/);
    await page.getByRole("button", { name: seat === "First" ? /^Bet/ : /^Fold/ }).click();
  }
  // The next hand is dealt, and both cards are hidden.
  await see(curtain("First")).toBeVisible();
  for (const each of ["First", "Second"]) await see(card(each)).toHaveText(/hidden$/);
  expect(await seriousInEitherScheme(page)).toEqual([]);

  // One person alone has no such door.
  const alone = await setUpGame(stage.person, {
    game: "poker",
    players: { first: { kind: "human", name: "Ada" }, second: { kind: "computer", level: 1 } },
  });
  expect((await stage.person.get(`/api/games/${alone}/hand`)).status).toBe(400);

  // Where both choose at once, the second sees nothing of what the first chose.
  const hidden = await setUpGame(stage.person, {
    game: "odd-even",
    players: { odd: { kind: "human", name: "Ada" }, even: { kind: "human", name: "Grace" } },
  });
  await page.goto(`${stage.host.url}/game/${hidden}`);
  const choice = (number: number) => page.getByRole("button", { name: String(number), exact: true });
  const there = (seat: string) => page.getByRole("button", { name: `${seat} chooses` });
  // The one to choose says first that they are there, and the other one looks away.
  await see(page.getByText("Pass the device to Odd, and look away.")).toBeVisible();
  await see(choice(3)).toHaveCount(0);
  await there("Odd").press("Enter");
  await choice(3).press("Enter");
  await see(status).toHaveText("Grace to move");
  await see(page.getByRole("region", { name: /^Odd\/even/ })).toBeFocused();
  await see(page.locator(".parity-side[data-side=odd]")).toContainText("chosen, hidden");
  await see(page.locator("[data-part=announcer]")).toHaveText("Odd: has chosen. Grace to move.");
  await see(choice(3)).toHaveCount(0);
  await there("Even").click();
  await choice(4).click();
  await see(page.locator(".parity-rounds")).toContainText("3 + 4");
  await see(page.locator(".parity").getByRole("status")).toHaveText("Round 1: 3 + 4 = 7, odd. Odd wins it.");
});

test("people without names are told apart by their sides, and who sits there alone is You", {
  tags: "edge",
}, async () => {
  const two = { players: { white: { kind: "human" }, black: { kind: "human" } } };
  const id = await setUpGame(stage.person, two);
  await using opened = await openPage(stage.browser, stage.host, `/game/${id}`);
  const { page } = opened;
  await see(page.locator("[data-part=status]")).toHaveText("White to move");
  await see(page.locator('.player-bar[data-seat="black"] bdi')).toHaveText("Black");
  await see(page.getByRole("heading", { level: 1 })).toHaveText(`Chess game ${id}: White against Black`);
  const alone = await setUpGame(stage.person, { players: { white: { kind: "human" }, black: { kind: "agent" } } });
  await page.goto(`${stage.host.url}/game/${alone}`);
  await see(page.getByRole("heading", { level: 1 })).toHaveText(
    `Chess game ${alone}: You against Waiting for an assistant`,
  );
  const computer = { players: { white: { kind: "human" }, black: { kind: "computer", level: 2 } } };
  const over = await setUpGame(stage.person, computer);
  await stage.person.post(`/api/games/${over}/moves`, { move: "e4" });
  await stage.person.post(`/api/games/${over}/resign`, {});
  await page.goto(`${stage.host.url}/analysis?game=${over}`);
  await see(page.getByRole("heading", { level: 1 })).toHaveText("You – Computer (level 2)");
  await page.goto(`${stage.host.url}/games`);
  await see(page.getByRole("link", { name: `Chess ${id}: White against Black` })).toBeVisible();
  await see(page.getByRole("link", { name: `Chess ${alone}: You against open seat` })).toBeVisible();
});
