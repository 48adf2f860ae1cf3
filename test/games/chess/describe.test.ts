import { Chess, type Color, SQUARES, type Square } from "chess.js";
import { expect, test } from "vitest";
import { describe as describePosition } from "../../../src/games/chess/describe.ts";
import { chess } from "../../../src/games/chess/index.ts";
import { rules } from "../../../src/games/chess/rules/rules.ts";
import { seeded } from "../../support/seeded.ts";

/** Compares the description of a position with chess.js, which shares no code with it. */

const worth = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 } as const;

function oracle(fen: string) {
  const board = new Chess(fen);
  const name = (square: Square) => `${board.get(square)?.type.replace("p", "").toUpperCase()}${square}`;
  const side = (color: Color) => {
    const them = color === "w" ? "b" : "w";
    const own = SQUARES.filter((square) => board.get(square)?.color === color);
    const attacked = own.filter((square) => board.attackers(square, them).length > 0);
    const undefended = own.filter(
      (square) => board.get(square)?.type !== "k" && board.attackers(square, color).length === 0,
    );
    // A man is pinned where taking it off the board lets another one attack the king.
    const [king = "e1"] = board.findPiece({ type: "k", color });
    const before = board.attackers(king, them);
    const pins = own.flatMap((square) => {
      if (square === king) return [];
      const without = new Chess(fen);
      without.remove(square);
      const newly = without.attackers(king, them).filter((from) => !before.includes(from));
      return newly.map((from) => `${name(square)} by ${name(from)}`);
    });
    return {
      points: own.reduce((total, square) => total + worth[board.get(square)?.type ?? "k"], 0),
      attacked: attacked
        .map(
          (square) =>
            `${name(square)}: ${board.attackers(square, them).map(name).toSorted()} / ${board.attackers(square, color).map(name).toSorted()}`,
        )
        .toSorted(),
      undefended: undefended.map(name).toSorted(),
      pins: pins.toSorted(),
    };
  };
  const turn = board.turn();
  const [king = "e1"] = board.findPiece({ type: "k", color: turn });
  return {
    side_to_move: turn === "w" ? "white" : "black",
    checkers: board
      .attackers(king, turn === "w" ? "b" : "w")
      .map(name)
      .toSorted(),
    checks: board
      .moves()
      .filter((san) => /[+#]$/.test(san))
      .toSorted(),
    white: side("w"),
    black: side("b"),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the facts are plain JSON for programs
const factsOf = (state: any): any => describePosition(state).facts;

test("attacked, undefended and pinned men, checks and material are right in positions that random games go through", () => {
  const random = seeded(11);
  for (let game = 0; game < 3; game += 1) {
    const started = rules.start({});
    if (!started.ok) throw new Error(started.message);
    let state = started.value;
    for (let ply = 0; ply < 80 && rules.outcome(state) === null; ply += 1) {
      const [seat = ""] = rules.toMove(state);
      const legal = rules.legalMoves(state, seat);
      const played = rules.play(state, seat, legal[Math.floor(random() * legal.length)] ?? "");
      if (!played.ok) throw new Error(played.message);
      state = played.value.state;
      // Moves and their marks are what takes the time here; every third position has seen enough of them.
      if (rules.outcome(state) !== null || ply % 3 !== 0) continue;
      const { side_to_move, checkers, checks, white, black, balance, legal_moves_count } = factsOf(state);
      const told = (side: typeof white) => ({
        points: side.material.points,
        attacked: side.attacked
          .map(
            ({ piece, attackers, defenders }: Record<string, string[]>) =>
              `${piece}: ${attackers?.toSorted()} / ${defenders?.toSorted()}`,
          )
          .toSorted(),
        undefended: side.undefended.toSorted(),
        pins: side.pins.map(({ piece, by }: Record<string, string>) => `${piece} by ${by}`).toSorted(),
      });
      const expected = oracle(state.fen);
      expect(
        {
          side_to_move,
          checkers: checkers.toSorted(),
          checks: checks.toSorted(),
          white: told(white),
          black: told(black),
        },
        state.fen,
      ).toEqual(expected);
      expect(balance).toBe(expected.white.points - expected.black.points);
      expect(legal_moves_count).toBe(rules.legalMoves(state, side_to_move).length);
    }
  }
});

test("a draw that may be claimed is told, and how often the position has occurred", () => {
  const started = rules.start({});
  if (!started.ok) throw new Error(started.message);
  let state = started.value;
  expect(factsOf(state)).toMatchObject({ claimable_draw: null, times_occurred: 1 });
  for (const move of ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]) {
    const played = rules.play(state, rules.toMove(state)[0] ?? "", move);
    if (!played.ok) throw new Error(played.message);
    state = played.value.state;
  }
  expect(factsOf(state)).toMatchObject({ claimable_draw: "threefold-repetition", times_occurred: 3 });
  const { lines } = chess.describe?.(state) ?? { lines: [] };
  expect(lines).toContain("- Draw that may be claimed: Threefold Repetition");
  expect(lines[1]).toBe("- Material: White 39 (Q×1 R×2 B×2 N×2 P×8); Black 39 (Q×1 R×2 B×2 N×2 P×8); even");
});
