import type { WrittenMove } from "../../page.ts";
import { type Position, uciOf } from "../rules/board.ts";
import { movesMeant } from "../rules/candidates.ts";
import { freeReadings, movesOfAny } from "../rules/free.ts";
import { readMove } from "../rules/text.ts";
import { openPosition } from "./position.ts";
import { endsOf } from "./squares.ts";

/** Finds a typed move among the legal ones: SAN or UCI in any case of letters, or any text that can mean only one. */
export function readTyped(fen: string, legal: readonly string[], typed: string): WrittenMove {
  const text = typed.trim().replace(/[!?]+$/, "");
  const uci = text.toLowerCase().replace(/[-=\s]/g, "");
  const found = legal.find((move) => move === uci) ?? readSan(fen, text);
  if (found !== null && legal.includes(found)) return { kind: "move", code: found };
  const arriving = (found ?? uci).slice(0, 4);
  if (endsOf(arriving) && legal.includes(`${arriving}q`)) return { kind: "incomplete", code: arriving };
  return { kind: "illegal" };
}

/** A lower-case “b” means a pawn's file before a bishop, as in books. */
function readSan(fen: string, text: string): string | null {
  const position = openPosition(fen);
  if (!position) return null;
  const written = [text, text.charAt(0).toUpperCase() + text.slice(1)];
  // A promotion without its piece is read as a queen, and the caller asks for the piece.
  const pawn = /^([a-h]x?)?[a-h][18][+#]?$/.test(text) ? `${text.replace(/[+#]$/, "")}=Q` : null;
  for (const san of pawn === null ? written : [...written, pawn]) {
    const meant = readMove(san);
    // Two squares are a move of the list or none.
    if (meant === null || meant.kind === "squares") continue;
    const [move, ...others] = movesMeant(position, meant);
    if (move === undefined || others.length > 0) continue;
    return san === pawn ? uciOf(move).slice(0, 4) : uciOf(move);
  }
  return meantFreely(position, text);
}

/**
 * The only legal move that a text in no standard notation can mean ({@link freeReadings}); of a promotion without its
 * piece only the squares.
 */
function meantFreely(position: Position, text: string): string | null {
  const meant = (read: string) => movesOfAny(position, freeReadings(position, read)).map(uciOf);
  const found = meant(text);
  const [move, ...others] = found.length > 0 ? found : meant(`${text}=Q`).map((queened) => queened.slice(0, 4));
  return others.length === 0 ? (move ?? null) : null;
}
