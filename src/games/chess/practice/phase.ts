import type { Phase } from "../../../shared/practice/questions.ts";
import { piecesIn, pliesBefore } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";

/** Most queens, rooks, bishops and knights of an endgame, as scalachess `Divider.scala` counts them. */
const ENDGAME_PIECES = 6;
/** Plies of the opening: ten moves of each side. */
const OPENING_PLIES = 20;

/** An endgame by its pieces, whenever it comes; before that the first ten moves are the opening. */
export function phaseOf({ fen }: ChessView): Phase {
  const pieces = piecesIn(fen).filter(({ role }) => role !== "king" && role !== "pawn");
  if (pieces.length <= ENDGAME_PIECES) return "endgame";
  return pliesBefore(fen) < OPENING_PLIES ? "opening" : "middlegame";
}
