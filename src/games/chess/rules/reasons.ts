/** How the Laws of Chess end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = {
  checkmate: "Checkmate",
  stalemate: "Stalemate",
  "insufficient-material": "Insufficient Material",
  "fivefold-repetition": "Fivefold Repetition",
  "seventy-five-moves": "the Seventy-Five-Move Rule",
  "threefold-repetition": "Threefold Repetition",
  "fifty-moves": "the Fifty-Move Rule",
} as const;
