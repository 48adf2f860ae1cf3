import { Chess, castlingSide } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan } from "chessops/san";
import { kingCastlesTo, makeSquare, parseUci, squareRank } from "chessops/util";

/** A position of chessops, which shares no code with the rules under test. */
export type Reference = Chess;

export const referenceAt = (fen: string): Reference => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
/** With an en passant square only where a legal capture exists, as ours is. */
export const fenOf = (position: Reference): string => makeFen(position.toSetup());

/** The legal moves in UCI, sorted; castling as the king's step of two. */
export function legalUcis(position: Reference): readonly string[] {
  const moves: string[] = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const side = castlingSide(position, { from, to });
      const target = side === undefined ? to : kingCastlesTo(position.turn, side);
      const uci = `${makeSquare(from)}${makeSquare(target)}`;
      const promotes = position.board.pawn.has(from) && [0, 7].includes(squareRank(to));
      moves.push(...(promotes ? ["q", "r", "b", "n"].map((piece) => uci + piece) : [uci]));
    }
  }
  return moves.sort();
}

/** Plays a legal UCI move in place, and returns its SAN. */
export function playUci(position: Reference, uci: string): string {
  const move = parseUci(uci);
  if (move === undefined) throw new Error(`not UCI: ${uci}`);
  const san = makeSan(position, move);
  position.play(move);
  return san;
}
