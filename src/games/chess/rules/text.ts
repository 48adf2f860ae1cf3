import type { CastlingSide, Role, Square } from "chessops/types";
import { charToRole, parseSquare } from "chessops/util";
import { unwrap } from "../../game.ts";

/** The content of a player's text, before it is checked against a position. */
export type WrittenMove =
  | {
      readonly kind: "squares";
      readonly from: Square;
      readonly to: Square;
      readonly promotion: Role | null;
    }
  | {
      readonly kind: "piece";
      readonly piece: Role;
      /** `b` in Nbd2. */
      readonly file: string | null;
      /** `1` in N1f3. */
      readonly rank: string | null;
      readonly captures: boolean;
      readonly to: Square;
      readonly promotion: Role | null;
    }
  | { readonly kind: "castling"; readonly side: CastlingSide };

/** Longer than any notation of a single move; what is longer is not looked at. */
const longestText = 64;
const quoteLength = 20;

/**
 * Reads coordinates (`e2e4`, `e2-e4`, `e2 e4`, `a7a8q`, `a7a8Q`, `E2E4`) and SAN (`Nf3`, `Nbd2`, `exd8=Q+`, `e8Q`,
 * `O-O`, `0-0-0`), with spaces, quotes or the marks of Markdown around it, the number of a move before it (`1. e4`),
 * whichever, and `+ # ! ?`, `e.p.` or a full stop after it. Returns null for anything else, however long.
 */
export function readMove(text: string): WrittenMove | null {
  if (text.length > longestText) return null;
  const alone = unwrap(unwrap(text).replace(/^\d{1,5}\s?(?:\.{1,3}|…)/, ""));
  const bare = alone.replace(/(?:\s*e\.p\.)?[+#!?]*\.?$/, "");
  if (/^([O0o])-\1$/.test(bare)) return { kind: "castling", side: "h" };
  if (/^([O0o])-\1-\1$/.test(bare)) return { kind: "castling", side: "a" };
  // Capitals throughout are coordinates that were shouted; a capital in front only is a piece (B2b4).
  const notation = /^[A-H][1-8][A-H][1-8][QRBN]?$/.test(bare) ? bare.toLowerCase() : bare;
  const parts = /^([PNBRQK]?)([a-h]?)([1-8]?)([x:-]?| )([a-h][1-8])(?:=?([PNBRQKpnbrqk]))?$/.exec(notation);
  if (parts === null) return null;
  const [, letter = "", file = "", rank = "", mark = "", target = "", promotionLetter = ""] = parts;
  const [from, to] = [parseSquare(`${file}${rank}`), parseSquare(target)];
  if (to === undefined) return null;
  const promotion = charToRole(promotionLetter) ?? null;
  if (letter === "" && from !== undefined) return { kind: "squares", from, to, promotion };
  return {
    kind: "piece",
    piece: charToRole(letter) ?? "pawn",
    file: file === "" ? null : file,
    rank: rank === "" ? null : rank,
    captures: mark === "x" || mark === ":",
    to,
    promotion,
  };
}

/** A player's text as it may be repeated to others: short, printable, unable to close the quotes around it. */
export function quoteText(text: string): string {
  // Half a character at the end becomes a sign of its own.
  const start = text.slice(0, quoteLength).toWellFormed();
  const printable = start.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").replace(/["\\]/g, "'");
  return `"${printable}${text.length > quoteLength ? "…" : ""}"`;
}
