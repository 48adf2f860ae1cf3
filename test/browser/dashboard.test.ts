import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { connect } from "../support/agents.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setUpGame, useStage } from "./support/shared-host.ts";

const stage = useStage();
const card = (page: Page, id: string) => page.locator(`[data-game="${id}"]`);
const filterOf = (page: Page, name: string) => page.getByRole("radio", { name });

// First, while there is no game yet.
describe("a newcomer", () => {
  it("a newcomer is shown the ways in, light or dark", { tags: "edge" }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page, problems } = opened;
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Kibitz");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await page.getByRole("link", { name: "Connect an assistant" }).click();
    await see(page).toHaveURL(/\/connect$/);
    expect(problems).toEqual([]);
  });

  it("a newcomer is in a game after one press", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    // Wherever the card is pressed.
    const words = await page.getByRole("heading", { name: "Play the computer" }).boundingBox();
    await page.mouse.click((words?.x ?? 0) + 4, (words?.y ?? 0) + 4);
    await see(page).toHaveURL(/\/game\/\d{4,}$/);
    const { body } = await stage.person.get("/api/games");
    expect(body.games).toHaveLength(1);
    expect(body.games[0].players).toMatchObject({ white: { kind: "human" }, black: { kind: "computer", level: 3 } });
    await page.getByRole("link", { name: "Games 1 waiting for you" }).click();
    // One of a few is shown large.
    const { width = 0 } = (await card(page, body.games[0].game_id).boundingBox()) ?? {};
    expect(Math.abs(width - 400)).toBeLessThan(50);
    const seats = card(page, body.games[0].game_id).locator(".player-line");
    await see(seats.nth(0)).toHaveText(/^Computer level 3/);
    await see(seats.nth(1)).toHaveText(/^You/);
    // A person who comes back continues from there, and later finds the finished game.
    await page.getByRole("link", { name: "Kibitz, home" }).click();
    const goingOn = page.getByRole("region", { name: "Continue" });
    await see(goingOn.locator("[data-game]")).toHaveCount(1);
    await see(page.getByRole("region", { name: "Begin" })).toContainText("Chess, level 3 (learner).");
    await stage.person.post(`/api/games/${body.games[0].game_id}/resign`);
    const last = page.getByRole("region", { name: "Last games" });
    await see(last.locator("[data-game]")).toHaveText([/Computer.*You.*resign/]);
    await see(goingOn).toHaveCount(0);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    for (const width of [320, 390, 820, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page), `${width} px`).toBe(false);
    }
    await last.getByRole("link", { name: "All finished games" }).click();
    await see(filterOf(page, "Finished")).toBeChecked();
    await filterOf(page, "Live").check();
  });
});

