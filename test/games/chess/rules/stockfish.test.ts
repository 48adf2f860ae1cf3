import { afterAll, expect, test } from "vitest";
import { rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { comparedGamesOf, corpusFiles, replayed } from "../corpus/corpus.ts";
import { openStockfish, toldBy } from "../corpus/stockfish.ts";

const engine = openStockfish();
afterAll(() => engine.close());

/** Start, end, and three positions between. */
const sample = (plies: number): readonly number[] => [
  ...new Set([0, 0.3, 0.5, 0.8, 1].map((share) => Math.floor(plies * share))),
];

test.each(corpusFiles)(
  "sampled positions of the %s games are as Stockfish has them",
  { timeout: 120_000 },
  async (file) => {
    for (const game of comparedGamesOf(file)) {
      const { states, ucis } = replayed(game);
      for (const ply of sample(ucis.length)) {
        const [start, state] = [states[0], states[ply]];
        if (start === undefined || state === undefined) throw new Error(`${game.name} has no ply ${ply}`);
        const stockfish = await toldBy(engine, start.fen, ucis.slice(0, ply));
        const where = `${game.name}, ply ${ply}`;
        expect(state.fen, where).toBe(stockfish.fen);
        expect(chess.view(state, null), where).toMatchObject({ check: stockfish.check });
        const over = chess.outcome(state) !== null;
        const seat = state.fen.includes(" w ") ? "white" : "black";
        // Stockfish goes on after a draw by count or material; mate and stalemate leave it no moves either.
        if (!over) expect(chess.legalMoves(state, seat).toSorted(), where).toEqual(stockfish.legal);
        if (stockfish.legal.length === 0) {
          expect(chess.outcome(state)?.reason, where).toBe(stockfish.check ? "checkmate" : "stalemate");
        }
      }
    }
  },
);
