export const ticTacToeBoard = (gameId: string) => `Tic-tac-toe board, game ${gameId}`;
export const cell = (name: string, mark: string | null, isLast: boolean) =>
  `${name}, ${mark ?? "empty"}${isLast ? ", last move" : ""}`;

export const rules = [
  "X moves first. The first player with three in a row wins: across, down or diagonally.",
  "If the board is full and nobody has three in a row, the game is a draw.",
];
export const moveExample = "a1 to c3";
export const theWin = "the win";
