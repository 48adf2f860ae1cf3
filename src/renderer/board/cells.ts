/** The cells of tic-tac-toe in the order of a view's: a1 b1 c1 a2 … c3; rows are numbered from the top. */
export const cellNames = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] as const;

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

/** The places of three in a row, of which there are none until somebody has won. */
export function completeLine(cells: readonly (string | null)[]): readonly number[] {
  const line = lines.find(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
  return line ?? [];
}
