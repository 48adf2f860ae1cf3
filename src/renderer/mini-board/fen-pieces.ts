export interface PlacedPiece {
  /** `wK` to `bP`. */
  readonly piece: string;
  /** 0–7 from the a-file. */
  readonly file: number;
  /** 0–7 from the eighth rank down, as in FEN. */
  readonly row: number;
}

/** The pieces of a FEN's first field. */
export function fenPieces(fen: string): readonly PlacedPiece[] {
  const pieces: PlacedPiece[] = [];
  const rows = (fen.split(" ")[0] ?? "").split("/").slice(0, 8);
  for (const [row, text] of rows.entries()) {
    let file = 0;
    for (const letter of text) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (/[kqrbnp]/i.test(letter) && file < 8) {
        const upper = letter.toUpperCase();
        pieces.push({ piece: `${letter === upper ? "w" : "b"}${upper}`, file, row });
        file += 1;
      }
    }
  }
  return pieces;
}

/** Where a square such as `e4` is; null for what is none. */
export function squareAt(name: string): { readonly file: number; readonly row: number } | null {
  const file = "abcdefgh".indexOf(name[0] ?? "?");
  const row = "87654321".indexOf(name[1] ?? "?");
  return name.length === 2 && file >= 0 && row >= 0 ? { file, row } : null;
}
