import { describe, expect, test } from "vitest";
import {
  type BackgammonState,
  boardFor,
  positionOf,
  rules,
  type Side,
  tally,
} from "../../../src/games/backgammon/rules.ts";
import { amount } from "../../support/full.ts";
import { seeded } from "../../support/seeded.ts";

/** Checkers by the point as their side numbers it; 25 is the bar, and what is missing of fifteen is off. */
type Checkers = Readonly<Record<number, number>>;

/** A position in which a side has rolled. */
function rolled(
  white: Checkers,
  black: Checkers,
  dice: readonly [number, number],
  turn: Side = "white",
): BackgammonState {
  const board = Array.from({ length: 28 }, () => 0);
  const lay = (checkers: Checkers, at: (point: number) => number, sign: number, bar: number, off: number) => {
    let left = 15;
    for (const [point, count] of Object.entries(checkers)) {
      left -= count;
      if (point === "25") board[bar] = count;
      else board[at(Number(point))] = sign * count;
    }
    board[off] = left;
  };
  lay(white, (point) => point, 1, 25, 0);
  lay(black, (point) => 25 - point, -1, 26, 27);
  return { ...positionOf(board, "white"), turn, dice, last: null, ply: 9 };
}
const start = (): BackgammonState => {
  const result = rules.start({});
  if (!result.ok) throw new Error(result.message);
  return result.value;
};
function advance(state: BackgammonState, seat: string, text: string) {
  const played = rules.play(state, seat, text);
  if (!played.ok) throw new Error(played.message);
  return played.value;
}
const textIn = (state: BackgammonState, text: string): string => {
  const played = rules.play(state, state.turn ?? "", text);
  return played.ok ? played.value.move.text : `${played.illegal}: ${played.message}`;
};
const legalIn = (state: BackgammonState) => rules.legalMoves(state, state.turn ?? "").toSorted();

describe("rolls", () => {
  test("the first roll is a die for each side, never equal, and the higher one begins with both", () => {
    expect(rules.chance?.(start())).toHaveLength(30);
    expect(advance(start(), "chance", "6-2").state).toMatchObject({ turn: "white", dice: [6, 2], ply: 1 });
    expect(advance(start(), "chance", "2-6").state).toMatchObject({ turn: "black", dice: [6, 2] });
    expect(advance(start(), "chance", "2-6").move).toEqual({ code: "2-6", text: "Dice 2-6, Black begins" });
    expect(rules.play(start(), "chance", "3-3")).toMatchObject({ ok: false, illegal: "dice" });
    expect(rules.toMove(start())).toEqual([]);
  });

  test("a later roll is one of 36, of which two look alike unless they are a double", () => {
    const { state } = advance(advance(start(), "chance", "3-1").state, "white", "8/5 6/5");
    const outcomes = rules.chance?.(state) ?? [];
    expect(outcomes).toHaveLength(21);
    expect(outcomes.reduce((sum, { weight }) => sum + weight, 0)).toBe(36);
    expect(outcomes.find(({ code }) => code === "4-4")?.weight).toBe(1);
    expect([rules.toMove(state), rules.play(state, "black", "24/20").ok]).toEqual([[], false]);
    expect(advance(state, "chance", "4-4")).toMatchObject({ move: { text: "Dice 4-4" }, state: { turn: "black" } });
  });

  test("a side that can move nothing with its roll has passed with it, and the roll says so", () => {
    // Black holds its whole home board, where White has a checker on the bar.
    const closed = { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3 };
    const waits = { ...rolled({ 25: 1, 6: 14 }, closed, [6, 6]), dice: null };
    const { state, move } = advance(waits, "chance", "6-5");
    expect(move).toEqual({ code: "6-5", text: "Dice 6-5, White cannot move" });
    expect(state).toMatchObject({
      turn: "black",
      dice: null,
      ply: 10,
      last: { by: "white", dice: [6, 5], move: null },
    });
    expect(rules.chance?.(state)).toHaveLength(21);
  });
});

