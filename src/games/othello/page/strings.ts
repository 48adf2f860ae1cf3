export const boardLabel = (gameId: string, black: number, white: number) =>
  `Othello board, game ${gameId}: Black ${black}, White ${white}`;
export const cellLabel = (name: string, sign: string, isLast: boolean, turns: number) =>
  [
    name,
    sign === "B" ? "black" : sign === "W" ? "white" : "empty",
    isLast && "last move",
    turns > 0 && `turns ${turns === 1 ? "one disc" : `${turns} discs`}`,
  ]
    .filter(Boolean)
    .join(", ");
export const discs = (count: number) => (count === 1 ? "1 disc" : `${count} discs`);
export const pass = "Pass: you have no move";

export const rules = [
  "Black moves first. Place a disc so that discs of the other colour lie in a straight line between it and another one of yours: they turn over. A move must turn at least one disc; if you have none, you pass.",
  "The game ends when nobody can move. Whoever has more discs wins.",
];
export const moveExample = "a1 to h8, or pass";
