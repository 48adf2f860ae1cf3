export const boardLabel = (gameId: string) => `Connect Four board, game ${gameId}`;
export const cellLabel = (name: string, disc: "R" | "Y" | null, isLast: boolean, isOpen: boolean) =>
  [name, disc === "R" ? "red" : disc === "Y" ? "yellow" : "empty", isLast && "last move", isOpen && "a disc falls here"]
    .filter(Boolean)
    .join(", ");

export const rules = [
  "Red moves first. A disc dropped into a column falls to its lowest free cell.",
  "The first player with four in a row wins: across, up or diagonally. If the board is full, the game is a draw.",
];
export const moveExample = "a to g";
