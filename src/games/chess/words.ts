import type { Seat } from "../../shared/terms.ts";
import type { PlayPrompt, Words } from "../game.ts";
import { initialFen, pliesBefore, ranksOf } from "./rules/fen.ts";
import type { ChessOptions, ChessView } from "./rules/rules.ts";

const pieceGlyphs = "♔♕♖♗♘♙♚♛♜♝♞♟";

const rules = `# Chess

The FIDE Laws of Chess. White moves first.

- Moves: UCI (\`e2e4\`, castling as the king's move \`e1g1\`, promotion with its piece \`a7a8q\`) or SAN (\`Nf3\`, \`O-O\`, \`a8=Q\`).
- The game ends by itself with checkmate, stalemate, insufficient material, a position that occurs for the fifth time, or seventy-five moves by each side without a capture or pawn move.
- A draw by threefold repetition or the fifty-move rule is declared between programs; an agent or a person claims it.
- With a clock, whoever runs out of time loses, unless no series of legal moves would let the opponent give mate: then it is a draw.
`;
const toolRules = `- \`claim_draw: true\`, with the move that brings it about, claims such a draw; \`claim_win: true\` asserts checkmate. A wrong claim is rejected and the move is not played.
- \`offerDraw\` offers, accepts and declines; an offer lapses when the opponent moves.
`;

/** How an assistant is told to play, from what goes wrong when models play from memory. */
const prompt: PlayPrompt = {
  name: "play_chess",
  title: "Play chess",
  description: "Start a chess game and play it well to the end, at a level and in a style.",
  advice: [
    "Read the position from the newest answer (its FEN and your legal moves), never from memory: name for yourself where the pieces stand that matter now.",
    "Ask what the opponent’s last move attacks, defends or threatens, and answer that first.",
    "Look at every check, capture and threat, yours and then the opponent’s reply to each of your two or three best moves. Reject a move that leaves a piece attacked more often than it is defended, or your king in danger.",
    "In the opening take the centre, bring out knights and bishops, castle early and move no piece twice without a reason. With more material exchange pieces, not pawns; with less keep the queens on and complicate. In the endgame bring the king out and push passed pawns.",
    "Copy the move as it stands among your legal moves. Pass claim_win only with a move that you have seen to be checkmate, claim_draw only with a threefold repetition or fifty moves without a capture or pawn move.",
  ],
  styles: {
    solid: "Play solidly: keep everything defended, take no risk that you cannot calculate, and win in the endgame.",
    attacking: "Play for attack: gain time, open lines towards the king, and sacrifice where you have calculated it.",
    positional: "Play positionally: better squares for your pieces, weak pawns for the opponent’s, and no hurry.",
    teaching: "Play to teach: say before each move what the position asks for, in words that a beginner follows.",
  },
};

export const words: Words<ChessOptions, ChessView> = {
  board: ({ fen }) => boardText(fen),
  facts: ({ fen }) => [`- FEN: ${fen}`],
  grid: ({ fen }) => gridText(fen),
  diagram: ({ fen }, seat) => diagramText(fen, seat),
  line: ({ fen }) => `FEN: ${fen}`,
  legal: ({ fen }, moves) => legalNames(fen, moves),
  position: ({ fen }) => ({ fen }),
  start: ({ fen = null }) => ({ start_fen: fen }),
  check: ({ check }) => check,
  moveForm: "in UCI (e2e4, promotion a7a8q) or SAN (Nf3)",
  moves: moveText,
  rules,
  toolRules,
  prompt,
};

export const claims = {
  win: { name: "Checkmate", deed: "result in Checkmate", sign: "checkmate" },
  draw: {
    by: "threefold repetition or the fifty-move rule",
    deed: "bring about a threefold repetition or complete fifty moves without a capture or pawn move",
  },
};

const tableHead = `| Rank | ${[..."abcdefgh"].join(" | ")} |\n|${"-|".repeat(9)}`;

/** A markdown table without spaces around ranks and pieces: with them it would take a fifth more tokens. */
function boardText(fen: string): string {
  const glyphOf = (letter: string) => pieceGlyphs["KQRBNPkqrbnp".indexOf(letter)] ?? " ";
  const rows = ranksOf(fen).map((rank, index) => `|${8 - index}|${Array.from(rank, glyphOf).join("|")}|`);
  return [tableHead, ...rows].join("\n");
}

/** With ranks and files named, from a seat's side: pieces of white in capitals, empty squares as dots. */
function diagramText(fen: string, seat: Seat): string {
  const orient = <T>(items: readonly T[]): readonly T[] => (seat === "black" ? items.toReversed() : items);
  const ranks = ranksOf(fen).map((squares, index) => `${8 - index}  ${orient([...squares]).join(" ")}`);
  return [...orient(ranks), `   ${orient([..."abcdefgh"]).join(" ")}`].join("\n");
}

/** With the ranks numbered, and under them who moves, castling rights and the en passant square, as a FEN has them. */
function gridText(fen: string): string {
  const ranks = ranksOf(fen).map((squares, index) => `${8 - index} ${squares}`);
  return [...ranks, fen.split(" ").slice(1, 4).join(" ")].join("\n");
}

/**
 * Legal moves in UCI as SAN has them (FIDE Laws, appendix C), by the piece that moves, without signs for check and mate:
 * `Nf3 Nh3 O-O exd5 a8=Q`. They take half the tokens of UCI.
 * @param moves all that are legal there, since they tell which piece of a kind is meant
 */
function legalNames(fen: string, moves: readonly string[]): readonly string[] {
  const ranks = ranksOf(fen);
  const pieceOn = (square: string) => ranks[8 - Number(square[1])]?.["abcdefgh".indexOf(square[0] ?? "")] ?? ".";
  const names = moves.map((uci) => {
    const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4).toUpperCase()];
    return { from, to, promotion, piece: pieceOn(from).toUpperCase() };
  });
  const sanOf = ({ from, to, promotion, piece }: (typeof names)[number]): string => {
    const files = "abcdefgh".indexOf(to[0] ?? "") - "abcdefgh".indexOf(from[0] ?? "");
    if (piece === "K" && Math.abs(files) > 1) return files > 0 ? "O-O" : "O-O-O";
    if (piece === "P") return `${files === 0 ? "" : `${from[0]}x`}${to}${promotion && `=${promotion}`}`;
    const others = names.filter((other) => other.piece === piece && other.to === to && other.from !== from);
    const [alone, sameRank] = [others.length === 0, others.some((other) => other.from[1] === from[1])];
    const sameFile = others.some((other) => other.from[0] === from[0]);
    const origin = alone ? "" : !sameFile ? from[0] : !sameRank ? from[1] : from;
    return `${piece}${origin}${pieceOn(to) === "." ? "" : "x"}${to}`;
  };
  const byPiece = Map.groupBy(names, ({ piece }) => piece);
  return [...byPiece.values()].flatMap((group) => group.map(sanOf));
}

/** `1. e4 e5 2. Nf3`, numbered from where the starting position is. */
function moveText({ fen = initialFen }: ChessOptions, sans: readonly string[], before = 0): string {
  const start = pliesBefore(fen) + before;
  return sans
    .map((san, index) => {
      const ply = start + index;
      const prefix = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? `${(ply + 1) / 2}… ` : "";
      return `${prefix}${san}`;
    })
    .join(" ");
}
