import { expect, test } from "vitest";
import { reachPosition } from "../../src/main/views/game/review.ts";

test("a line is followed a move at a time, so that others have their turns in between", () => {
  const moves = ["e2e4", "e7e5", "g1f3", "b8c6"];
  const steps = reachPosition({ kind: "chess", options: {}, moves });
  let step = steps.next();
  let pieces = 0;
  for (; !step.done; pieces += 1) step = steps.next();
  expect(pieces).toBe(moves.length);
  expect(step.value).toMatchObject({ ok: true, value: { moves, state: { ply: 4 } } });
});
