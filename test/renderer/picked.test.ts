import { beforeEach, expect, it, vi } from "vitest";
import { isPicked, pick, pickedCount, unpickAll } from "../../src/renderer/dashboard/picked.ts";

const game = (index: number) => ({ game_id: String(index), game: "chess" });

beforeEach(() => void vi.useFakeTimers());

it("at most 500 games are picked one by one: the next one is not, and its tick is not taken", () => {
  const taken = Array.from({ length: 501 }, (_, index) => pick(game(index), true));
  expect(taken.lastIndexOf(true)).toBe(499);
  expect(taken[500]).toBe(false);
  expect([pickedCount.value, isPicked("500")]).toEqual([500, false]);
  expect(pick(game(0), false)).toBe(true);
  expect(pick(game(500), true)).toBe(true);
  unpickAll();
  vi.clearAllTimers();
  vi.useRealTimers();
});
