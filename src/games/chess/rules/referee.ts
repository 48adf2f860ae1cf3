import { Chess } from "chess.js";

/** What a move leads to. */
export interface Judged {
  /** With an en passant square only where a legal capture exists. */
  readonly fen: string;
  readonly san: string;
}

/**
 * What chess.js makes of a move in UCI, in a position that was found good before. Throws where it finds the move illegal:
 * what comes here is legal by chessops, so one of the two libraries would be wrong.
 */
export function judge(fen: string, uci: string): Judged {
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const { after, san } = new Chess(fen, { skipValidation: true }).move({ from, to, promotion });
  return { fen: after, san };
}
