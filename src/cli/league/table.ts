import type { LeagueRating, LeagueReport } from "../../shared/leagues.ts";

/** The table as lines of text, in columns. */
export function tableText({ standings, crosstable }: LeagueReport): string {
  const crossed = standings.length <= 12;
  const head = [
    "#",
    "Name",
    "Pts",
    "P",
    "W",
    "D",
    "L",
    "%",
    "SB",
    "Rating",
    ...(crossed ? standings.map(({ rank }) => String(rank)) : []),
  ];
  const rows = standings.map((row, index) => [
    String(row.rank),
    row.name,
    figure(row.points),
    ...[row.played, row.won, row.drawn, row.lost].map(String),
    row.score_percent === null ? "" : row.score_percent.toFixed(1),
    figure(row.tie_breaks.sonneborn_berger),
    ratingText(row.rating),
    ...(crossed ? (crosstable[index] ?? []).map((cell, at) => (at === index ? "·" : cell)) : []),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0, column === 1))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}

function padded(cell: string, width: number, left: boolean): string {
  const space = " ".repeat(Math.max(0, width - [...cell].length));
  return left ? cell + space : space + cell;
}

const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/0$/, "");

function ratingText({ kind, elo, interval }: LeagueRating): string {
  if (elo === null) return "–";
  if (kind === "at_least") return `> ${elo}`;
  return kind === "at_most" ? `< ${elo}` : `${elo} ± ${interval ?? 0}`;
}

/** Of two entrants, what their pairs say, in one line; empty where there is nothing to say. */
export function pairText({ pair, standings, rounds }: LeagueReport): string {
  const first = rounds[0]?.matches[0]?.a ?? standings[0]?.name;
  if (!pair || first === undefined) return "";
  const elo = pair.elo === null ? "beyond measure" : `${pair.elo} ± ${pair.interval ?? "∞"}`;
  const test = pair.sprt
    ? `, LLR ${pair.sprt.llr.toFixed(2)} (${pair.sprt.lower.toFixed(2)} to ${pair.sprt.upper.toFixed(2)})`
    : "";
  return `“${first}” in ${pair.pairs} pairs: Elo ${elo}, likelihood of superiority ${(100 * pair.superiority).toFixed(1)} %${test}`;
}
