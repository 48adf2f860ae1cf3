/** The inverse of a symmetric positive definite matrix (Gauss and Jordan, without pivoting, which such a matrix does not need). */
export function inverse(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const size = matrix.length;
  const rows = matrix.map((row, index) =>
    Float64Array.from({ length: 2 * size }, (_, at) => (at < size ? (row[at] ?? 0) : at - size === index ? 1 : 0)),
  );
  rows.forEach((row, index) => {
    const pivot = row[index] ?? 1;
    for (let at = 0; at < 2 * size; at += 1) row[at] = (row[at] ?? 0) / pivot;
    for (const other of rows) {
      const factor = other[index] ?? 0;
      if (other === row || factor === 0) continue;
      for (let at = 0; at < 2 * size; at += 1) other[at] = (other[at] ?? 0) - factor * (row[at] ?? 0);
    }
  });
  return rows.map((row) => [...row.subarray(size)]);
}

export const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): readonly number[] =>
  matrix.map((row) => row.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0));