describe("a turn", () => {
  const far = { 1: 15 };
  test.each([
    [
      "enters from the bar before it moves anything else",
      rolled({ 25: 1, 13: 14 }, { 6: 2, 1: 13 }, [6, 3]),
      ["bar/16", "bar/22,13/7"],
    ],
    [
      "moves nothing else while a second checker stays on the bar",
      rolled({ 25: 2, 13: 13 }, { 6: 2, 1: 13 }, [6, 3]),
      ["bar/22"],
    ],
    [
      "is Black's by Black's own numbers",
      rolled(far, { 25: 1, 13: 14 }, [6, 3], "black"),
      ["bar/16", "bar/19,13/10", "bar/22,13/7"],
    ],
    [
      "uses both dice where one checker alone could not",
      rolled({ 10: 1, 3: 1 }, { 23: 2, 17: 2, 1: 11 }, [6, 2]),
      ["10/4,3/1"],
    ],
    [
      "uses the higher die where either can be played, but not both",
      rolled({ 10: 1 }, { 23: 2, 1: 13 }, [6, 2]),
      ["10/4"],
    ],
    ["uses the lower die where only that can be played", rolled({ 10: 1 }, { 23: 2, 21: 2, 1: 11 }, [6, 2]), ["10/8"]],
    ["plays a double four times", rolled({ 23: 2, 2: 13 }, far, [5, 5]), ["23/13(2)", "23/3", "23/8,23/18"]],
    ["plays a double as often as it can", rolled({ 20: 1, 2: 14 }, { 20: 2, 1: 13 }, [5, 5]), ["20/10"]],
    [
      "bears off by the exact number, or from the highest point by a higher one",
      rolled({ 4: 1, 3: 1, 1: 1 }, far, [6, 3]),
      ["4/1,3/off", "4/off,3/off"],
    ],
    [
      "bears nothing off by a higher number while a checker stands behind",
      rolled({ 6: 2, 2: 1 }, { 25: 1, 1: 14 }, [4, 3]),
      ["6/3,6/2"],
    ],
    [
      "bears nothing off while a checker is outside, but may bring it in first",
      rolled({ 7: 1, 6: 2 }, far, [6, 1]),
      ["7/1,6/5", "7/off"],
    ],
    [
      "may hit while it bears off",
      rolled({ 5: 1, 2: 1 }, { 22: 1, 1: 14 }, [2, 1]),
      ["5/2", "5/3*,2/1", "5/3*/2", "5/4,2/off"],
    ],
    [
      "says what is hit on the way",
      rolled({ 13: 2, 6: 13 }, { 18: 1, 14: 1, 1: 13 }, [6, 2]),
      ["13/11*,13/7*", "13/11*/5", "13/7*,6/4", "13/7*/5"],
    ],
    ["ends with the last checker, whatever is left of the roll", rolled({ 3: 2 }, far, [6, 6]), ["3/off(2)"]],
  ] as const)("%s", (_, state, legal) => {
    expect(legalIn(state)).toEqual(legal);
  });

  test("sends the blot that it hits to the bar, from which it enters", () => {
    const { state } = advance(rolled({ 8: 2, 6: 13 }, { 20: 1, 1: 14 }, [3, 1]), "white", "8/5*, 6/5");
    expect(state).toMatchObject({ bar: { white: 0, black: 1 }, turn: "black", dice: null });
    expect(state.last).toEqual({ by: "white", dice: [3, 1], move: "8/5*,6/5" });
    const { state: next } = advance(state, "chance", "6-5");
    // White's 6 and 5 points are held.
    expect(next).toMatchObject({ turn: "white", last: { by: "black", move: null } });
  });

  test.each([
    ["by 1 point once a checker of the other side is off", { 3: 14 }, "borne-off", "1 point"],
    ["by 2 points, a gammon, if none is", { 3: 15 }, "gammon", "2 points, a gammon"],
    ["by 3, a backgammon, if one is on the bar", { 25: 1, 3: 14 }, "backgammon", "3 points, a backgammon"],
    ["by 3, a backgammon, if one is in the winner's home", { 19: 1, 3: 14 }, "backgammon", "3 points, a backgammon"],
    ["by 2 if it is just outside", { 18: 1, 3: 14 }, "gammon", "2 points, a gammon"],
    ["by 1 with a checker in the winner's home, if one is off", { 20: 1, 3: 13 }, "borne-off", "1 point"],
  ])("wins %s", (_, black, reason, margin) => {
    const { state } = advance(rolled({ 1: 2 }, black, [2, 1]), "white", "1/off(2)");
    expect([rules.outcome(state), tally(state)]).toEqual([{ winner: "white", reason }, margin]);
    expect([rules.toMove(state), rules.chance?.(state)]).toEqual([[], null]);
    expect([rules.canWin(state, "white"), rules.canWin(state, "black")]).toEqual([true, false]);
  });
});

