/** A Markdown table of cells that contain no markup. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"-|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
