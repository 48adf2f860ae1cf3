import type { GameKind } from "../../shared/games.ts";

/** The rules as they are played here, for kibitz://rules/{game}. */
export const rulesText: Record<GameKind, string> = {
  chess: `# Chess

The FIDE Laws of Chess. White moves first.

- Moves: UCI (\`e2e4\`, castling as the king's move \`e1g1\`, promotion with its piece \`a7a8q\`) or SAN (\`Nf3\`, \`O-O\`, \`a8=Q\`).
- The game ends by itself with checkmate, stalemate, insufficient material, a position that occurs for the fifth time, or seventy-five moves by each side without a capture or pawn move.
- A draw by threefold repetition or the fifty-move rule must be claimed: pass \`claim_draw: true\` with the move that brings it about.
- \`claim_win: true\` asserts checkmate; a wrong claim is rejected and the move is not played.
- \`offerDraw\` offers, accepts and declines; an offer lapses when the opponent moves.
- With a clock, whoever runs out of time loses, unless no series of legal moves would let the opponent give mate: then it is a draw.
`,
  "tic-tac-toe": `# Tic-tac-toe

Three by three cells, columns a–c, rows 1–3 from the top: \`a1\` is the top left, \`c3\` the bottom right. X moves first.
Three of one's own in a row, a column or a diagonal win; a full board is a draw. \`claim_win: true\` asserts a win.
`,
  "odd-even": `# Odd/even

Both players choose a number from 1 to 5 at the same time; nobody sees a choice before both are in.
If the sum is odd, the seat odd takes the round, else the seat even. Whoever has taken more than half of the rounds wins.
`,
};
