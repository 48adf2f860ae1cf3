import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "../support/full.ts";
import { type AtTheBoard, newTable } from "./support/at-the-board.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";
import { type StrongHand, strongHand } from "./support/strong-hand.ts";

const stage = useStage();
let hand: StrongHand;
beforeAll(() => {
  hand = strongHand(stage.host);
});
afterAll(() => hand.close());

const againstLevel1 = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };
/** White mates with its rooks in two moves. */
const nearMate = "7k/8/R7/1R6/8/8/8/4K3 w - - 0 1";

/** Plays good moves in the given way until the game is over. */
async function playOut(board: AtTheBoard, move: (code: string) => Promise<void>): Promise<number> {
  for (let moves = 0; ; moves += 1) {
    const next = await hand.move(board.gameId, "white");
    if (!next) return moves;
    await board.plies(next.ply);
    await move(next.code);
    // The host's answer is in the page before the next move is looked for.
    await see
      .poll(async () => Number(await board.page.locator(".game").getAttribute("data-ply")))
      .toBeGreaterThan(next.ply);
  }
}

describe("a person plays the computer to the end", () => {
  it("a person plays the computer to the end by dragging", async () => {
    // A whole game in the long run.
    await using board = await newTable(stage, { players: againstLevel1, fen: amount(nearMate, undefined) });
    const moves = await playOut(board, async (code) => {
      await board.drag(code.slice(0, 2), code.slice(2, 4));
      if (code.length === 5) await board.page.locator(".promotion [data-role=queen]").click();
    });
    expect(moves).toBeGreaterThan(amount(0, 3));
    await see(board.page.locator("[data-part=result]")).toContainText("You won · checkmate");
    expect(board.problems).toEqual([]);
  });

  it("a person plays the computer to the end by clicking", { tags: "edge" }, async () => {
    await using board = await newTable(stage, { players: againstLevel1, fen: nearMate });
    await playOut(board, (code) => board.click(code.slice(0, 2), code.slice(2, 4)));
    await see(board.page.locator("[data-part=result]")).toContainText("You won · checkmate");
  });

  it("a person plays the computer to the end by keyboard alone, and hears the game in words", async () => {
    await using board = await newTable(stage, { players: againstLevel1, fen: nearMate });
    const { page } = board;
    // The board is reached with Tab and nothing else.
    for (let tabs = 0; tabs < 30; tabs += 1) {
      await page.keyboard.press("Tab");
      if ((await page.locator(".board-grid [data-square]:focus").count()) === 1) break;
    }
    await playOut(board, async (code) => {
      await board.press(code.slice(0, 2));
      expect(await board.label(code.slice(0, 2))).toMatch(/white (queen|rook|king), selected/);
      await board.press(code.slice(2, 4));
    });
    await see(page.locator("[data-part=announcer]")).toHaveText(/^White: .*checkmate\. White wins by checkmate\.$/);
  });

  it("a person plays the computer to the end by typing the moves", { tags: "edge" }, async () => {
    const fen = "6k1/5ppp/8/8/8/8/1P3PPP/4R1K1 w - - 0 1";
    await using board = await newTable(stage, { players: againstLevel1, fen });
    const field = board.page.getByLabel("Move, in algebraic notation");
    await field.fill("Rxe9");
    await field.press("Enter");
    await see(board.page.getByRole("alert")).toContainText("not a legal move");
    await field.fill("re8");
    await field.press("Enter");
    await see(board.page.locator("[data-part=result]")).toContainText("You won · checkmate");
  });
});
