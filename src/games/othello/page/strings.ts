export const discsText = (count: number) => (count === 1 ? "1 disc" : `${count} discs`);

export const rules = [
  "Black moves first. Place a disc so that discs of the other colour lie in a straight line between it and another one of yours: they turn over. A move must turn at least one disc; if you have none, you pass.",
  "The game ends when nobody can move. Whoever has more discs wins.",
];
