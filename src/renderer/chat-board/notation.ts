import { makeSan } from "chessops/san";
import { parseUci } from "chessops/util";
import { readPosition } from "../board/position.ts";

/** A legal move as a player writes it; the UCI itself where it cannot be read. */
export function sanOf(fen: string, uci: string): string {
  const position = readPosition(fen);
  const move = parseUci(uci);
  return position && move && position.isLegal(move) ? makeSan(position, move) : uci;
}

export const isCheck = (fen: string): boolean => readPosition(fen)?.isCheck() ?? false;
