import { beforeEach, expect, it, vi } from "vitest";
import { clearSelection, isSelected, select, selectedCount } from "../../src/renderer/dashboard/selection.ts";

const game = (index: number) => ({ game_id: String(index), game: "chess" });

beforeEach(() => void vi.useFakeTimers());

it("at most 500 games are picked one by one: the next one is not, and its tick is not taken", () => {
  const taken = Array.from({ length: 501 }, (_, index) => select(game(index), true));
  expect(taken.lastIndexOf(true)).toBe(499);
  expect(taken[500]).toBe(false);
  expect([selectedCount.value, isSelected("500")]).toEqual([500, false]);
  expect(select(game(0), false)).toBe(true);
  expect(select(game(500), true)).toBe(true);
  clearSelection();
  vi.clearAllTimers();
  vi.useRealTimers();
});
