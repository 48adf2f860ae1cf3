import type { Steps } from "../../../shared/steps.ts";

/** A square matrix, row by row. */
export type Matrix = Float64Array;

/**
 * The inverse of a symmetric positive definite matrix, of which only the lower triangle is read, by sweeping each column
 * (J. Goodnight, “A tutorial on the sweep operator”, 1979), with the logarithm of the matrix' determinant. Yields in
 * between: one of hundreds of rows takes a while.
 */
export function* inverseOf(
  matrix: Matrix,
  size: number,
): Steps<{ readonly inverse: Matrix; readonly logDeterminant: number }> {
  const inverse = matrix.slice();
  const column = new Float64Array(size);
  let logDeterminant = 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const cellOf = (row: number) => (row < pivot ? pivot * size + row : row * size + pivot);
    for (let row = 0; row < size; row += 1) column[row] = inverse[cellOf(row)] ?? 0;
    const head = column[pivot] ?? 1;
    logDeterminant += Math.log(head);
    for (let row = 0; row < size; row += 1) {
      const factor = (column[row] ?? 0) / head;
      for (let at = 0; at <= row; at += 1)
        inverse[row * size + at] = (inverse[row * size + at] ?? 0) - factor * (column[at] ?? 0);
    }
    for (let row = 0; row < size; row += 1)
      inverse[cellOf(row)] = row === pivot ? -1 / head : (column[row] ?? 0) / head;
    yield;
  }
  for (let row = 0; row < size; row += 1)
    for (let at = 0; at <= row; at += 1)
      inverse[at * size + row] = inverse[row * size + at] = -(inverse[row * size + at] ?? 0);
  return { inverse, logDeterminant };
}
