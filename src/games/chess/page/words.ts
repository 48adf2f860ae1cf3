import { rolesByLetter } from "../rules/fen.ts";
import type { Color } from "./squares.ts";

const pieceNames: Readonly<Record<string, string>> = rolesByLetter;

/** A move as it is spoken: `knight takes f6, check`. Returns a text that is no SAN unchanged. */
export function sanInWords(san: string): string {
  const ending = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const bare = san.replace(/[+#]$/, "");
  if (bare === "O-O") return `castles kingside${ending}`;
  if (bare === "O-O-O") return `castles queenside${ending}`;
  const parts = /^([KQRBN])?([a-h]?[1-8]?)(x)?([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return san;
  const [, piece = "P", from = "", takes, to, becomes] = parts;
  const which = piece !== "P" && from !== "" ? ` from ${from}` : "";
  const promotion = becomes ? `, becomes a ${pieceNames[becomes]}` : "";
  return `${pieceNames[piece]}${which} ${takes ? "takes" : "to"} ${to}${promotion}${ending}`;
}

/** The piece on a square, in words: `white pawn`, `empty`. */
export const pieceInWords = (piece: { readonly color: Color; readonly role: string } | undefined): string =>
  piece ? `${piece.color} ${piece.role}` : "empty";

const pieceFigures: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** A move with figures for its letters: `♘f3`, `a8=♕`; castling has none. */
export const inFigures = (san: string): string =>
  san.replace(/^[KQRBN]|(?<==)[QRBN]/g, (letter) => pieceFigures[letter] ?? letter);
