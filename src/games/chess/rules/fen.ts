/** The usual starting position. */
export const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Whether a text begins as a position does, and not as a game: with ranks of a board, though perhaps not eight. */
export const looksLikePosition = (text: string): boolean => /^[\s_]*(?:[1-8kqrbnp]+\/){3}/i.test(text);

export const rolesByLetter = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" } as const;
type Letter = keyof typeof rolesByLetter;
const isLetter = (text: string): text is Letter => Object.hasOwn(rolesByLetter, text);

/** The usual worth of each role, in pawns; the king is not counted. */
export const roleWorth = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 } as const;
export const byWorth: readonly Role[] = ["queen", "rook", "bishop", "knight", "pawn"];

/** The role of a piece, in the words that the style sheets of chess boards use. */
export type Role = (typeof rolesByLetter)[Letter];

export interface PlacedPiece {
  /** `wK` to `bP`. */
  readonly piece: `${"w" | "b"}${Letter}`;
  readonly color: "white" | "black";
  readonly role: Role;
  /** 0–7 from the a-file. */
  readonly file: number;
  /** 0–7 from the eighth rank down, as in FEN. */
  readonly row: number;
}

/** The eight ranks of a FEN's first field from the eighth down, each of eight characters; `.` is an empty square. */
export const ranksOf = (fen: string): readonly string[] =>
  (fen.split(" ", 1)[0] ?? "").split("/").map((rank) => rank.replace(/\d/g, (digit) => ".".repeat(Number(digit))));

/** The pieces of a FEN's first field, which was found good before; what is none is left out. */
export const piecesIn = (fen: string): readonly PlacedPiece[] =>
  ranksOf(fen).flatMap((rank, row) =>
    [...rank].flatMap((letter, file): readonly PlacedPiece[] => {
      const capital = letter.toUpperCase();
      if (!isLetter(capital) || row > 7 || file > 7) return [];
      const [side, color] = letter === capital ? (["w", "white"] as const) : (["b", "black"] as const);
      return [{ piece: `${side}${capital}`, color, role: rolesByLetter[capital], file, row }];
    }),
  );

/** The side to move, by the second field of a FEN. */
export const turnOf = (fen: string): "white" | "black" => (fen.split(" ", 2)[1] === "b" ? "black" : "white");

/**
 * The key of a position for repetitions (FIDE 9.2.2): men, side to move, castling rights, possible en passant capture.
 */
export const positionKey = (fen: string): string => fen.split(" ", 4).join(" ");

/** Plies before the first move from a FEN, as a scoresheet counts them: 1 where Black begins at move 1. */
export function pliesBefore(fen: string): number {
  const [, turn, , , , number = "1"] = fen.split(" ");
  return 2 * (Number(number) - 1) + (turn === "b" ? 1 : 0);
}

/** The piece on each square, by the first field of a FEN. */
export function piecesOf(fen: string): (square: string) => PlacedPiece | undefined {
  const places = new Map(piecesIn(fen).map((piece) => [`${"abcdefgh"[piece.file]}${8 - piece.row}`, piece]));
  return (square) => places.get(square);
}
