import { expect, test } from "vitest";
import { type Cells, readCell, type TicTacToeState, rules as ticTacToe } from "../../../src/games/tic-tac-toe/rules.ts";
import { options, state as stateSchema } from "../../../src/games/tic-tac-toe/schemas.ts";

function started(): TicTacToeState {
  const start = ticTacToe.start({});
  if (!start.ok) throw new Error(start.message);
  return start.value;
}

/** The state after these moves, each by the seat to move. */
function after(...moves: readonly string[]): TicTacToeState {
  return moves.reduce((state, move) => {
    const [seat] = ticTacToe.toMove(state);
    if (seat === undefined) throw new Error("the game is over");
    const played = ticTacToe.play(state, seat, move);
    if (!played.ok) throw new Error(played.message);
    return played.value.state;
  }, started());
}

const board = (text: string): TicTacToeState => {
  const cells: Cells = [...text].map((mark) => (mark === "X" || mark === "O" ? mark : null));
  return { cells };
};

test("the whole game tree has the known number of games, results and positions", () => {
  // Known figures: 255,168 games (131,184 won by X, 77,904 by O, 46,080 drawn) over 5,478 positions.
  interface Count {
    readonly x: number;
    readonly o: number;
    readonly draws: number;
    readonly xCanWin: boolean;
    readonly oCanWin: boolean;
  }
  const known = new Map<string, Count>();
  const count = (state: TicTacToeState): Count => {
    const key = JSON.stringify(state.cells);
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const outcome = ticTacToe.outcome(state);
    const [seat] = ticTacToe.toMove(state);
    expect(outcome === null).toBe(seat !== undefined);
    const below = (seat === undefined ? [] : ticTacToe.legalMoves(state, seat)).map((move) => {
      const played = ticTacToe.play(state, seat ?? "X", move);
      if (!played.ok) throw new Error(played.message);
      expect(played.value.move.code).toBe(move);
      expect(ticTacToe.ply(played.value.state)).toBe(ticTacToe.ply(state) + 1);
      return count(played.value.state);
    });
    const sum = (pick: (part: Count) => number) => below.reduce((total, part) => total + pick(part), 0);
    const total: Count = {
      x: outcome?.winner === "X" ? 1 : sum((part) => part.x),
      o: outcome?.winner === "O" ? 1 : sum((part) => part.o),
      draws: outcome !== null && outcome.winner === null ? 1 : sum((part) => part.draws),
      xCanWin: outcome?.winner === "X" || below.some((part) => part.xCanWin),
      oCanWin: outcome?.winner === "O" || below.some((part) => part.oCanWin),
    };
    expect(ticTacToe.canWin(state, "X")).toBe(total.xCanWin);
    expect(ticTacToe.canWin(state, "O")).toBe(total.oCanWin);
    expect(stateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    known.set(key, total);
    return total;
  };

  const { x, o, draws } = count(started());
  expect({ x, o, draws, games: x + o + draws, positions: known.size }).toEqual({
    x: 131_184,
    o: 77_904,
    draws: 46_080,
    games: 255_168,
    positions: 5_478,
  });
});

test("rows are numbered from the top and letters may be of either case", () => {
  expect(after("a1").cells).toEqual(board("X........").cells);
  expect(after("C1").cells).toEqual(board("..X......").cells);
  for (const text of [" a3 ", "ａ３", "a3\u200b", "A3."]) expect(after(text).cells).toEqual(board("......X..").cells);
});

test("row,col counts from 0 at the top left", () => {
  expect(after("0,2")).toEqual(after("c1"));
  expect(after("2, 0")).toEqual(after("a3"));
  expect(after("1 ,1")).toEqual(after("b2"));
});

test("a move is answered in one notation whatever was written", () => {
  expect(ticTacToe.play(started(), "X", "0,2")).toMatchObject({ value: { move: { code: "c1", text: "c1" } } });
  expect(ticTacToe.play(started(), "X", "C1")).toMatchObject({ value: { move: { code: "c1", text: "c1" } } });
});

test.each(["", "e4e5", "hello", "5", "a", "1a", "a1b2", "0,", "0.5,1", "ａ"])("%j is not a cell", (text) => {
  expect(readCell(text)).toBe("not-a-cell");
  expect(ticTacToe.play(started(), "X", text)).toMatchObject({
    ok: false,
    code: "ILLEGAL_MOVE",
    message: expect.stringMatching(/^Invalid move: .*not a cell/),
  });
});

test.each(["a0", "a4", "d1", "z99", "3,0", "0,3", "-1,0", "99999999999999999999,0"])("%j is out of bounds", (text) => {
  expect(readCell(text)).toBe("out-of-bounds");
  expect(ticTacToe.play(started(), "X", text)).toMatchObject({
    ok: false,
    code: "ILLEGAL_MOVE",
    message: expect.stringMatching(/^Invalid move: .*out of bounds/),
  });
});

test("a cell that is taken is refused and its holder named", () => {
  expect(ticTacToe.play(after("b2"), "O", "b2")).toEqual({
    ok: false,
    code: "ILLEGAL_MOVE",
    message: "Invalid move: b2 is already taken by X.",
    illegal: "occupied",
  });
  expect(ticTacToe.play(after("b2", "a1"), "X", "0,0")).toMatchObject({
    message: "Invalid move: a1 is already taken by O.",
  });
});

test("three in a row wins and ends the game", () => {
  const won = after("a1", "b1", "a2", "b2", "a3");
  expect(ticTacToe.outcome(won)).toEqual({ winner: "X", reason: "three-in-a-row" });
  expect(ticTacToe.toMove(won)).toEqual([]);
  expect(ticTacToe.legalMoves(won, "O")).toEqual([]);
  expect(ticTacToe.play(won, "O", "c3")).toMatchObject({ ok: false, code: "NOT_YOUR_TURN" });
  expect(ticTacToe.canWin(won, "X")).toBe(true);
  expect(ticTacToe.canWin(won, "O")).toBe(false);
});

test("a full board without three in a row is a draw", () => {
  const full = after("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3");
  expect(ticTacToe.outcome(full)).toEqual({ winner: null, reason: "board-full" });
});

test("nobody can win any more once every line holds both marks", () => {
  const dead = board("XOXXOOOX.");
  expect(ticTacToe.outcome(dead)).toBeNull();
  expect(ticTacToe.canWin(dead, "X")).toBe(false);
  expect(ticTacToe.canWin(dead, "O")).toBe(false);
});

test("only the seat to move has legal moves", () => {
  const state = after("b2");
  expect(ticTacToe.toMove(state)).toEqual(["O"]);
  expect(ticTacToe.legalMoves(state, "O")).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]);
  expect(ticTacToe.legalMoves(state, "X")).toEqual([]);
  expect(ticTacToe.play(state, "X", "a1")).toMatchObject({ ok: false, code: "NOT_YOUR_TURN" });
});

test("everybody sees the board", () => {
  const state = after("b2", "a1");
  expect(ticTacToe.view(state, null)).toEqual({ kind: "tic-tac-toe", cells: state.cells });
});

test("a setup for another game is refused", () => {
  expect(options.safeParse({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" }).success).toBe(false);
  expect(options.safeParse({ rounds: 3 }).success).toBe(false);
});

test("a stored state that is no board is refused", () => {
  expect(stateSchema.safeParse({ cells: ["X"] }).success).toBe(false);
  expect(stateSchema.safeParse({ cells: Array(9).fill("x") }).success).toBe(false);
});
