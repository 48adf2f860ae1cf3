import { expect, test } from "vitest";
import { createWallClock } from "../../src/main/base/awake-time.ts";

test("the time of day follows the system over a sleep of the machine, runs evenly and never backwards", () => {
  let wall = 1_000_000;
  let steady = 50;
  const now = createWallClock(
    () => wall,
    () => steady,
  );
  const pass = (wallMs: number, steadyMs: number): number => {
    wall += wallMs;
    steady += steadyMs;
    return now();
  };
  expect(now()).toBe(1_000_000);
  expect(pass(400, 400)).toBe(1_000_400);
  // Small corrections of the system's clock are none of a game's business.
  expect(pass(900, 100)).toBe(1_000_500);
  // The machine slept for eight hours, in which the steady clock stood still.
  const slept = 8 * 3_600_000;
  expect(pass(slept, 0)).toBe(1_001_300 + slept);
  expect(pass(100, 100)).toBe(1_001_400 + slept);
  // Somebody puts the clock back by an hour.
  expect(pass(-3_600_000, 100)).toBe(1_001_500 + slept);
  expect(pass(100, 100)).toBe(1_001_600 + slept);
});
