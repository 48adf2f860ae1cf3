import { describe, expect, it } from "vitest";
import { amount } from "../support/full.ts";
import { newTable, sitDown } from "./support/at-the-board.ts";
import { overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, setUpGame, useStage } from "./support/shared-host.ts";

const stage = useStage();
const againstComputer = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };
const nearPromotion = "8/2P1k3/8/8/8/8/4K3/8 w - - 0 1";
/** Nothing that the computer does here gets in the way of three pawn moves. */
const pawns = "4k3/pppp4/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
/** A desk and a phone; in the long run a small window and a wide screen as well. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 400, height: 860 },
  ...amount(
    [],
    [
      { width: 900, height: 600 },
      { width: 2560, height: 1080 },
    ],
  ),
];

describe("the game page", () => {
  it("the game page has nothing serious for axe, light or dark", async () => {
    const clock = { initial_seconds: 600, increment_seconds: 0 };
    const { body: finished } = await stage.person.post("/api/import", { pgn: "1. f3 e5 2. g4 Qh4# 0-1" });
    const ticTacToe = { game: "tic-tac-toe", players: { X: { kind: "human" }, O: { kind: "agent" } } };
    const oddEven = { game: "odd-even", players: { odd: { kind: "human" }, even: { kind: "computer" } } };
    const games = [
      { id: await setUpGame(stage.person, { players: againstComputer, clock }), tabs: ["Talk", "Game"] },
      { id: await setUpGame(stage.person, ticTacToe), tabs: ["Talk"] },
      { id: await setUpGame(stage.person, oddEven), tabs: ["Log"] },
      { id: finished.game_id, tabs: ["Log", "Game"] },
    ];
    for (const { id, tabs } of games) {
      await using board = await sitDown(stage, id);
      for (const tab of tabs) {
        await board.page.getByRole("tab", { name: tab }).click();
        expect(await seriousInEitherScheme(board.page), `game ${id}, ${tab}`).toEqual([]);
      }
    }
  });

  it("the game page shows what was written of an imported game, and its variations on the board", async () => {
    const pgn = `[White "Ada"]\n[Black "Grace"]\n[Result "1-0"]\n\n{A trap.} 1. e4 { [%clk 0:04:58] Best. } e5 2. Bc4 Nc6
      3. Qh5 { [%clk 0:04:31] } Nf6?? { Overlooks mate. } (3... g6 { [%clk 0:03:00] Keeps it. } 4. Qf3) 4. Qxf7# 1-0`;
    const { body } = await stage.person.post("/api/import", { pgn });
    await using board = await sitDown(stage, body.game_id);
    const { page } = board;
    const moves = page.getByRole("region", { name: "Moves" });
    await see(moves).toHaveText(
      /A trap\.\s*1\.\s*e4\s+Best\.\s+1…\s*e5.*Nf6\?\?\s+Overlooks mate\.\s+3…\s*g6\s+Keeps it\.\s+4\.\s*Qf3\s*4\.\s*Qxf7#/,
    );
    const facts = page.locator(".move-facts");
    await moves.getByRole("button", { name: "3. queen to h5" }).click();
    await see(facts).toHaveText("clock 4:31");
    await see.poll(() => board.drawn("h5")).toBe("white queen");
    await moves.getByRole("button", { name: "3… pawn to g6" }).click();
    await see.poll(() => board.drawn("g6")).toBe("black pawn");
    await see(page.locator("[data-part=status]")).toContainText("Line: move 1 of 2");
    await see(facts).toHaveText("clock 3:00");
    await page.keyboard.press("ArrowRight");
    await see(moves.locator('[aria-current="step"]')).toHaveText("Qf3");
    await page.keyboard.press("Escape");
    await see(moves.locator('[aria-current="step"]')).toHaveText("Qh5");
    await page.keyboard.press("ArrowRight");
    await see(moves.locator('[aria-current="step"]')).toHaveText("Nf6??");
    await putSettings(stage.host, { figurines: true });
    await see(moves.locator('[aria-current="step"]')).toHaveText("♘f6??");
    await putSettings(stage.host, { figurines: false });
    await see(moves.locator('[aria-current="step"]')).toHaveText("Nf6??");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toBe(false);
  });

  it("the game page has nothing serious for axe while it asks something, light or dark", { tags: "edge" }, async () => {
    await using board = await newTable(stage, { players: againstComputer, fen: nearPromotion });
    await board.drag("c7", "c8");
    await see(board.page.getByRole("dialog")).toBeVisible();
    expect(await seriousInEitherScheme(board.page)).toEqual([]);
    await board.page.keyboard.press("Escape");
    await board.page.getByRole("button", { name: "Abort" }).click();
    await see(board.page.getByRole("dialog")).toBeVisible();
    expect(await seriousInEitherScheme(board.page)).toEqual([]);
    await board.page.keyboard.press("Escape");
    await board.page.keyboard.press("?");
    await see(board.page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    expect(await seriousInEitherScheme(board.page)).toEqual([]);

    const oddEven = { game: "odd-even", players: { odd: { kind: "human" }, even: { kind: "computer" } } };
    await using other = await newTable(stage, oddEven);
    await other.page.getByRole("button", { name: "Rules" }).click();
    await see(other.page.getByRole("dialog", { name: "Odd/even" })).toContainText("1 to 5");
    expect(await seriousInEitherScheme(other.page)).toEqual([]);
  });

  it("the game page has a board that fills what is narrow", { tags: "edge" }, async () => {
    await using boardPage = await newTable(stage, { players: againstComputer });
    // A tablet upright, a phone, and 1280 by 800 at 400 %: the board has what the window has.
    for (const { width, height, beside } of [
      { width: 820, height: 1180, beside: 28 },
      { width: 390, height: 844, beside: 24 },
      { width: 320, height: 200, beside: 24 },
    ]) {
      await boardPage.page.setViewportSize({ width, height });
      // A scrollbar takes its part of the window.
      const room = await boardPage.page.evaluate(() => document.documentElement.clientWidth);
      const wide = () => boardPage.page.locator(".board").evaluate((board) => board.getBoundingClientRect().width);
      await see.poll(wide, { message: `${width} wide` }).toBeGreaterThanOrEqual(room - beside);
      expect(await overflows(boardPage.page)).toBe(false);
    }
    // The board shows its numbers whole.
    const players = { odd: { kind: "human" }, even: { kind: "computer" } };
    await using oddEven = await newTable(stage, { game: "odd-even", players }, { width: 320, height: 700 });
    await see
      .poll(() => oddEven.page.locator(".parity").evaluate((board) => board.scrollHeight - board.clientHeight))
      .toBe(0);
  });

  it("the game page keeps board, pieces and marks in high contrast, and tells by the system's colours what ours told", {
    tags: "edge",
  }, async () => {
    await using board = await newTable(stage, { players: againstComputer, fen: pawns });
    const { page } = board;
    await page.emulateMedia({ forcedColors: "active" });
    await board.drag("e2", "e4");
    const style = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(await style(".board cg-board", "background-image")).toContain("conic-gradient");
    expect(await style(".board piece.white.pawn", "background-image")).toContain("url(");
    expect(await style(".board square.last-move", "background-color")).toContain("222, 185, 40");
    const discs = page.locator(".seat-mark");
    const [far, near] = await discs.evaluateAll((all) => all.map((disc) => getComputedStyle(disc).backgroundColor));
    expect(far).not.toBe(near);
    await board.plies(2);
    await page.locator('[data-square="d2"]').focus();
    await page.keyboard.press("Enter");
    await see(page.locator("square.move-dest:visible").first()).toBeVisible();
    expect(await style(".board square.selected", "background-color")).not.toMatch(/, 0\)$/);
    expect(await style(".board square.move-dest", "background-image")).toContain("gradient");
    await page.goto(`${stage.host.url}/games`);
    await see(page.locator(".card .mini").first()).toBeVisible();
    const [chosen, other] = [
      await style(".segment input:checked + span", "background-color"),
      await style(".segment input:not(:checked) + span", "background-color"),
    ];
    expect(chosen).not.toBe(other);
    expect(await style(".mini.chess", "background-image")).toContain("conic-gradient");
    await page.emulateMedia({ forcedColors: "none" });
  });

  it("the game page tells who is ahead, and shows whole silhouettes, beside a long name on a phone", {
    tags: "edge",
  }, async () => {
    const pgn = `[White "Paul Morphy"]\n[Black "Duke of Brunswick and Count Isouard"]\n[Result "1-0"]\n\n
      1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
      11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
    const { body } = await stage.person.post("/api/import", { pgn });
    await using board = await sitDown(stage, body.game_id, { width: 320, height: 844 });
    const bar = board.page.locator(".player-bar[data-place=far]");
    await see(bar.locator(".captured-ahead")).toHaveText("+10");
    const parts = await bar.evaluate((element) => {
      const right = (part: Element) => part.getBoundingClientRect().right;
      const row = element.querySelector(".captured-pieces");
      const [box, pieces] = [row?.getBoundingClientRect(), [...(row?.querySelectorAll(".taken") ?? [])]];
      return {
        room: right(element),
        ahead: [...element.querySelectorAll(".captured-ahead")].map(right)[0],
        shown: pieces.filter((piece) => piece.getBoundingClientRect().top < (box?.bottom ?? 0)).map(right),
        end: box?.right,
      };
    });
    expect(parts.ahead).toBeLessThanOrEqual(parts.room);
    expect(parts.shown.length).toBeGreaterThan(0);
    expect(Math.max(...parts.shown)).toBeLessThanOrEqual(parts.end ?? 0);
  });

  it("the game page shows what was taken as flat silhouettes in both themes, and who is ahead, also on a phone", {
    tags: "edge",
  }, async () => {
    const fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    await using board = await newTable(stage, { players: againstComputer, fen }, { width: 390, height: 844 });
    const { page } = board;
    await board.drag("e4", "d5");
    await board.plies(2);
    const taken = page.locator(".player-bar[data-place=near] .taken");
    await see(page.locator(".player-bar[data-place=near] .captured-ahead")).toBeInViewport();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const [mask, own, ground] = await taken.evaluate((piece) => {
        const { maskImage, backgroundColor } = getComputedStyle(piece);
        return [maskImage, backgroundColor, getComputedStyle(document.documentElement).backgroundColor];
      });
      expect(mask).toContain("url(");
      const light = (color = "") => Number(/\d+/.exec(color)?.[0]);
      expect(Math.abs(light(own) - light(ground)), `${own} on ${ground}`).toBeGreaterThan(100);
    }
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("the game page leads to the list from a game that is not there, in words for people", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    await board.page.goto(`${stage.host.url}/game/99999999`);
    await see(board.page.getByText("There is no game with this number here.")).toBeVisible();
    await board.page.getByRole("main").getByRole("link", { name: "All games" }).click();
    await see(board.page).toHaveURL(`${stage.host.url}/games`);
  });

  for (const { width, height } of sizes) {
    it(`the game page fits ${width} by ${height}, and stays where it is while moves are made`, async () => {
      await using board = await newTable(stage, { players: againstComputer, fen: pawns }, { width, height });
      const { page } = board;
      const place = () =>
        page.evaluate(() =>
          [".board", ".moves", ".game-panel"].map((part) => {
            const { x, y, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
            return { part, x: x + scrollX, y: y + scrollY, width, height };
          }),
        );
      const before = await place();
      for (const [index, [from, to]] of [
        ["e2", "e4"],
        ["d2", "d3"],
        ["a2", "a3"],
      ].entries()) {
        await board.drag(from ?? "", to ?? "");
        await board.plies(2 * index + 2);
        expect(await place()).toEqual(before);
      }
      // Messages of the page find their place without pushing anything aside.
      await page.getByLabel("Move, in algebraic notation").fill("Qxh9");
      await page.keyboard.press("Enter");
      await see(page.getByRole("alert")).toContainText("not a legal move");
      expect(await place()).toEqual(before);
      await page.getByRole("button", { name: "Previous move" }).click();
      await see(page.getByRole("button", { name: "Back to live" })).toBeVisible();
      expect(await place()).toEqual(before);
      expect(before[0]?.width).toBeGreaterThan(Math.min(width, height) * 0.7);
      expect(before[0]?.width).toBe(before[0]?.height);
      expect(await overflows(page)).toBe(false);
      if (width > 760) {
        // Everything is in the window at once.
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
        await see(page.getByRole("tab", { name: "Talk" })).toBeInViewport();
      }
    });
  }
});
