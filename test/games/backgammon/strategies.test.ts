import { expect, test } from "vitest";
import { startBoard } from "../../../src/games/backgammon/board.ts";
import { shotsAt } from "../../../src/games/backgammon/evaluation.ts";
import { type BackgammonState, rules } from "../../../src/games/backgammon/rules.ts";
import { strategies } from "../../../src/games/backgammon/strategies.ts";
import type { Strategy } from "../../../src/games/game.ts";
import { randomStrategy } from "../../../src/games/strategy.ts";
import { amount } from "../../support/full.ts";
import { seeded } from "../../support/seeded.ts";

test("blots are hit by as many rolls as the published tables say", () => {
  const shots = (distance: number, ...blocks: readonly number[]) => {
    const board = startBoard.map(() => 0);
    board[24] = 1;
    board[24 - distance] = -1;
    for (const block of blocks) board[24 - block] = 2;
    return shotsAt(board, [24]);
  };
  // P. Magriel, “Backgammon” (1976): with nothing in between.
  const table = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1];
  expect(table.map((_, at) => shots(at + 1))).toEqual(table);
  // Six pips away: 17, less what cannot come by: 5-1 needs 1 or 5 open, 4-2 needs 2 or 4, 3-3 needs 3, 2-2 both 2 and 4.
  expect([shots(6, 3), shots(6, 2, 4), shots(6, 1, 5), shots(12, 6)]).toEqual([16, 14, 15, 1]);
});

test("two blots are hit by a roll once", () => {
  const board = startBoard.map(() => 0);
  board[24] = board[23] = 1;
  board[22] = -1;
  // All rolls with a 1 or a 2: 20 of 36.
  expect(shotsAt(board, [24, 23])).toBe(20);
});

/** Plays one game to its end; the points of White, negative where Black won. */
function play(white: readonly [Strategy, number], black: readonly [Strategy, number], random: () => number): number {
  const start = rules.start({});
  if (!start.ok) throw new Error(start.message);
  for (let state: BackgammonState = start.value; ; ) {
    const outcome = rules.outcome(state);
    if (outcome) return outcome.winner === "white" ? 1 : -1;
    const draws = rules.chance?.(state)?.flatMap(({ code, weight }) => Array.from({ length: weight }, () => code));
    const seat = draws ? "chance" : (rules.toMove(state)[0] ?? "");
    const [strategy, level] = seat === "white" ? white : black;
    const text = draws
      ? (draws[Math.floor(random() * draws.length)] ?? "")
      : strategy.choose({
          view: rules.view(state, seat),
          seat,
          legalMoves: rules.legalMoves(state, seat),
          level,
          random,
        });
    const played = rules.play(state, seat, text);
    if (!played.ok) throw new Error(`${text}: ${played.message}`);
    state = played.value.state;
  }
}

/** How many of so many games a player wins, half of them with white. */
function wins(one: readonly [Strategy, number], other: readonly [Strategy, number], games: number): number {
  const random = seeded(11);
  return Array.from({ length: games }, (_, at) =>
    at % 2 ? -play(other, one, random) : play(one, other, random),
  ).filter((points) => points > 0).length;
}
const level = (strength: number) => [strategies.levels, strength] as const;

test("level 10 beats random moves in nearly every game", () => {
  const games = amount(20, 200);
  expect(wins(level(10), [randomStrategy, 1], games)).toBeGreaterThanOrEqual(0.95 * games);
});

test.each([
  [1, 4],
  [4, 7],
  [7, 10],
])("level %i loses to level %i more often than not", (weaker, stronger) => {
  const games = amount(16, 400);
  expect(wins(level(stronger), level(weaker), games)).toBeGreaterThan(0.55 * games);
});