describe("the dialog for a new game", () => {
  const pairings = [
    ["You – Computer", ["human", "computer"]],
    ["You – Assistant", ["human", "agent"]],
    ["Assistant – Computer", ["agent", "computer"]],
    ["Assistant – Assistant", ["agent", "agent"]],
    ["Computer – Computer", ["computer", "computer"]],
  ] as const;

  it("the dialog for a new game creates a game for each pairing, also from the page of another game", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page, problems } = opened;
    for (const [name, kinds] of pairings) {
      const before = page.url();
      await page.getByRole("button", { name: "New game", exact: true }).first().click();
      await page.getByRole("radio", { name, exact: true }).check();
      if (kinds[0] !== kinds[1]) await page.getByRole("radio", { name: "White" }).check();
      await page
        .getByRole("button", { name: kinds[1] === "computer" && kinds[0] === "computer" ? "Watch" : "Start" })
        .click();
      const invited = kinds.some((kind) => kind === "agent");
      if (invited) {
        await see(page.getByRole("dialog")).toContainText("call joinGame with game_id");
        await page.getByRole("dialog").getByRole("button", { name: "Copy join prompt" }).first().click();
        await see(page.getByRole("dialog").getByRole("status")).toContainText("Join prompt copied");
        await page.getByRole("button", { name: "Open the board" }).click();
      }
      await see(page, name).toHaveURL(({ href, pathname }) => href !== before && /^\/game\/\d{4,}$/.test(pathname));
      const id = new URL(page.url()).pathname.split("/").at(-1);
      const { body } = await stage.person.get(`/api/games/${id}`);
      expect([body.players.white.kind, body.players.black.kind]).toEqual(kinds);
      expect(problems, name).toEqual([]);
      // Computers would play on beside the tests that follow.
      if (name === "Computer – Computer") await stage.person.post(`/api/games/${id}/end`);
    }
  });

  it("the dialog for a new game keeps side, level, clock and position, by keyboard alone", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await page.getByRole("button", { name: "New game" }).focus();
    await page.keyboard.press("Enter");
    await see(page.getByRole("radio", { name: "You – Computer" })).toBeFocused();
    await page.keyboard.press("Tab"); // the kind of game
    await page.keyboard.press("Tab"); // the side
    await page.keyboard.press("ArrowRight");
    await see(page.getByRole("radio", { name: "Black" })).toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await see(page.getByLabel("Computer’s level")).toHaveAttribute("aria-valuetext", "10 · Full strength");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowLeft"); // round to the last, Custom
    await page.keyboard.press("Tab");
    await page.keyboard.type("2.5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("4");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter"); // opens the place for a position
    await page.keyboard.press("Tab");
    await page.keyboard.type("1. e4 e5 2. Ke2");
    await page.keyboard.press("Tab");
    await see(page.getByRole("button", { name: "Set up on a board" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await see(page.getByRole("button", { name: "Start" })).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page).toHaveURL(/\/game\/\d{4,}$/);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { body } = await stage.person.get(`/api/games/${id}`);
    expect(body.players).toMatchObject({ black: { kind: "human" }, white: { kind: "computer", level: 10 } });
    expect(body.options.fen).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPPKPPP\/RNBQ1BNR b kq/);
    expect(body.clock).toMatchObject({ increment_seconds: 4 });
    expect(body.clock.remaining_seconds.white).toBe(150);
    // The next one begins as the last one was set up, but for the position.
    await page.goto(`${stage.host.url}/?new`);
    await see(page.getByRole("radio", { name: "Black" })).toBeChecked();
    await see(page.getByLabel("Computer’s level")).toHaveAttribute("aria-valuetext", "10 · Full strength");
    await see(page.getByLabel("Minutes per side")).toHaveValue("2.5");
    await see(page.getByLabel("FEN or PGN")).toBeHidden();
    // The first page offers it whole, and says so.
    await page.goto(stage.host.url);
    const begin = page.getByRole("region", { name: "Begin" });
    await see(begin).toContainText("Chess, level 10 (full strength), set up as last time.");
    await begin.getByRole("button", { name: "Play the computer" }).click();
    await see(page).toHaveURL(/\/game\/\d{4,}$/);
    const again = await stage.person.get(`/api${new URL(page.url()).pathname.replace("game", "games")}`);
    expect(again.body.options.fen).toBe(body.options.fen);
  });

  it("the dialog for a new game changes what home offers to play as last time, in every window", async () => {
    await setUpGame(stage.person, people());
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    const choose = async (page: Page, game: string, pairing: string) => {
      await page.getByRole("button", { name: "New game" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: pairing }).check();
      await dialog.getByRole("radio", { name: game, exact: true }).check();
      await dialog.getByRole("button", { name: "Start" }).click();
    };
    const ways = page.getByRole("region", { name: "Begin" });
    await see(ways).toContainText("Chess, level 3");
    await choose(page, "Tic-tac-toe", "You – Assistant");
    await see(page.getByRole("button", { name: "Open the board" })).toBeVisible();
    await page.keyboard.press("Escape");
    await see(ways).toContainText("Tic-tac-toe, level 3");
    const other = await page.context().newPage();
    await other.goto(`${stage.host.url}/`);
    await choose(other, "Odd/even", "You – Computer");
    await see(other).toHaveURL(/\/game\//);
    await see(ways).toContainText("Odd/even, level 3");
    await page.getByRole("button", { name: "Play the computer" }).click();
    await see(page).toHaveURL(/\/game\//);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    expect((await stage.person.get(`/api/games/${id}`)).body.game).toBe("odd-even");
  });

  it("the dialog for a new game goes with a press beside it, and not with one that began inside", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/?new");
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await page.getByText("Start from a position").click();
    const field = page.getByLabel("FEN or PGN");
    await field.fill("1. e4 e5");
    const box = await field.boundingBox();
    if (!box) throw new Error("there is no field");
    // Selects what was typed, and goes too far.
    await page.mouse.move(box.x + box.width / 2, box.y + 15);
    await page.mouse.down();
    await page.mouse.move(5, box.y + 15, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.press("Delete");
    await see(field).toHaveValue("");
    await see(dialog).toBeVisible();
    await page.mouse.click(5, box.y);
    await see(dialog).toHaveCount(0);
  });

  it("the dialog for a new game says what is wrong with a position, in its place", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/?new");
    const { page } = opened;
    await page.getByText("Start from a position").click();
    const field = page.getByLabel("FEN or PGN");
    await field.fill("1. e4 e5 2. Ke4");
    await see(field).toHaveAccessibleDescription(/2\. Ke4 is not a legal move/);
    await field.fill("8/8/8/8/8/8/8/8 w - - 0 1");
    await page.getByRole("button", { name: "Start" }).click();
    await see(page.getByRole("alert")).toContainText(/king/i);
    await page.keyboard.press("Escape");
    await see(page.getByRole("dialog")).toHaveCount(0);
  });

  it("the dialog for a new game has a prompt for each of two assistants, and each of them takes a seat", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/?new");
    const { page } = opened;
    await page.getByRole("radio", { name: "Assistant – Assistant" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    const ready = page.getByRole("dialog", { name: /is ready$/ });
    const seats: string[] = [];
    for (const [place, seat] of ["White", "Black"].entries()) {
      await see(ready.getByText(`Paste this into the assistant that is to play ${seat}.`)).toBeVisible();
      await ready.getByRole("button", { name: "Copy join prompt" }).nth(place).click();
      const prompt = await page.evaluate(() => navigator.clipboard.readText());
      const [, game_id, join_code] = /game_id "(\d+)" and join_code "(\w+)"/.exec(prompt) ?? [];
      await using agent = await connect(stage.host, "http", "v1 client", seat);
      seats.push((await agent.call("joinGame", { game_id, join_code })).data.you);
    }
    expect(seats).toEqual(["white", "black"]);
  });

  it.each(["tic-tac-toe", "odd-even"] as const)("the dialog for a new game creates a game of %s", async (game) => {
    await using opened = await openPage(stage.browser, stage.host, "/?new");
    const { page } = opened;
    await page.getByRole("radio", { name: game === "odd-even" ? "Odd/even" : "Tic-tac-toe" }).check();
    if (game === "odd-even") await page.getByLabel("Rounds").fill("7");
    await page.getByRole("button", { name: "Start" }).click();
    await see(page).toHaveURL(/\/game\/\d{4,}$/);
    const { body } = await stage.person.get(`/api/games/${new URL(page.url()).pathname.split("/").at(-1)}`);
    expect(body.game).toBe(game);
    if (game === "odd-even") expect(body.view.rounds).toBe(7);
    // The next one is set up alike.
    await page.getByRole("button", { name: "New game" }).click();
    await see(page.getByRole("radio", { name: game === "odd-even" ? "Odd/even" : "Tic-tac-toe" })).toBeChecked();
  });
});

