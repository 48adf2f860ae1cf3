import { expect, test } from "vitest";
import { about } from "../../../src/games/odd-even/about.ts";
import { type OddEvenOptions, type OddEvenState, rules as oddEven } from "../../../src/games/odd-even/rules.ts";
import { options, state as stateSchema } from "../../../src/games/odd-even/schemas.ts";
import type { Seat } from "../../../src/shared/terms.ts";

function started(setup: OddEvenOptions = {}): OddEvenState {
  const start = oddEven.start(setup);
  if (!start.ok) throw new Error(start.message);
  return start.value;
}

function chosen(state: OddEvenState, seat: Seat, choice: number): OddEvenState {
  const played = oddEven.play(state, seat, String(choice));
  if (!played.ok) throw new Error(played.message);
  return played.value.state;
}

/** The state after these whole rounds, given as odd's and even's choice. */
const afterRounds = (state: OddEvenState, ...rounds: readonly (readonly [number, number])[]): OddEvenState =>
  rounds.reduce((before, [odd, even]) => chosen(chosen(before, "odd", odd), "even", even), state);

const viewers = ["odd", "even", null] as const;
const everyChoice = [1, 2, 3, 4, 5];

/** All that a viewer is shown: the view, what the rules say of the state, and the moves that are not concealed. */
function shown(state: OddEvenState, moves: readonly string[], viewer: Seat | null): string {
  return JSON.stringify({
    view: oddEven.view(state, viewer),
    ply: oddEven.ply(state),
    toMove: oddEven.toMove(state),
    outcome: oddEven.outcome(state),
    legal: viewer === null ? [] : oddEven.legalMoves(state, viewer),
    moves: moves.map((move, index) => (oddEven.conceals?.(state, index, viewer) ? "hidden" : move)),
  });
}

test("both seats may choose at once, in either order", () => {
  const start = started();
  expect(about.simultaneous).toBe(true);
  expect(oddEven.toMove(start)).toEqual(["odd", "even"]);
  expect(oddEven.toMove(chosen(start, "even", 4))).toEqual(["odd"]);
  expect(oddEven.toMove(chosen(start, "odd", 4))).toEqual(["even"]);
  expect(chosen(chosen(start, "even", 4), "odd", 1)).toEqual(chosen(chosen(start, "odd", 1), "even", 4));
});

test("the parity of the sum takes the round", () => {
  for (const odd of everyChoice) {
    for (const even of everyChoice) {
      const view = oddEven.view(afterRounds(started(), [odd, even]), null);
      const winner = (odd + even) % 2 === 1 ? "odd" : "even";
      expect(view).toMatchObject({ past: [{ odd, even, winner }], score: { odd: 0, even: 0, [winner]: 1 } });
    }
  }
});

test("a pending choice shows nowhere but to its owner", () => {
  for (const past of [
    [],
    [[1, 1]],
    [
      [1, 2],
      [5, 5],
      [2, 3],
    ],
  ] as const) {
    for (const owner of ["odd", "even"] as const) {
      const before = afterRounds(started({ rounds: 99 }), ...past);
      const log = past.flatMap(([odd, even]) => [`odd ${odd}`, `even ${even}`]);
      const seen = everyChoice.map((choice) =>
        viewers.map((viewer) => shown(chosen(before, owner, choice), [...log, `${owner} ${choice}`], viewer)),
      );
      for (const [index, viewer] of viewers.entries()) {
        const different = new Set(seen.map((views) => views[index])).size;
        expect(different).toBe(viewer === owner ? everyChoice.length : 1);
      }
      const state = chosen(before, owner, 4);
      expect(oddEven.view(state, owner)).toMatchObject({ own: 4, chosen: { [owner]: true } });
      expect(oddEven.view(state, null)).toMatchObject({ own: null, chosen: { [owner]: true } });
    }
  }
});

test("both choices show to everybody once the round is over", () => {
  const state = chosen(afterRounds(started(), [1, 2]), "even", 5);
  for (const viewer of viewers) {
    expect([0, 1].map((index) => oddEven.conceals?.(state, index, viewer))).toEqual([false, false]);
    expect(oddEven.view(state, viewer)).toMatchObject({ past: [{ odd: 1, even: 2, winner: "odd" }] });
  }
  expect(viewers.map((viewer) => oddEven.conceals?.(state, 2, viewer))).toEqual([true, false, true]);
});

