import { type ChessState, rules as chess } from "../../src/games/chess/rules/rules.ts";
import { pairStatistics } from "../../src/main/league/ratings/pairs.ts";
import { sure } from "../../test/live-games/support.ts";
import { type Comparison, type Row, sourceOf } from "./comparison.ts";
import fide from "./data/fide.json" with { type: "json" };
import perft from "./data/perft.json" with { type: "json" };

/** So often each per cent, that the score alone counts. */
const MANY = 10_000;

/** The difference in Elo that a score means, in FIDE's table and in Kibitz. */
export function fideTable(): Comparison {
  const rows = fide.differences.map((theirs, at): Row => {
    const score = fide.from + at;
    const before = fide.differences[at - 1] ?? theirs;
    const after = fide.differences[at + 1] ?? theirs + (theirs - before);
    return {
      name: `a score of ${score} %`,
      ours: pairStatistics([(100 - score) * MANY, 0, 0, 0, score * MANY])?.elo ?? Number.NaN,
      theirs,
      tolerance: Math.max(after - theirs, theirs - before) / 2 + 0.5,
    };
  });
  return {
    title: "FIDE's table 8.1.1: the difference in rating that a score means",
    source: sourceOf(fide),
    rows,
    digits: 0,
    tolerance: "half of the table's step, and its rounding",
    differences:
      "FIDE's table is A. Elo's normal distribution, Kibitz has the logistic one, as all rating programs for engines. They part where one side takes more than six games of seven: the same score is worth more Elo here.",
  };
}

const legalMoves = (state: ChessState) => chess.legalMoves(state, state.fen.includes(" w ") ? "white" : "black");

function leaves(state: ChessState, depth: number): number {
  const seat = state.fen.includes(" w ") ? "white" : "black";
  const moves = legalMoves(state);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + leaves(sure(chess.play(state, seat, move)).state, depth - 1), 0);
}

/** The number of move sequences of a length, through the rules that games are played by. */
export function perftCounts(): Comparison {
  return {
    title: "Numbers of move sequences from standard positions (perft)",
    source: sourceOf(perft),
    rows: perft.positions.flatMap(([name, fen, nodes]) =>
      [nodes].flat().map((theirs, at): Row => {
        const ours = leaves(sure(chess.start({ fen: String(fen) })), at + 1);
        return { name: `${name}, to depth ${at + 1}`, ours, theirs: Number(theirs), tolerance: 0 };
      }),
    ),
    digits: 0,
    tolerance: "the same numbers",
    differences: "",
  };
}
