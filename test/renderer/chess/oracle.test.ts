import { Chess } from "chess.js";
import { describe, expect, it } from "vitest";
import { lastPositionOf } from "../../../src/games/chess/page/pgn-position.ts";
import { sanOf } from "../../../src/games/chess/page/position.ts";
import { replayMoves } from "../../../src/games/chess/page/replay.ts";
import { comparedGamesOf, corpusFiles, imported } from "../../games/chess/corpus/corpus.ts";

const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** The pieces on the board, as letters in one order. */
const men = (fen: string): string => [...(fen.split(" ")[0] ?? "").replace(/[\d/]/g, "")].sort().join("");
const letters = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" } as const;

// chess.js, which judges the moves in the host, shares no code with what pages follow a game by.
describe.each(corpusFiles)("the games of %s, as a page follows them", (file) => {
  it("the positions of games that a page follows are those of chess.js", () => {
    for (const game of comparedGamesOf(file, 21)) {
      const { startFen, moves } = imported(game);
      const reference = new Chess(startFen ?? initialFen);
      const spots = replayMoves(startFen, moves);
      expect(spots, game.name).toHaveLength(moves.length + 1);
      for (const [index, { code: uci, text: san }] of moves.entries()) {
        const [before, after] = [spots[index], spots[index + 1]];
        if (!before || !after) throw new Error("two positions for each move");
        expect(sanOf(before.fen, uci), `${game.name}, ${uci}`).toBe(san);
        const judged = reference.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci.slice(4) });
        expect(judged.san, `${game.name}, ${uci}`).toBe(san);
        expect(after, `${game.name}, ${uci}`).toMatchObject({ fen: judged.after, check: reference.isCheck() });
        // Taken pieces are those no longer there, whatever has been promoted since.
        const taken = after.captures.white.length + after.captures.black.length;
        expect(men(after.fen).length + taken, `${game.name}, ${uci}`).toBe(men(spots[0]?.fen ?? "").length);
        const newly = after.captures[before.turn]
          .slice(before.captures[before.turn].length)
          .map((role) => letters[role]);
        expect(newly.length, `${game.name}, ${uci}`).toBe(san.includes("x") ? 1 : 0);
        for (const letter of newly) {
          const own = before.turn === "white" ? letter : letter.toUpperCase();
          expect(men(before.fen).split(own).length, `${game.name}, ${uci}`).toBe(men(after.fen).split(own).length + 1);
        }
      }
      expect(lastPositionOf(game.pgn), game.name).toEqual({ ok: true, value: reference.fen() });
    }
  });
});
