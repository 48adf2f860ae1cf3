/** A table of cells that hold no markup of their own. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"-|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
