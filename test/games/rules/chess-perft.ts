import { chess, type ChessState, positionKey } from "../../../src/main/games/rules/chess.ts";
import { after } from "../corpus/corpus.ts";

/**
 * Counts the move sequences of a length through the rules' own doors: `legalMoves` lists, `play` moves. A position
 * that is reached again at the same depth is counted once and remembered, since its moves are the same.
 */
export function perft(state: ChessState, depth: number, known = new Map<string, number>()): number {
  const key = `${depth} ${positionKey(state.fen)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const moves = chess.legalMoves(state, state.fen.includes(" w ") ? "white" : "black");
  const nodes =
    depth === 1 ? moves.length : moves.reduce((sum, move) => sum + perft(after(state, move), depth - 1, known), 0);
  known.set(key, nodes);
  return nodes;
}
