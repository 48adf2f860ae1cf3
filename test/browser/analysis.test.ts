import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { parsePgn } from "chessops/pgn";
import { describe, expect, it } from "vitest";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, putSettings, setUpGame, useStage } from "./support/shared-host.ts";

const stage = useStage();

const tree = (page: Page) => page.locator(".line-tree");
const shown = (page: Page) => page.locator('.line-tree [aria-current="step"]');
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const square = (page: Page, name: string) => page.locator(`.setup-board [data-square="${name}"]`);

/** Plays by clicks on the squares. */
async function play(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) {
    const box = await page.locator(`.board-grid [data-square="${square}"]`).boundingBox();
    if (!box) throw new Error(`there is no ${square}`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
}

/** The record that a click has the browser save. */
async function downloaded(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save PGN").click()]);
  return readFileSync(await download.path(), "utf8");
}

describe("the analysis board", () => {
  it("the analysis board says what is shown to who plays and walks by keyboard", { tags: "edge" }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page } = opened;
    const said = page.locator("[data-part=announcer]");
    await see(said).toHaveText("Starting position.");
    const walk = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.locator('.board-grid [data-square="e2"]').focus();
    await walk("Enter", "ArrowUp", "ArrowUp", "Enter");
    await see(said).toHaveText("1. pawn to e4.");
    await button(page, "interesting move").press("Enter");
    await see(said).toHaveText("1. pawn to e4, interesting move.");
    await button(page, "Previous move").press("Enter");
    await see(said).toHaveText("Starting position.");
    // There is nothing more to go back to, and the focus stays.
    await see(button(page, "Previous move")).toBeDisabled();
    await see(button(page, "Previous move")).toBeFocused();
    await page.locator('.board-grid [data-square="d2"]').focus();
    await walk("Enter", "ArrowUp", "ArrowUp", "Enter");
    await see(said).toHaveText("1. pawn to d4, in a variation.");
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await see(keys).toContainText("Previous alternative, next alternative");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await see(keys).toHaveCount(0);
    await see(said).toHaveText("1. pawn to d4, in a variation.");
  });

  it("the analysis board tries variations on a game, keeps them as a study, and finds it again in the history", async () => {
    const pgn = '[White "Katherine Johnson"]\n[Black "Grace Brewster Hopper"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0';
    const title = "Katherine Johnson – Grace Brewster Hopper";
    const id: string = (await stage.person.post("/api/import", { pgn })).body.game_id;
    await using opened = await openPage(stage.browser, stage.host, `/game/${id}`);
    const { page, problems } = opened;
    await page.getByRole("tab", { name: "Game" }).click();
    await page.getByRole("link", { name: "Analysis board" }).click();
    await see(page).toHaveURL(`${stage.host.url}/analysis?game=${id}&ply=6`);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await see(shown(page)).toHaveText("a6");

    // Another move than the game's is a variation, and it can go on.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await see(shown(page)).toHaveText("Nc6");
    const opening = page.locator("[data-part=opening]");
    await see(opening).toHaveText("C44 King's Knight Opening: Normal Variation");
    // In this window the moves have its room, until it is opened.
    await page.getByRole("button", { name: "Opening explorer" }).click();
    // A move that was tried in stored games is played by a click.
    const tried = page.getByRole("button", { name: /^bishop to b5, 1 game, White won 100%, 0% drawn/ });
    await see(tried).toBeVisible();
    await page.getByRole("radio", { name: "Mine" }).check();
    await see(page.getByText("None of your games has reached this position.")).toBeVisible();
    await page.getByRole("radio", { name: "All", exact: true }).check();
    await tried.click();
    await see(shown(page)).toHaveText("Bb5");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await see(shown(page)).toHaveText("Nc6");
    await play(page, "f1", "c4");
    await see(opening).toHaveText("C50 Italian Game");
    await putSettings(stage.host, { figurines: true });
    await see(shown(page)).toHaveText("♗c4");
    await putSettings(stage.host, { figurines: false });
    await see(shown(page)).toHaveText("Bc4");
    await play(page, "f8", "c5");
    await see(tree(page)).toHaveText(/3\.\s*Bb5\s*3\.\s*Bc4\s+Bc5\s*3…\s*a6/);
    await button(page, "good move").click();
    await page.getByLabel("Comment on 3… Bc5").fill("The Italian.");
    await page.keyboard.press("Tab");
    await see(tree(page)).toContainText("Bc5! The Italian.");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await see(shown(page)).toHaveText("Bb5");
    await page.keyboard.press("ArrowDown");
    await see(shown(page)).toHaveText("Bc4");
    await button(page, "Promote variation").click();
    await see(tree(page)).toHaveText(/3\.\s*Bc4\s*3\.\s*Bb5\s+a6\s*3…\s*Bc5!/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await see(shown(page)).toHaveText("Bb5");
    // The page's keys are there on the board, too, but for what might be meant for a piece.
    const b5 = page.locator('.board-grid [data-square="b5"]');
    await b5.focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("f");
    await see(page.locator(".board")).toHaveAttribute("data-orientation", "black");
    await see(tree(page)).toContainText("Bb5");
    await page.keyboard.press("f");
    await see(b5).toBeFocused();
    await b5.blur();
    await page.keyboard.press("Delete");
    await see(tree(page)).not.toContainText("Bb5");
    await button(page, "Undo").click();
    await see(tree(page)).toContainText("Bb5");

    const moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6) 3... Bc5 $1 {The Italian.} 1-0";
    expect(await downloaded(page)).toContain(moves);

    // The region for notices was there before them, or they are not read aloud.
    const told = await page.locator(".toasts").elementHandle();
    await button(page, "Save as study").click();
    const proposed = page.getByLabel("Name");
    await see(proposed).toHaveValue(title);
    expect(await proposed.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
    await page.getByLabel("Name").fill("Ruy or Italian");
    await button(page, "Save").click();
    await see.poll(() => told?.textContent()).toBe("Saved with your finished games.");
    await see(button(page, "Saved")).toBeDisabled();
    await see(page).toHaveURL(/\/analysis\?game=\d+$/);
    // It has another address, and is the same page.
    await see(button(page, "Saved")).toBeFocused();
    const study = new URL(page.url()).searchParams.get("game");
    await see(shown(page)).toHaveText("Bb5");
    expect(study).not.toBe(id);
    const text = await downloaded(page);
    expect(text).toContain(moves);
    expect(parsePgn(text)).toHaveLength(1);
    expect(await seriousInEitherScheme(page)).toEqual([]);

    await page.goto(`${stage.host.url}/games`);
    await page.getByRole("radio", { name: "Finished" }).check();
    await see(page.getByText("Study: Ruy or Italian")).toBeVisible();
    await page.locator(`[data-game="${study}"]`).getByRole("link").click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Ruy or Italian");
    await see(tree(page)).toContainText("The Italian.");

    // An unsaved study is there for a person who comes back, and an empty board is an empty one.
    await page.keyboard.press("Home");
    await play(page, "d2", "d4");
    await page.getByRole("link", { name: "Analysis", exact: true }).click();
    await see(page.getByText("Make moves on the board.")).toBeVisible();
    await page.goBack();
    await see(tree(page)).toContainText("d4");
    await button(page, "Save changes").click();
    await see(button(page, "Saved")).toBeDisabled();

    // So is a comment for who goes while they write it, and the tree for who sets up a position of their own.
    await page.keyboard.press("Home");
    const comment = page.getByLabel("Comment on the start");
    await comment.fill("Two openings");
    await page.goForward();
    await see(page.getByText("Make moves on the board.")).toBeVisible();
    await page.goBack();
    await see(comment).toHaveValue("Two openings");
    await see(tree(page)).toContainText("Two openings");
    await button(page, "Set up position").click();
    await page.getByLabel("FEN").fill("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1");
    await button(page, "Analyse").click();
    await see(page).toHaveURL(
      `${stage.host.url}/analysis?position=8%2F8%2F8%2F3k4%2F8%2F8%2F4P3%2F4K3%20w%20-%20-%200%201`,
    );
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Analysis board");
    await page.goBack();
    await see(tree(page)).toContainText("Two openings");
    await button(page, "Save changes").click();
    await see(button(page, "Saved")).toBeDisabled();
    expect(problems).toEqual([]);
  });

  it("the analysis board that another window changed says so, and what is here is kept as a study of its own", {
    tags: "edge",
  }, async () => {
    const study = { game: "chess", title: "Twice", lines: { moves: [] } };
    const id: string = (await stage.person.post("/api/studies", study)).body.game_id;
    const path = `/analysis?game=${id}`;
    await using one = await openPage(stage.browser, stage.host, path);
    await using other = await openPage(stage.browser, stage.host, path);
    for (const { page } of [one, other]) await see(button(page, "Saved")).toBeDisabled();
    await play(one.page, "e2", "e4");
    await button(one.page, "Save changes").click();
    await see(button(one.page, "Saved")).toBeDisabled();
    const { page } = other;
    await play(page, "d2", "d4");
    await button(page, "Save changes").click();
    const dialog = page.getByRole("dialog", { name: "Save as study" });
    await see(dialog.getByRole("alert")).toContainText(`Study ${id} has been changed`);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await dialog.getByLabel("Name").fill("Twice, the other");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await see(button(page, "Saved")).toBeDisabled();
    await see(tree(page)).toContainText("d4");
    await see(page).not.toHaveURL(`${stage.host.url}${path}`);
    const { moves } = (await stage.person.get(`/api/games/${id}/lines`)).body;
    expect(moves.map(({ text }: { text: string }) => text)).toEqual(["e4"]);
    expect(one.problems).toEqual([]);
  });

  it("the analysis board that was read where a change was not known yet does not undo that change", {
    tags: "edge",
  }, async () => {
    const study = { game: "chess", title: "Shared", lines: { moves: [] } };
    const { game_id: id, version } = (await stage.person.post("/api/studies", study)).body;
    const before = (await stage.person.get(`/api/games/${id}/lines`)).body;
    const moves = [{ after: -1, code: "e2e4", text: "e4" }];
    await stage.person.put(`/api/studies/${id}`, { version, title: "Shared", lines: { moves } });
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    // As another host of the same database answers that has not heard of it.
    await page.route(`**/api/games/${id}/lines`, (route) => route.fulfill({ json: before }));
    await page.goto(`${stage.host.url}/analysis?game=${id}`);
    await play(page, "d2", "d4");
    await button(page, "Save changes").click();
    await see(page.getByRole("dialog", { name: "Save as study" }).getByRole("alert")).toContainText("has been changed");
    const kept = (await stage.person.get(`/api/games/${id}/lines`)).body.moves;
    expect(kept.map(({ text }: { text: string }) => text)).toEqual(["e4"]);
  });

  it("the analysis board that another window deleted says so, and what is here is kept as a study of its own", {
    tags: "edge",
  }, async () => {
    const study = { game: "chess", title: "Gone", lines: { moves: [] } };
    const id: string = (await stage.person.post("/api/studies", study)).body.game_id;
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    const { page } = opened;
    await play(page, "e2", "e4");
    const { url, token } = stage.host;
    await fetch(`${url}/api/games/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
    await button(page, "Save changes").click();
    const dialog = page.getByRole("dialog", { name: "Save as study" });
    await see(dialog.getByRole("alert")).toContainText(`Study ${id} was deleted`);
    await dialog.getByLabel("Name").fill("Here again");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await see(button(page, "Saved")).toBeDisabled();
    const { games } = (await stage.person.get("/api/history?search=again")).body;
    expect(games).toMatchObject([{ study: "Here again", ply: 1 }]);
  });

  it("the analysis board begins from a position that is put together by hand", { tags: "edge" }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page, problems } = opened;
    await button(page, "Set up position").click();
    const dialog = page.getByRole("dialog", { name: "Set up a position" });
    const fen = dialog.getByLabel("FEN");
    await see(square(page, "e4")).toBeFocused();
    await dialog.getByRole("button", { name: "Clear the board" }).click();
    await see(fen).toHaveValue("8/8/8/8/8/8/8/8 w - - 0 1");
    await see(dialog.getByText("White has no king")).toBeVisible();
    await see(dialog.getByRole("button", { name: "Analyse" })).toBeDisabled();

    // A piece that is chosen, one that is dragged, and one by its letter.
    await dialog.getByRole("button", { name: "white king" }).click();
    await square(page, "e1").click();
    await dialog.getByRole("button", { name: "white king" }).click();
    const rook = dialog.getByRole("button", { name: "white rook" });
    await rook.dragTo(square(page, "h1"));
    await see(fen).toHaveValue("8/8/8/8/8/8/8/4K2R w - - 0 1");
    // The system takes a touch away: nothing hangs on the finger any more, and keys choose as before.
    const box = await rook.boundingBox();
    const at = (by: number) => [{ x: (box?.x ?? 0) + 10 + by, y: (box?.y ?? 0) + 10 - by }];
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(60) });
    await see(page.locator(".setup-ghost")).toHaveCount(1);
    await touch.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
    await see(page.locator(".setup-ghost")).toHaveCount(0);
    await touch.detach();
    await rook.dragTo(square(page, "h1"));
    for (const pressed of [true, false]) {
      await rook.press("Enter");
      await see(rook).toHaveAttribute("aria-pressed", String(pressed));
    }
    await square(page, "e4").focus();
    await page.keyboard.press("ArrowUp");
    for (let row = 5; row < 8; row += 1) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("k");
    await see(fen).toHaveValue("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    await dialog.getByLabel("White O-O", { exact: true }).check();
    await see(fen).toHaveValue("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    await square(page, "h1").dragTo(square(page, "a1"));
    await see(fen).toHaveValue("4k3/8/8/8/8/8/8/R3K3 w K - 0 1");
    // Off the board, though still in the dialog, a piece is taken away.
    await square(page, "a1").dragTo(dialog.locator("#setup-keys"));
    await see(fen).toHaveValue(/^4k3\/8\/8\/8\/8\/8\/8\/4K3 w/);
    await rook.dragTo(square(page, "a1"));
    await dialog.getByLabel("To move").selectOption("Black");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overflows(page)).toBe(false);
    }
    await fen.fill("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1");
    await see(square(page, "d5")).toHaveAccessibleName("d5, black king");
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await play(page, "e2", "e4");
    await see(shown(page)).toHaveText("e4+");
    expect(problems).toEqual([]);

    await page.getByRole("button", { name: "Play from here" }).click();
    const setup = page.getByRole("dialog", { name: "New game" });
    await see(setup.getByLabel("FEN or PGN")).toHaveValue(/^8\/8\/8\/3k4\/4P3\/8\/8\/4K3 b/);
    // The position that came along is seen at once.
    await see(setup.locator(".position-preview")).toBeVisible();
    await setup.getByRole("button", { name: "Set up on a board" }).click();
    await square(page, "d5").focus();
    await page.keyboard.press("Delete");
    await see(setup.getByLabel("FEN or PGN")).toHaveValue(/^8\/8\/8\/8\/4P3\/8\/8\/4K3 b/);
  });

  it("the analysis board takes a record that is pasted, says what is wrong with it, and keeps it when it is saved", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page } = opened;
    await button(page, "Paste PGN").click();
    const dialog = page.getByRole("dialog", { name: "Paste a PGN" });
    const field = dialog.getByLabel("PGN");
    await field.fill("1. e4 e5 2. Ke3");
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await see(field).toHaveAccessibleDescription(/Ke3/);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await field.fill('[White "Ada"]\n[Black "Bea"]\n\n1. e4 {Best by test.} c5 (1... e5) 2. Nf3 *');
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Ada – Bea");
    const written = /1\.\s*e4\s+Best by test\.\s+1…\s*c5\s*1…\s*e5\s*2\.\s*Nf3/;
    await see(tree(page)).toHaveText(written);
    await page.reload();
    await see(tree(page)).toHaveText(written);
    await button(page, "Save as study").click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await see(page).toHaveURL(/\?game=\d+$/);
    await see(tree(page)).toHaveText(written);

    // A person who goes back to an unsaved study finds it with everything that the page says of it.
    await page.goto(`${stage.host.url}/analysis`);
    await play(page, "d2", "d4");
    await see(shown(page)).toHaveText("d4");
    await play(page, "d7", "d5");
    await see(shown(page)).toHaveText("d5");
    const opening = page.locator("[data-part=opening]");
    await see(opening).toHaveText(/^D\d\d Queen's Pawn Game/);
    await button(page, "Paste PGN").click();
    await field.fill("1. e4 c5 *");
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await see(tree(page)).toHaveText(/e4\s+c5/);
    await button(page, "Last position").click();
    await see(opening).toHaveText("B20 Sicilian Defense");
    await page.goBack();
    await see(tree(page)).toHaveText(/d4\s+d5/);
    await see(opening).toHaveText(/^D\d\d Queen's Pawn Game/);
    await page.keyboard.press("ArrowLeft");
    await see(shown(page)).toHaveText("d4");
    await see(opening).toHaveText(/^A\d\d Queen's Pawn Game/);

    // A study that is gone says so.
    await page.goto(`${stage.host.url}/analysis?pasted=1`);
    await see(page.getByText("The pasted text is no longer kept. Paste it again.")).toBeVisible();
  });

  it("the analysis board leaves a person who cancelled a pasted record where they are when it has been read", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page } = opened;
    const reading = Promise.withResolvers<void>();
    await page.route("**/api/lines", async (route) => {
      await reading.promise;
      await route.continue();
    });
    await button(page, "Paste PGN").click();
    const dialog = page.getByRole("dialog", { name: "Paste a PGN" });
    await dialog.getByLabel("PGN").fill("1. e4 e5 *");
    const answer = page.waitForResponse("**/api/lines");
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const links = page.getByRole("navigation");
    await links.getByRole("link", { name: "Games" }).click();
    await see(page).toHaveURL(/\/games\b/);
    reading.resolve();
    await (await answer).finished();
    await links.getByRole("link", { name: "Leagues" }).click();
    await see(page).toHaveURL(/\/leagues$/);
    await page.goBack();
    await see(page).toHaveURL(/\/games\b/);
  });

  it("the analysis board has the browser ask before it loses unsaved moves, also from another page", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page } = opened;
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
    await page.reload();
    expect(questions).toEqual([]);
    await page.getByRole("navigation").getByRole("link", { name: "Analysis" }).click();
    await play(page, "d2", "d4");
    await see(shown(page)).toHaveText("d4");
    await page.getByRole("navigation").getByRole("link", { name: "Games" }).click();
    await see(page).toHaveURL(/\/games\b/);
    await page.reload();
    expect(questions).toEqual(["beforeunload"]);
  });

  it("the analysis board explores what was played in a position, in all games and in one's own, imported ones by one's names", async () => {
    const importGame = (white: string, black: string, moves: string) =>
      stage.person.post("/api/import", { pgn: `[White "${white}"]\n[Black "${black}"]\n\n${moves} 1-0` });
    await importGame("Menchik, Vera", "Rosa", "1. a3 h5 2. b4");
    await importGame("Rosa", "Somebody", "1. a3 g5");
    await using opened = await openPage(stage.browser, stage.host, "/analysis");
    const { page } = opened;
    const explorer = page.getByRole("region", { name: "Opening explorer" });
    await explorer.getByRole("button", { name: "Opening explorer" }).click();
    await see(explorer.getByText("White won · drawn · Black won")).toBeVisible();
    await explorer.getByRole("button", { name: "pawn to a3" }).click();
    await see(explorer.getByRole("button", { name: /^pawn to (h5|g5), 1 game/ })).toHaveCount(2);
    // An answer that comes while a name is typed leaves it as it is.
    const typing = Promise.withResolvers<void>();
    await page.route("**/api/explorer", async (route) => {
      await typing.promise;
      await route.continue();
    });
    await explorer.getByRole("radio", { name: "Mine" }).check();
    const names = explorer.getByLabel("Names you play under elsewhere");
    await names.pressSequentially("Vera Menchik; ");
    typing.resolve();
    await see(explorer).toContainText("None of your games has reached this position.");
    await names.pressSequentially("Nobody");
    await names.press("Enter");
    await see(explorer.getByRole("button", { name: /^pawn to/ })).toHaveText([/h5/]);
    // They are the person's, in whichever browser.
    await using elsewhere = await openPage(stage.browser, stage.host, "/settings");
    await see(elsewhere.page.getByLabel("Names you play under elsewhere")).toHaveValue("Vera Menchik; Nobody");
    await page.reload();
    await see(names).toHaveValue("Vera Menchik; Nobody");
    await explorer.getByRole("button", { name: "pawn to a3" }).click();
    await explorer.getByRole("button", { name: "pawn to h5" }).click();
    await explorer.getByRole("button", { name: "pawn to b4" }).click();
    await see(shown(page)).toHaveText("b4");
    // On a phone one steps through it with the board in sight.
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await see(page.locator(".board-grid"), `${width} px`).toBeInViewport({ ratio: 1 });
      for (const name of ["First position", "Previous move", "Flip board"])
        await see(button(page, name), `${name}, ${width} px`).toBeInViewport({ ratio: 1 });
    }
  });

  it("the analysis board has an engine look at several lines, unless the person plays", async () => {
    await using opened = await openPage(
      stage.browser,
      stage.host,
      "/analysis?position=6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    );
    const { page, problems } = opened;
    const board = page.getByRole("region", { name: "Board" }).locator(".board");
    const before = await board.boundingBox();
    await page.getByRole("switch", { name: "Engine" }).check();
    const lines = page.locator(".engine-lines > li");
    await see(lines).toHaveCount(3);
    await see(page.getByRole("img", { name: "White mates in 1" })).toBeVisible();
    expect(await board.boundingBox()).toEqual(before);
    await see(lines.first()).toContainText("#1");
    await see(page.getByText(/^depth \d+/)).toBeVisible();
    await page.getByLabel("Lines").selectOption("1");
    await see(lines).toHaveCount(1);
    await lines.first().getByRole("button").first().click();
    await see(shown(page)).toHaveText("Ra8#");
    await see(page.getByText("The game is over here.")).toBeVisible();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(problems).toEqual([]);
    const id = await setUpGame(stage.person, people());
    await stage.person.post(`/api/games/${id}/moves`, { move: "e4" });
    await page.keyboard.press("ArrowLeft");
    await see(page.getByText(`You are playing game ${id}`)).toBeVisible();
    await see(page.getByRole("link", { name: "Go to the game" })).toHaveAttribute("href", `/game/${id}`);
    await stage.person.post(`/api/games/${id}/resign`, { seat: "white" });
    await page.getByRole("switch", { name: "Engine" }).uncheck();
  });
});
