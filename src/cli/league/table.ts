import type { LeagueReport } from "../../shared/leagues.ts";
import { columnsText, ratingText } from "../columns.ts";

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
  return columnsText(head, rows, new Set([1]));
}

const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/0$/, "");

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