describe("the list", () => {
  it("the list hands out a join prompt with which an agent sits down, and shows its moves as they are made", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page, problems } = opened;
    const id = await setUpGame(stage.person, {
      players: { white: { kind: "agent" }, black: { kind: "human", name: "Ada" } },
    });
    const place = card(page, id);
    await place.getByRole("button", { name: "Copy join prompt" }).click();
    await see(page.getByRole("status").filter({ hasText: "Join prompt copied" })).toBeVisible();
    const prompt = await page.evaluate(() => navigator.clipboard.readText());
    const told = /call (joinGame) with game_id "(\d+)"/.exec(prompt);
    expect(told?.[2]).toBe(id);

    await using agent = await connect(stage.host, "http", "v2 client, new era");
    const joined = await agent.call("joinGame", { game_id: told?.[2], name: "Deep Thought" });
    await see(place).toContainText("Deep Thought");
    await see(place).toContainText("White to move");
    const places = await boxes(page);
    const { game_id, seat_token } = joined.data.next_action.arguments;
    await agent.call("finishTurn", { game_id, seat_token, move: "e4" });
    await see(place).toContainText("Your turn");
    await see(place.locator(".moved")).toHaveCount(2);
    await stage.person.post(`/api/games/${id}/moves`, { move: "e5" });
    await see(place).toContainText("White to move");
    await agent.call("resignGame", { game_id, seat_token });
    await see(place).toContainText("Black wins by resignation");
    expect(await boxes(page)).toEqual(places);
    expect(problems).toEqual([]);
  });

  it("the list filters, counts and finds", async () => {
    const yours = await setUpGame(stage.person, {
      players: { white: { kind: "human", name: "Zora" }, black: { kind: "agent" } },
    });
    const over = await setUpGame(stage.person, people("Quentin", "Rosalind"));
    await stage.person.post(`/api/games/${over}/resign`);
    const others = await setUpGame(stage.person, { players: { white: { kind: "agent" }, black: { kind: "agent" } } });
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;

    const { counts } = (await stage.person.get("/api/games?limit=1")).body;
    await see(filterOf(page, "Live")).toHaveAccessibleName(`Live ${counts.live + counts.open}`);
    await see(filterOf(page, "Open seat")).toHaveAccessibleName(`Open seat ${counts.open}`);
    await see(filterOf(page, "Finished")).toHaveAccessibleName(`Finished ${counts.finished}`);

    await filterOf(page, "Open seat").check();
    await see(card(page, yours)).toBeVisible();
    await filterOf(page, "Your turn").check();
    await see(card(page, yours)).toHaveCount(0);
    await using agent = await connect(stage.host, "http", "v2 client, new era");
    await agent.call("joinGame", { game_id: yours, name: "Newcomer" });
    await see(card(page, yours)).toContainText("Your turn");

    const search = page.getByRole("searchbox");
    await search.fill("rosalind");
    await see(page.locator("[data-game]")).toHaveCount(0);
    await page.getByRole("button", { name: "Show 1 finished game" }).click();
    await see(page.locator("[data-game]")).toHaveCount(1);
    await see(card(page, over)).toContainText("Quentin");
    await see(page.getByRole("status").filter({ hasText: "1 game found" })).toBeAttached();
    await search.fill(`#${over}`);
    await see(card(page, over)).toBeVisible();
    // As much as the host takes, however much is pasted: what it refuses would leave the rows that were there.
    await search.fill("nobody of that name ".repeat(20));
    await see(search).toHaveValue("nobody of that name ".repeat(10));
    await see(page.getByText("No game matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear the search" }).click();
    await see(search).toBeFocused();
    await see(card(page, over)).toBeVisible();
    // Where the person can go on is first, then where the person plays, then the others.
    await filterOf(page, "Live").check();
    await see(page.locator(".card").first()).toContainText("Your turn");
    const { games } = (await stage.person.get("/api/games")).body;
    const ids = await page.locator(".card").evaluateAll((cards) => cards.map((each) => each.getAttribute("data-game")));
    const ranks = ids.map((id) => {
      const { status, person_seats, to_move } = games.find(({ game_id }: { game_id: string }) => game_id === id);
      if (status === "live" && person_seats.some((seat: string) => to_move.includes(seat))) return 0;
      return person_seats.length > 0 ? 1 : 2;
    });
    expect(ranks).toEqual(ranks.toSorted());
    expect(ids).toContain(others);
  });

  it("the list has the finished games as a table, ordered and filtered on the host, also after a reload", async () => {
    const pgn = (moves: string) => `[Date "2024.05.12"]\n[White "Ásgeir"]\n[Black "Łukasz"]\n\n${moves} 1-0`;
    const long = (await stage.person.post("/api/import", { pgn: pgn("1. d4 d5 2. c4 e6 3. Nc3") })).body.game_id;
    const short = (await stage.person.post("/api/import", { pgn: pgn("1. e4") })).body.game_id;
    await using opened = await openPage(stage.browser, stage.host);
    const { page, problems } = opened;
    const rows = page.locator("tbody tr");
    const order = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-game")));
    await filterOf(page, "Finished").check();
    await filterOf(page, "Table").check();
    await page.getByRole("searchbox").fill("lukasz asgeir");
    await see.poll(order).toEqual([short, long]);
    await see(rows.last()).toContainText("1–0");
    await see(rows.last()).toContainText("D31");
    await see(rows.last()).toContainText(`Game ${long}`);
    // As on every page, whatever language the browser is set to.
    await see(rows.last().locator("time")).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/);
    const byMoves = page.getByRole("columnheader", { name: "Moves" });
    await byMoves.getByRole("button").click();
    await see(byMoves).toHaveAttribute("aria-sort", "descending");
    await see.poll(order).toEqual([long, short]);
    await byMoves.getByRole("button").click();
    await see.poll(order).toEqual([short, long]);
    expect(await seriousInEitherScheme(page)).toEqual([]);

    await page.reload();
    await see.poll(order).toEqual([short, long]);
    await see(byMoves).toHaveAttribute("aria-sort", "ascending");
    await page.getByLabel("Only mine").check();
    await see(page.getByText("No game matches")).toBeVisible();
    await page.getByLabel("Only mine").uncheck();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Opening", { exact: true }).fill("queen's gambit");
    await see.poll(order).toEqual([long]);
    await page.getByLabel("From").fill("2024-05-12");
    await page.getByLabel("To", { exact: true }).fill("2024-05-12");
    await see(page).toHaveURL(/\/games\?list=finished&.*opening=queen%27s\+gambit&from=2024-05-12&until=2024-05-12/);
    await see.poll(order).toEqual([long]);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    // A person who goes to a game comes back to the same list, also by the address alone.
    await rows.first().getByRole("link").click();
    await see(page).toHaveURL(new RegExp(`/game/${long}$`));
    await page.goBack();
    await see.poll(order).toEqual([long]);
    await using other = await openPage(
      stage.browser,
      stage.host,
      new URL(page.url()).pathname + new URL(page.url()).search,
    );
    await see(other.page.getByRole("button", { name: "Filters (2)" })).toBeVisible();
    await see(other.page.locator("[data-game]")).toHaveCount(1);
    await page.getByRole("combobox", { name: "Result" }).selectOption("0–1");
    await see(page.getByText("No game matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await see.poll(order).toEqual([short, long]);
    const third = (await stage.person.post("/api/import", { pgn: pgn("1. e4 e5 2. f4") })).body.game_id;
    await see.poll(order).toEqual([short, third, long]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await see(rows.first()).toBeVisible();
      expect(await overflows(page)).toBe(false);
    }
    await rows.last().getByRole("link").click();
    await see(page).toHaveURL(new RegExp(`/game/${long}$`));
    expect(problems).toEqual([]);
  });

  it("the list deletes several games at once, which can be undone, and lists what is deleted with the way back", async () => {
    const pgn = (moves: string) => `[White "Deletia"]\n[Black "Restora"]\n\n${moves} 1-0`;
    const ids: string[] = [];
    for (const moves of ["1. e4", "1. d4", "1. c4"])
      ids.push((await stage.person.post("/api/import", { pgn: pgn(moves) })).body.game_id);
    await using opened = await openPage(stage.browser, stage.host, "/games");
    const { page, problems } = opened;
    await filterOf(page, "Finished").check();
    await filterOf(page, "Table").check();
    await page.getByRole("searchbox").fill("deletia");
    const rows = page.locator("tbody tr[data-game]");
    await see(rows).toHaveCount(3);
    const all = page.getByRole("checkbox", { name: "Select all games of this list" });
    await all.check();
    await see(page.getByRole("button", { name: "Delete 3" })).toBeVisible();
    await all.uncheck();
    await see(page.getByRole("button", { name: "Delete 3" })).toHaveCount(0);
    await rows.first().getByRole("checkbox").check();
    await rows
      .last()
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Delete 3" }).click();
    await see(page.getByText("3 games deleted.")).toBeVisible();
    // A person with a keyboard goes on beside the button that went.
    await see(page.locator(".history-bar")).toBeFocused();
    await see(rows).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await see(rows).toHaveCount(3);
    expect(problems).toEqual([]);
    // A refused one keeps no other from being deleted.
    await page.route(`**/api/games/${ids[0]}`, (route) =>
      route.fulfill({ status: 409, json: { error: { code: "CONFLICT", message: "A league needs it" } } }),
    );
    await rows.last().getByRole("checkbox").check();
    await rows.first().getByRole("checkbox").check();
    await page.getByRole("button", { name: "Delete 2" }).click();
    await see(page.getByText("A league needs it")).toBeVisible();
    await see(rows).toHaveCount(2);
    // An undo that does not reach the host says so.
    await page.route("**/api/games/*/restore", (route) => route.abort());
    await page.getByRole("button", { name: "Undo" }).click();
    await see(page.locator(".toasts")).toContainText("Kibitz does not answer.");
    await page.unroute("**/api/games/*/restore");
    const [gone = ""] = ids.slice(-1);
    await page.getByRole("button", { name: "Deleted…" }).click();
    const dialog = page.getByRole("dialog", { name: "Deleted games" });
    await see(dialog.locator(`[data-item="${gone}"]`)).toContainText("Deletia – Restora");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await dialog.getByRole("button", { name: `Restore game ${gone}` }).click();
    await see(dialog.locator(`[data-item="${gone}"]`)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Done" }).click();
    await see(rows).toHaveCount(3);
  });

  it("the list keeps each deletion's own way back, and drops from the selection what was deleted elsewhere", async () => {
    const ids: string[] = [];
    for (const moves of ["1. e4", "1. d4", "1. c4", "1. b4", "1. a4"]) {
      const pgn = `[White "Twice"]\n[Black "Gone"]\n\n${moves} 1-0`;
      ids.push((await stage.person.post("/api/import", { pgn })).body.game_id);
    }
    await using opened = await openPage(stage.browser, stage.host, "/games?list=finished");
    const { page } = opened;
    await filterOf(page, "Table").check();
    await page.getByRole("searchbox").fill("twice");
    const rows = page.locator("tbody tr[data-game]");
    await see(rows).toHaveCount(5);
    const pick = (id: string | undefined) => page.getByRole("checkbox", { name: `Select game ${id}` }).check();
    for (const id of ids) await pick(id);
    await using elsewhere = await openPage(stage.browser, stage.host, `/game/${ids[4]}`);
    await elsewhere.page.getByRole("tab", { name: "Game" }).click();
    await elsewhere.page.getByRole("button", { name: "Delete" }).click();
    await see(rows).toHaveCount(4);
    await see(page.getByRole("button", { name: "Delete 4" })).toBeVisible();
    await page.getByRole("button", { name: "Clear selection" }).click();
    for (const [one, two] of [ids.slice(0, 2), ids.slice(2, 4)]) {
      await pick(one);
      await pick(two);
      await page.getByRole("button", { name: "Delete 2" }).click();
      await see(page.getByRole("checkbox", { name: `Select game ${one}` })).toHaveCount(0);
    }
    await see(rows).toHaveCount(0);
    const undo = page.getByRole("button", { name: "Undo" });
    await see(undo).toHaveCount(2);
    await undo.first().click();
    await see(rows).toHaveCount(2);
    await see(page.locator(`tr[data-game="${ids[0]}"]`)).toBeVisible();
    await undo.click();
    await see(rows).toHaveCount(4);
  });

  it("the list tells in the table to the end how a game ended, at every width", { tags: "edge" }, async () => {
    const pgn = `[White "Saga"]\n[Black "Edda"]\n[FEN "8/8/4k3/8/8/4K3/4p3/8 w - - 0 1"]\n\n1. Kxe2 1/2-1/2`;
    await stage.person.post("/api/import", { pgn });
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await filterOf(page, "Finished").check();
    await filterOf(page, "Table").check();
    await page.getByRole("searchbox").fill("saga edda");
    const how = page.locator(".history-how");
    await see(how).toHaveCount(1);
    await see(how).toHaveText("Draw by insufficient material");
    for (const width of [1280, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await see(how).toBeVisible();
      const room = await how.evaluate((words) => {
        const [row, text] = [words.closest("tr")?.getBoundingClientRect(), words.getBoundingClientRect()];
        // A font may reach a pixel or two out of its line.
        const lost = words.scrollHeight - words.clientHeight;
        const whole =
          words.scrollWidth <= words.clientWidth && lost < Number.parseFloat(getComputedStyle(words).fontSize) / 2;
        return { whole, below: (row?.bottom ?? 0) - text.bottom };
      });
      expect(room.whole, `${width} wide`).toBe(true);
      expect(room.below, `${width} wide`).toBeGreaterThanOrEqual(2);
    }
  });

  it("the list counts a clock down by the time that passed, whatever the day is said to be", {
    tags: "edge",
  }, async () => {
    const clock = { initial_seconds: 600, increment_seconds: 0 };
    const id = await setUpGame(stage.person, { ...people("Urania", "Hora"), clock });
    for (const move of ["e4", "e5"]) await stage.person.post(`/api/games/${id}/moves`, { move });
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await filterOf(page, "Live").check();
    const running = card(page, id).locator(".clock-face.running");
    await see(running).toBeVisible();
    // A machine wakes, or its clock is set.
    await page.evaluate(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + 3_600_000;
    });
    const before = (await running.textContent()) ?? "";
    await see(running).not.toHaveText(before);
    expect(await running.textContent()).toMatch(/^(10:00|9:\d\d)$/);
    await stage.person.post(`/api/games/${id}/resign`);
  });

  it("the list says to the end since when somebody is to move, also on a phone", { tags: "edge" }, async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await setUpGame(stage.person, people("Urania", "Hora")));
    const id = ids.at(-1) ?? "";
    await using opened = await openPage(stage.browser, stage.host, "/games", { width: 390, height: 844 });
    const { page } = opened;
    await filterOf(page, "Live").check();
    const state = card(page, id).locator(".card-state");
    await see(state).toContainText("White");
    await page.evaluate(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + (22 * 60 + 44) * 60_000;
    });
    const since = state.locator(".since");
    await see(since).toHaveText(/^22 h 4\d min$/);
    const cut = await state.evaluate((place) => {
      const reaches = [...place.children].map((each) => each.getBoundingClientRect().right);
      const short = [place, ...place.children].some(
        (each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0,
      );
      return short || Math.max(...reaches) > place.getBoundingClientRect().right;
    });
    expect(cut).toBe(false);
    await see(state.locator(".turn-words")).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await see(state.locator(".turn-words")).toBeVisible();
    for (const each of ids) await stage.person.post(`/api/games/${each}/resign`);
  });

  it("the list leads to a game and back to where one was", { tags: "edge" }, async () => {
    for (let count = 0; count < 12; count += 1) await setUpGame(stage.person, people(`Walker ${count}`));
    await using opened = await openPage(stage.browser, stage.host, "/games", { width: 600, height: 500 });
    const { page } = opened;
    await see(page.locator("[data-game]").nth(11)).toBeAttached();
    const last = page.locator("[data-game]").nth(8);
    await last.scrollIntoViewIfNeeded();
    const [id, top] = [await last.getAttribute("data-game"), await page.evaluate(() => scrollY)];
    expect(top).toBeGreaterThan(200);
    await last.getByRole("link").click();
    await see(page).toHaveURL(new RegExp(`/game/${id}$`));
    await see(page).toHaveTitle(new RegExp(`${id}.*Kibitz`));
    await page.goBack();
    await see.poll(() => page.evaluate(() => scrollY)).toBe(top);
    await see(page).toHaveTitle(/Kibitz – your turn$/);
  });

  it("the list is loaded again where one was, and goes nowhere by itself where there is less by then", {
    tags: "edge",
  }, async () => {
    const ids: string[] = [];
    for (let count = 0; count < 9; count += 1)
      ids.push(await setUpGame(stage.person, people("Ambler", `No. ${count}`)));
    await using opened = await openPage(stage.browser, stage.host, "/games", { width: 600, height: 500 });
    const { page } = opened;
    await page.getByRole("searchbox").fill("ambler");
    await filterOf(page, "Live").check();
    const cards = page.locator("[data-game]");
    await see(cards).toHaveCount(9);
    await cards.last().scrollIntoViewIfNeeded();
    const top = () => page.evaluate(() => scrollY);
    const before = await top();
    expect(before).toBeGreaterThan(200);
    await page.reload();
    await see.poll(top).toBe(before);

    for (const id of ids) await stage.person.post(`/api/games/${id}/resign`);
    await page.reload();
    await page.getByRole("button", { name: "Show 9 finished games" }).click();
    await see(cards).toHaveCount(9);
    // Where the page is put is decided by its next picture.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await top()).toBe(0);
  });

  it("the list has nothing serious for axe, light or dark", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await see(page.locator(".card .mini").first()).toBeVisible();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByText("Start from a position").click();
    await see(page.getByLabel("FEN or PGN")).toBeVisible();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    const dialog = page.getByRole("dialog");
    // A warning goes away with its cause, and the mouse leaves no ring behind.
    await dialog.getByRole("radio", { name: "Custom" }).check();
    await dialog.getByLabel("Minutes per side").fill("0");
    await see(dialog.getByText("From 1 second to 24 hours")).toBeVisible();
    await dialog.getByRole("button", { name: "Start" }).click();
    await see(dialog.getByRole("alert").last()).toContainText("1 second to 24 hours");
    await dialog.getByLabel("Minutes per side").fill("5");
    await see(dialog.getByRole("alert")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await see(page.getByRole("button", { name: "New game" })).toBeFocused();
    expect(await page.evaluate(() => document.activeElement?.matches(":focus-visible"))).toBe(false);
    await page.getByRole("button", { name: "New game" }).click();
    await dialog.getByRole("radio", { name: "You – Assistant" }).check();
    await dialog.getByRole("button", { name: "Start" }).click();
    await see(dialog.getByRole("button", { name: "Copy join prompt" })).toBeVisible();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await page.goto(`${stage.host.url}/nowhere`);
    await see(page.getByRole("link", { name: "All games", exact: true })).toBeVisible();
    expect(await seriousInEitherScheme(page)).toEqual([]);
  });

  it("the list fits windows from 400 to 3440 px wide", { tags: "edge" }, async () => {
    await setUpGame(stage.person, people());
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    // Where the header shows more of itself, and less, with and without room for a scrollbar.
    for (const width of [320, 376, 377, 416, 417, 496, 497, 600, 601, 704, 705]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page), `${width} px`).toBe(false);
      const nav = page.getByRole("navigation").first();
      if (width >= 384)
        expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth), `${width} px`).toBe(0);
    }
    for (const width of [400, 600, 900, 1440, 3440]) {
      await page.setViewportSize({ width, height: 800 });
      await see(page.locator(".card .mini").first()).toBeVisible();
      expect(await overflows(page), `${width} px`).toBe(false);
      // A card is as wide as its board of whole squares: nothing stands beside it.
      const besides = await page
        .locator(".card-board:has(.mini)")
        .evaluateAll((all) => all.map((each) => each.clientWidth - (each.firstElementChild?.clientWidth ?? 0)));
      expect(
        besides.filter((rest) => rest !== 0),
        `${width} px`,
      ).toEqual([]);
      await page.getByRole("button", { name: "New game" }).click();
      await see(page.getByRole("button", { name: "Start" })).toBeInViewport();
      expect(await overflows(page), `${width} px, with the dialog`).toBe(false);
      await page.keyboard.press("Escape");
      await see(page.getByRole("button", { name: "Start" })).toHaveCount(0);
    }
  });
});

/** Where everything of the cards is that must not move while games go on. */
const boxes = (page: Page) =>
  page.locator(".card, .card-board, .player-line, .card-foot, .card-id").evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.className.split(" ")[0], x, y, width, height];
    }),
  );
