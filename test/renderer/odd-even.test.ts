import { expect, test } from "vitest";
import { play } from "../../src/games/odd-even/page/play.tsx";
import type { OddEvenView } from "../../src/games/odd-even/rules.ts";
import type { ApiMove } from "../../src/shared/api.ts";
import { game } from "./support/told.ts";

const view: OddEvenView = {
  kind: "odd-even",
  round: 3,
  rounds: 5,
  score: { odd: 1, even: 1 },
  past: [
    { odd: 3, even: 2, winner: "odd" },
    { odd: 1, even: 1, winner: "even" },
  ],
  chosen: { odd: false, even: true },
  own: null,
};

test("odd/even's board shows the round that history has come to", () => {
  const history = ["odd", "even", "even", "odd", "even"].map(
    (by, index): ApiMove => ({ ply: index + 1, code: "?", text: "?", by, at: game.created_at, ms: 1, clock: null }),
  );
  const course = play.follow({ ...game, history }, null);
  const at = (ply: number | null) => play.shownAt({ ...game, game: "odd-even", history, view }, course, ply).view;
  expect(at(null)).toEqual(view);
  expect(at(0)).toMatchObject({ round: 1, past: [], score: { odd: 0, even: 0 }, chosen: { odd: false, even: false } });
  expect(at(1)).toMatchObject({ round: 1, past: [], chosen: { odd: true, even: false }, own: null });
  expect(at(2)).toMatchObject({ round: 2, past: [view.past[0]], score: { odd: 1, even: 0 } });
  expect(at(3)).toMatchObject({ round: 2, chosen: { odd: false, even: true } });
  expect(at(4)).toMatchObject({ round: 3, past: view.past, chosen: { odd: false, even: false } });
  expect(at(5)).toMatchObject({ round: 3, chosen: { odd: false, even: true } });
});
