import type { WrittenMove } from "../../page.ts";
import { sanOf, uciOf } from "../rules/board.ts";
import { movesWritten } from "../rules/free.ts";
import { openPosition } from "./position.ts";
import { endsOf } from "./squares.ts";
import * as strings from "./strings.ts";

/** Finds a typed move among the legal ones: in any way in which people write moves, if it can mean only one. */
export function readTyped(fen: string, legal: readonly string[], typed: string): WrittenMove {
  const text = typed.trim().replace(/[+#!?]+$/, "");
  const uci = text.toLowerCase().replace(/[-=\s]/g, "");
  if (legal.includes(uci)) return { kind: "move", code: uci };
  const position = openPosition(fen);
  const meant = position ? movesWritten(position, text).filter((move) => legal.includes(uciOf(move))) : [];
  const [move, ...others] = meant;
  if (position && others.length > 0)
    return {
      kind: "illegal",
      reason: strings.canMeanSeveral(
        typed.trim(),
        meant.map((each) => sanOf(position, each)),
      ),
    };
  if (move) return { kind: "move", code: uciOf(move) };
  // A promotion without its piece is read as a queen, and the caller asks for the piece.
  const queened = position ? movesWritten(position, `${text}=Q`).map((each) => uciOf(each).slice(0, 4)) : [];
  const arriving = queened.length === 1 ? queened[0] : uci.slice(0, 4);
  if (arriving !== undefined && endsOf(arriving) && legal.includes(`${arriving}q`))
    return { kind: "incomplete", code: arriving };
  return { kind: "illegal" };
}
