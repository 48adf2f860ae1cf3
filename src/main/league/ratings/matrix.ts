import type { Steps } from "../../../shared/steps.ts";

/** A square matrix, row by row. */
export type Matrix = Float64Array;

/**
 * The lower triangle L with L·Lᵀ equal to a symmetric positive definite matrix (A.-L. Cholesky). The part above the
 * diagonal is left as it was and means nothing. Yields in between: one of hundreds of rows takes a while.
 */
export function* factorOf(matrix: Matrix, size: number): Steps<Matrix> {
  const factor = matrix.slice();
  for (let column = 0; column < size; column += 1) {
    for (let row = column; row < size; row += 1) {
      let value = factor[row * size + column] ?? 0;
      for (let at = 0; at < column; at += 1)
        value -= (factor[row * size + at] ?? 0) * (factor[column * size + at] ?? 0);
      factor[row * size + column] = row === column ? Math.sqrt(value) : value / (factor[column * size + column] ?? 1);
    }
    yield;
  }
  return factor;
}

/** The vector that the factored matrix turns into the given one. */
export function solutionOf(factor: Matrix, vector: Float64Array): Float64Array {
  const size = vector.length;
  const solution = vector.slice();
  for (let row = 0; row < size; row += 1) {
    let value = solution[row] ?? 0;
    for (let at = 0; at < row; at += 1) value -= (factor[row * size + at] ?? 0) * (solution[at] ?? 0);
    solution[row] = value / (factor[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let value = solution[row] ?? 0;
    for (let at = row + 1; at < size; at += 1) value -= (factor[at * size + row] ?? 0) * (solution[at] ?? 0);
    solution[row] = value / (factor[row * size + row] ?? 1);
  }
  return solution;
}