test("a seat cannot choose twice in a round", () => {
  const state = chosen(started(), "odd", 3);
  expect(oddEven.play(state, "odd", "4")).toMatchObject({ ok: false, code: "NOT_YOUR_TURN" });
  expect(oddEven.legalMoves(state, "odd")).toEqual([]);
  expect(oddEven.legalMoves(state, "even")).toEqual(["1", "2", "3", "4", "5"]);
});

test.each(["３", "3.", "**3**", "3\u200b"])("%j is read as the choice 3", (text) => {
  expect(oddEven.play(started(), "odd", text)).toMatchObject({ value: { move: { code: "3" } } });
});

test.each(["0", "6", "-1", "2.5", "03", "three", "", "1,2", "３３"])("%j is refused as a choice", (text) => {
  expect(oddEven.play(started(), "odd", text)).toMatchObject({
    ok: false,
    code: "ILLEGAL_MOVE",
    message: expect.stringMatching(/^Invalid move: /),
  });
});

test("a choice is read with blanks around it and written plainly", () => {
  expect(oddEven.play(started(), "odd", " 3 ")).toMatchObject({ value: { move: { code: "3", text: "3" } } });
});

test("ply counts choices, whole rounds and the one that is in", () => {
  const state = afterRounds(started(), [1, 2], [2, 2]);
  expect(oddEven.ply(state)).toBe(4);
  expect(oddEven.ply(chosen(state, "even", 1))).toBe(5);
});

test("the game ends as soon as one seat has more than half of the rounds", () => {
  const two = afterRounds(started({ rounds: 5 }), [1, 2], [1, 2]);
  expect(oddEven.outcome(two)).toBeNull();
  const three = afterRounds(two, [1, 2]);
  expect(oddEven.outcome(three)).toEqual({ winner: "odd", reason: "best-of" });
  expect(oddEven.toMove(three)).toEqual([]);
  expect(oddEven.play(three, "even", "1")).toMatchObject({ ok: false, code: "NOT_YOUR_TURN" });
  expect(oddEven.view(three, null)).toMatchObject({ round: 3, rounds: 5, score: { odd: 3, even: 0 } });
});

test("a match that goes the whole distance is decided by its last round", () => {
  let state = started({ rounds: 99 });
  for (let round = 0; round < 98; round++) state = afterRounds(state, [1, round % 2 === 0 ? 1 : 2]);
  expect(oddEven.outcome(state)).toBeNull();
  expect(oddEven.view(state, null)).toMatchObject({ round: 99, score: { odd: 49, even: 49 } });
  const over = afterRounds(state, [3, 5]);
  expect(oddEven.outcome(over)).toEqual({ winner: "even", reason: "best-of" });
  expect(stateSchema.parse(JSON.parse(JSON.stringify(over)))).toEqual(over);
});

test("either seat can still win until the game is over", () => {
  const state = chosen(afterRounds(started({ rounds: 3 }), [1, 2]), "even", 1);
  expect(oddEven.canWin(state, "even")).toBe(true);
  expect(oddEven.canWin(state, "odd")).toBe(true);
  const over = chosen(state, "odd", 2);
  expect(oddEven.canWin(over, "even")).toBe(false);
  expect(oddEven.canWin(over, "odd")).toBe(true);
});

test("rounds are an odd number from 1 to 99, 5 unless told", () => {
  expect(started().rounds).toBe(5);
  for (const rounds of [1, 3, 99]) expect(started({ rounds }).rounds).toBe(rounds);
  for (const rounds of [0, -1, 2, 98, 100, 101, 2.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(oddEven.start({ rounds })).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
  }
  expect(options.safeParse({ fen: "startpos" }).success).toBe(false);
});

test("every state of a match survives the database", () => {
  let state = started({ rounds: 9 });
  let turn = 0;
  while (oddEven.outcome(state) === null) {
    const seats = oddEven.toMove(state);
    const seat = seats[turn % seats.length];
    if (seat === undefined) throw new Error("nobody may move");
    state = chosen(state, seat, ((turn * turn) % 5) + 1);
    turn += 1;
    expect(stateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  }
  expect(turn).toBe(oddEven.ply(state));
});

test("a stored state that cannot be is refused", () => {
  const state = started();
  for (const broken of [
    { ...state, rounds: 100 },
    { ...state, past: [{ odd: 6, even: 1 }] },
    { ...state, pending: { by: "white", choice: 1 } },
    { rounds: 5 },
  ]) {
    expect(stateSchema.safeParse(broken).success).toBe(false);
  }
});
