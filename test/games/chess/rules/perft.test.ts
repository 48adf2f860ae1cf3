import { expect, test } from "vitest";
import { allMoves, positionOf } from "../../../../src/games/chess/rules/board.ts";
import { positionKey } from "../../../../src/games/chess/rules/fen.ts";
import { type ChessState, rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { full } from "../../../support/full.ts";
import { after, stateAt } from "../corpus/corpus.ts";

/** The standard positions and their node counts by depth: chessprogramming.org/Perft_Results. */
const positions = [
  ["the initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197_281]],
  ["Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97_862, 4_085_603]],
  ["position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43_238]],
  ["position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467, 422_333]],
  ["position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62_379, 2_103_487]],
  [
    "position 6",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    [46, 2079, 89_890, 3_894_594],
  ],
] as const;

/**
 * Counts the move sequences of a length through the rules' own doors: `legalMoves` lists, `play` moves. From the depth
 * that `rest` counts, it takes over. A position that comes again at the same depth is counted once and remembered.
 */
function perft(state: ChessState, depth: number, rest: Rest, known = new Map<string, number>()): number {
  const key = `${depth} ${positionKey(state.fen)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const next = () =>
    legalMoves(state).reduce((sum, move) => sum + perft(after(state, move), depth - 1, rest, known), 0);
  const nodes = depth === rest.depth ? rest.count(state) : next();
  known.set(key, nodes);
  return nodes;
}
interface Rest {
  readonly depth: number;
  count(state: ChessState): number;
}

const legalMoves = (state: ChessState) => chess.legalMoves(state, state.fen.includes(" w ") ? "white" : "black");
const listed: Rest = { depth: 1, count: (state) => legalMoves(state).length };
const generated: Rest = {
  depth: 2,
  count(state) {
    const position = positionOf(state.fen);
    return allMoves(position).reduce((sum, move) => {
      const next = position.clone();
      next.play(move);
      return sum + allMoves(next).length;
    }, 0);
  },
};

const small = positions.filter(([, , nodes]) => nodes[3] < 1_000_000);
const large = positions.filter(([, , nodes]) => nodes[3] >= 1_000_000);
/** Depth 4 takes half a minute for all six. */
const depths = full ? [1, 2, 3, 4] : [1, 2, 3];

test.each(small)("%s has the published numbers of nodes", { timeout: 120_000 }, (_, fen, nodes) => {
  expect(depths.map((depth) => perft(stateAt(fen), depth, listed))).toEqual(nodes.slice(0, depths.length));
});

// Played through the rules, the last two plies of these three take over a minute. So they are counted by the generator
// inside the rules, from each position that the rules reached.
test.each(large)(
  "%s has the published numbers of nodes, the last two plies in bulk",
  { timeout: 120_000 },
  (_, fen, nodes) => {
    const counted = depths.map((depth) => perft(stateAt(fen), depth, depth === 1 ? listed : generated));
    expect(counted).toEqual(nodes.slice(0, depths.length));
  },
);

test.each(full ? large : [])(
  "%s has the published numbers of nodes to depth 3, played",
  { timeout: 120_000 },
  (_, fen, nodes) => {
    expect([2, 3].map((depth) => perft(stateAt(fen), depth, listed))).toEqual(nodes.slice(1, 3));
  },
);
