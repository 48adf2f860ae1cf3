/** A table as lines of text; the columns that hold words stand to the left, figures to the right. */
export function columnsText(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words: ReadonlySet<number>,
): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padCell(cell, widths[column] ?? 0, words.has(column)))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}

function padCell(cell: string, width: number, alignLeft: boolean): string {
  const space = " ".repeat(Math.max(0, width - [...cell].length));
  return alignLeft ? cell + space : space + cell;
}
