import { expect as see } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { newTable, sitDown } from "./support/at-the-board.ts";
import { overflows, schemes, seriousFindings } from "./support/pages.ts";
import { setTable, useStage } from "./support/shared-host.ts";

const stage = useStage();
const againstComputer = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };
const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
  { width: 400, height: 860 },
  { width: 2560, height: 1080 },
] as const;

describe("the game page", () => {
  for (const scheme of schemes) {
    it(`has nothing serious for axe, ${scheme}`, async () => {
      const { body: finished } = await stage.person.post("/api/import", { pgn: "1. f3 e5 2. g4 Qh4# 0-1" });
      const games = [
        await setTable(stage.person, {
          players: againstComputer,
          clock: { initial_seconds: 600, increment_seconds: 0 },
        }),
        await setTable(stage.person, { players: { white: { kind: "agent" }, black: { kind: "human" } } }),
        await setTable(stage.person, { game: "tic-tac-toe", players: { X: { kind: "human" }, O: { kind: "agent" } } }),
        await setTable(stage.person, {
          game: "odd-even",
          players: { odd: { kind: "human" }, even: { kind: "computer" } },
        }),
        finished.game_id,
      ];
      for (const id of games) {
        await using table = await sitDown(stage, id, { scheme });
        for (const tab of ["Talk", "Log", "Table"]) {
          await table.page.getByRole("tab", { name: tab }).click();
          expect(await seriousFindings(table.page), `game ${id}, ${tab}`).toEqual([]);
        }
      }
    });
  }

  for (const { width, height } of sizes) {
    it(`fits ${width} by ${height}, and stays where it is while moves are made`, async () => {
      await using table = await newTable(stage, { players: againstComputer }, { width, height });
      const { page } = table;
      const place = async () => ({
        board: await page.locator(".board").boundingBox(),
        moves: await page.locator(".moves").boundingBox(),
        talk: await page.locator(".table-panel").boundingBox(),
      });
      const before = await place();
      for (const [index, [from, to]] of [
        ["e2", "e4"],
        ["d2", "d3"],
        ["a2", "a3"],
      ].entries()) {
        await table.drag(from ?? "", to ?? "");
        await table.plies(2 * index + 2);
        expect(await place()).toEqual(before);
      }
      expect(before.board?.width).toBeGreaterThan(Math.min(width, height) * 0.7);
      expect(before.board?.width).toBe(before.board?.height);
      expect(await overflows(page)).toBe(false);
      if (width > 760) {
        // Everything is in the window at once.
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
        await see(page.getByLabel("Say something")).toBeInViewport();
      }
    });
  }
});
