import type { Words } from "../game.ts";
import { markdownTable } from "../markdown.ts";
import { prompt } from "./prompt.ts";
import type { ChessOptions, ChessView } from "./rules/rules.ts";

const glyphs: Record<string, string> = {
  K: "♔",
  Q: "♕",
  R: "♖",
  B: "♗",
  N: "♘",
  P: "♙",
  k: "♚",
  q: "♛",
  r: "♜",
  b: "♝",
  n: "♞",
  p: "♟",
};

const rules = `# Chess

The FIDE Laws of Chess. White moves first.

- Moves: UCI (\`e2e4\`, castling as the king's move \`e1g1\`, promotion with its piece \`a7a8q\`) or SAN (\`Nf3\`, \`O-O\`, \`a8=Q\`).
- The game ends by itself with checkmate, stalemate, insufficient material, a position that occurs for the fifth time, or seventy-five moves by each side without a capture or pawn move.
- A draw by threefold repetition or the fifty-move rule must be claimed: pass \`claim_draw: true\` with the move that brings it about.
- \`claim_win: true\` asserts checkmate; a wrong claim is rejected and the move is not played.
- \`offerDraw\` offers, accepts and declines; an offer lapses when the opponent moves.
- With a clock, whoever runs out of time loses, unless no series of legal moves would let the opponent give mate: then it is a draw.
`;

export const words: Words<ChessOptions, ChessView> = {
  board: ({ fen }) => boardText(fen),
  facts: ({ fen }) => [`- FEN: ${fen}`],
  grid: ({ fen }) => gridText(fen),
  line: ({ fen }) => `FEN: ${fen}`,
  legal: ({ fen }, moves) => groupedMoves(fen, moves),
  position: ({ fen }) => ({ fen }),
  start: ({ fen = null }) => ({ start_fen: fen }),
  check: ({ check }) => check,
  moveForm: "in UCI (e2e4, promotion a7a8q) or SAN (Nf3)",
  moves: moveText,
  rules,
  win: { name: "Checkmate", deed: "result in Checkmate" },
  draw: "bring about a threefold repetition or complete fifty moves without a capture or pawn move",
  prompt,
};

/** The eight ranks from the eighth down, each of eight letters; `.` is an empty square. */
const ranksOf = (fen: string): readonly string[] =>
  (fen.split(" ")[0] ?? "").split("/").map((rank) => rank.replace(/\d/g, (digit) => ".".repeat(Number(digit))));

const boardText = (fen: string): string =>
  markdownTable(
    ["Rank", ..."abcdefgh"],
    ranksOf(fen).map((squares, index) => [String(8 - index), ...Array.from(squares, (piece) => glyphs[piece] ?? " ")]),
  );

/** With the ranks numbered, and under them who moves, castling rights and the en passant square, as a FEN has them. */
function gridText(fen: string): string {
  const ranks = ranksOf(fen).map((squares, index) => `${8 - index} ${squares}`);
  return [...ranks, fen.split(" ").slice(1, 4).join(" ")].join("\n");
}

/** `N: g1f3 g1h3`, a line for each kind of piece, in the order in which their first moves come. */
function groupedMoves(fen: string, moves: readonly string[]): string {
  const ranks = ranksOf(fen);
  const pieceOn = (square: string) =>
    ranks[8 - Number(square[1])]?.["abcdefgh".indexOf(square[0] ?? "")]?.toUpperCase() ?? "?";
  const groups = new Map<string, string[]>();
  for (const move of moves) {
    const piece = pieceOn(move.slice(0, 2));
    groups.set(piece, [...(groups.get(piece) ?? []), move]);
  }
  return [...groups].map(([piece, group]) => `${piece}: ${group.join(" ")}`).join("\n");
}

/** `1. e4 e5 2. Nf3`, numbered from where the starting position is. */
function moveText({ fen = "" }: ChessOptions, sans: readonly string[], before = 0): string {
  const [, side = "w", , , , number = "1"] = fen.split(" ");
  const start = (Number(number) || 1) * 2 - (side === "b" ? 1 : 2) + before;
  return sans
    .map((san, index) => {
      const ply = start + index;
      const prefix = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? `${(ply + 1) / 2}… ` : "";
      return `${prefix}${san}`;
    })
    .join(" ");
}
