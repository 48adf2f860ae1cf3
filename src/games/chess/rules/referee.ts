import { Chess } from "chess.js";
import type { SquareName } from "chessops/types";

/** The disambiguation in SAN, beside the piece and its target. */
const others = /(?<=^[NBRQK])[a-h]?[1-8]?(?=x?[a-h][1-8])/;

/**
 * Has chess.js judge a move: it has to list it among those from its square, with the same capture, promotion, check or
 * mate. Throws where it does not: what comes here is legal by chessops, so one of the two libraries would be wrong.
 */
export function judge(fen: string, from: SquareName, san: string): void {
  // It lists a square's moves as if nothing else could go there.
  const listed = new Chess(fen, { skipValidation: true }).moves({ square: from });
  if (!listed.includes(san.replace(others, "")))
    throw new Error(`chess.js does not list ${san} from ${from} in ${fen}`);
}