describe("a written turn", () => {
  const opening = rolled({ 24: 2, 13: 5, 8: 3, 6: 5 }, { 24: 2, 13: 5, 8: 3, 6: 5 }, [3, 1]);
  test.each([
    "8/5 6/5",
    "6/5 8/5",
    "8/5, 6/5",
    "8/5,6/5",
    " `8/5 6/5`. ",
    "8-5 6-5",
    "8→5; 6→5",
    "8 / 5 and 6 / 5",
    "31: 8/5 6/5",
    "Dice 3-1: 8/5 6/5",
    "\uff18/5 6/5",
  ])("may be spelt %j", (text) => {
    expect(textIn(opening, text)).toBe("8/5 6/5");
  });

  test("may name the places on the way, the bar and the end by other names, and two checkers at once", () => {
    expect(textIn(opening, "13/10/9")).toBe("13/9");
    expect(textIn(rolled({ 25: 1, 6: 14 }, { 2: 15 }, [2, 1]), "25/24 6/4")).toBe("bar/24 6/4");
    expect(textIn(rolled({ 25: 1, 6: 14 }, { 1: 15 }, [5, 2]), "Bar/20/18")).toBe("bar/18");
    expect(textIn(rolled({ 3: 2, 2: 1 }, { 1: 15 }, [3, 3]), "3/off 3/0 2/off")).toBe("3/off(2) 2/off");
    const double = rolled({ 23: 2, 13: 13 }, { 1: 15 }, [2, 2]);
    for (const text of ["23/21(2) 13/11(2)", "13/11x2 23/21×2", "23/21 13/11 23/21 13/11"])
      expect(textIn(double, text)).toBe("23/21(2) 13/11(2)");
  });

  test("needs the sign of a hit only where it is not clear what is hit", () => {
    const state = rolled({ 13: 2, 6: 13 }, { 18: 1, 14: 1, 1: 13 }, [6, 2]);
    expect(textIn(state, "13/5")).toMatch(
      /^hit: .*say what is hit on the way: 13\/7\* 5|^hit: .*13\/7\*\/5 or 13\/11\*\/5/,
    );
    expect([textIn(state, "13/7*/5"), textIn(state, "13/11/5")]).toEqual(["13/7*/5", "13/11*/5"]);
    expect(textIn(state, "13/7 6/4")).toBe("13/7* 6/4");
    const passing = rolled({ 13: 2, 6: 13 }, { 18: 1, 1: 14 }, [6, 2]);
    expect([textIn(passing, "13/5"), textIn(passing, "13/7*/5"), textIn(passing, "13/11/5")]).toEqual([
      "13/5",
      "13/7*/5",
      "13/5",
    ]);
  });

  test.each([
    ["five points", "notation", /write the whole turn/],
    ["8/5 6", "notation", /write the whole turn/],
    ["5/8", "direction", /to lower numbers/],
    ["26/20", "direction", /from 1 to 24/],
    ["7/4 6/5", "no-checker", /no checker on point 7/],
    ["24/21(2) 24/23", "no-checker", /only 2 on point 24/],
    ["bar/22 24/23", "no-checker", /no checker on the bar/],
    ["13/12 8/5", "blocked", /point 12 is held by 5/],
    ["8/5", "unused-dice", /play both dice, not one/],
    ["24/18", "dice", /not what the dice 3-1/],
    ["6/3 6/off", "bearing-off", /before all of yours are on points 1 to 6/],
    ["8/5* 6/5", "hit", /hits nothing on 5/],
  ])("%j is refused as %s", (text, illegal, reason) => {
    const refusal = textIn(opening, text);
    expect(refusal).toMatch(new RegExp(`^${illegal}: Invalid move: `));
    expect(refusal).toMatch(reason);
  });

  test("is refused for what the bar, the higher die and checkers behind forbid", () => {
    const onBar = rolled({ 25: 1, 13: 14 }, { 6: 2, 1: 13 }, [6, 3]);
    expect(textIn(onBar, "13/7 13/10")).toMatch(/^bar: .*your checker on the bar must enter first/);
    expect(textIn(onBar, "bar/19")).toMatch(/^blocked: .*point 19 is held by 2/);
    const either = rolled({ 10: 1 }, { 23: 2, 1: 13 }, [6, 2]);
    expect(textIn(either, "10/8")).toMatch(/^unused-dice: .*only one die can be played, and it must be the 6/);
    const behind = rolled({ 6: 2, 2: 1 }, { 25: 1, 1: 14 }, [4, 3]);
    expect(textIn(behind, "6/3 2/off")).toMatch(/^bearing-off: .*if none of yours is behind/);
    const double = rolled({ 23: 2, 2: 13 }, { 1: 15 }, [5, 5]);
    expect(textIn(double, "23/18(2)")).toMatch(/^unused-dice: .*play all 4 that can be played, not 2/);
  });

  test("is read back from its code and from its text, in either order of its parts", { tags: ["edge"] }, () => {
    const random = seeded(5);
    for (let game = 0; game < amount(2, 40); game += 1)
      for (let state = start(); rules.outcome(state) === null; ) {
        const draws = rules.chance?.(state)?.map(({ code }) => code);
        const seat = draws ? "chance" : (state.turn ?? "");
        const codes = draws ?? rules.legalMoves(state, seat);
        const from = Math.floor(random() * codes.length);
        for (const code of draws ? [] : codes.slice(from, from + 3)) {
          const { move } = advance(state, seat, code);
          expect([move.code, move.text]).toEqual([code, code.replaceAll(",", " ")]);
          expect(advance(state, seat, code.split(",").toReversed().join(" ")).move.code).toBe(code);
        }
        const code = codes[Math.floor(random() * codes.length)] ?? "";
        state = advance(state, seat, code).state;
        const own = (["white", "black"] as const).map((side) =>
          boardFor(state, side).reduce((sum, checkers, at) => sum + (at < 26 && checkers > 0 ? checkers : 0), 0),
        );
        expect(own).toEqual([15, 15]);
      }
  });
});
