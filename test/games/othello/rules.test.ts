import { expect, test } from "vitest";
import { countOf, type OthelloState, PASS, rules, startSquares, tally } from "../../../src/games/othello/rules.ts";
import { searchSquares } from "../../../src/games/othello/search.ts";
import { strategies } from "../../../src/games/othello/strategies.ts";
import { amount } from "../../support/full.ts";
import { seeded } from "../../support/seeded.ts";

const start: OthelloState = { squares: startSquares, ply: 0 };
const moverOf = (state: OthelloState) => rules.toMove(state)[0] ?? "nobody";
const legalIn = (state: OthelloState) => rules.legalMoves(state, moverOf(state));
function after(state: OthelloState, ...moves: readonly string[]): OthelloState {
  return moves.reduce((current, move) => {
    const played = rules.play(current, moverOf(current), move);
    if (!played.ok) throw new Error(played.message);
    return played.value.state;
  }, state);
}
/** A board in eight rows from the top, black to move at an even ply. */
const board = (rows: readonly string[], ply = 0): OthelloState => ({ squares: rows.join(""), ply });

test("the game tree has the published numbers of positions", () => {
  const count = (state: OthelloState, depth: number): number =>
    depth === 0 ? 1 : legalIn(state).reduce((sum, move) => sum + count(after(state, move), depth - 1), 0);
  // 4, 12, 56, 244, 1,396, 8,200, 55,092, 390,216: A. Kozak's and others' perft of the usual start.
  const depths = amount(5, 7);
  expect(Array.from({ length: depths }, (_, at) => count(start, at + 1))).toEqual(
    [4, 12, 56, 244, 1_396, 8_200, 55_092].slice(0, depths),
  );
});

test("discs turn in all eight directions at once, and only up to the next one of one's own", () => {
  const state = board(["........", ".B.B.B..", "..WWW...", ".BW.WB..", "..WWW...", ".B.B.BW.", "........", "........"]);
  const next = after(state, "d4");
  expect(next.squares).toBe(
    ["........", ".B.B.B..", "..BBB...", ".BBBBB..", "..BBB...", ".B.B.BW.", "........", "........"].join(""),
  );
});

test("a player without a move passes, and nobody else may", () => {
  // White, to move, has no row to close; Black has h1.
  const state = board(["BBBBBBW.", ...Array.from({ length: 7 }, () => "........")], 1);
  expect(legalIn(state)).toEqual([PASS]);
  expect(rules.play(state, "white", "h1")).toMatchObject({ ok: false, illegal: "pass" });
  const next = after(state, "Pass.");
  expect(legalIn(next)).toEqual(["h1"]);
  expect(rules.play(next, "black", "pass")).toMatchObject({ ok: false, illegal: "pass" });
  const end = after(next, "h1");
  expect(rules.outcome(end)).toEqual({ winner: "black", reason: "more-discs" });
  expect(tally(end)).toBe("64 to 0");
});

test("moves are refused with what is wrong", () => {
  for (const [text, illegal] of [
    ["a1", "turns-nothing"],
    ["d4", "occupied"],
    ["i9", "off-board"],
    ["corner", "notation"],
    ["pass", "pass"],
  ] as const)
    expect([text, rules.play(start, "black", text)]).toMatchObject([text, { ok: false, illegal }]);
  for (const text of ["d3", "D3", " `d3` ", "d3."]) expect(rules.play(start, "black", text).ok).toBe(true);
});

test("a game is won by more discs, free squares counting for the winner, and drawn by as many", () => {
  const rows = (count: number) => [
    "B".repeat(8),
    ...Array.from({ length: 7 }, (_, at) => (at < count ? "W" : "B").repeat(8)),
  ];
  expect(rules.outcome(board(rows(4)))).toEqual({ winner: null, reason: "equal-discs" });
  expect(tally(board(rows(4)))).toBe("32 to 32");
  expect(rules.outcome(board(rows(5)))).toEqual({ winner: "white", reason: "more-discs" });
  expect(tally(board(rows(5)))).toBe("40 to 24");
});

/** The lead in discs at the end for the side to move, by plain search: shares nothing with the search. */
function solved(state: OthelloState, low = -64, high = 64): number {
  const seat = moverOf(state);
  if (rules.outcome(state)) throw new Error("over");
  let best = low;
  for (const move of legalIn(state)) {
    const next = after(state, move);
    const lead = countOf(next.squares, "B") - countOf(next.squares, "W");
    const worth = rules.outcome(next) ? (seat === "black" ? lead : -lead) : -solved(next, -high, -best);
    best = Math.max(best, worth);
    if (best >= high) break;
  }
  return best;
}

test("the search agrees with a plain solution of late positions", () => {
  const random = seeded(3);
  for (let game = 0; game < amount(10, 100); game += 1) {
    let state = start;
    while (!rules.outcome(state) && (state.squares.split(".").length > 8 || legalIn(state)[0] === PASS)) {
      const moves = legalIn(state);
      state = after(state, moves[Math.floor(random() * moves.length)] ?? PASS);
    }
    if (rules.outcome(state) || legalIn(state).length < 2) continue;
    const disc = moverOf(state) === "black" ? "B" : "W";
    const worth = Math.max(...searchSquares(state.squares, disc, 60, 1_000_000).map((each) => each.worth));
    const lead = solved(state);
    expect(worth === 0 ? 0 : worth - Math.sign(worth) * 10_000).toBe(lead === 0 ? 0 : lead);
  }
});

test("each step of four levels is stronger", () => {
  const random = seeded(4);
  const play = (black: number, white: number): number => {
    for (let state = start; ; ) {
      const [seat] = rules.toMove(state);
      if (seat === undefined) return { black: 1, white: 0 }[rules.outcome(state)?.winner ?? ""] ?? 0.5;
      const level = seat === "black" ? black : white;
      const question = { view: rules.view(state, seat), seat, legalMoves: legalIn(state), level, random };
      state = after(state, strategies.levels.choose(question));
    }
  };
  for (const [weaker, stronger] of [
    [1, 4],
    [4, 8],
  ] as const) {
    const points = Array.from({ length: 8 }, () => play(stronger, weaker) + 1 - play(weaker, stronger));
    expect(points.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(9);
  }
});
