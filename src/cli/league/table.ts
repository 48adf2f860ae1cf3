import type { LeagueReport, LeagueStanding } from "../../shared/leagues.ts";
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

/** What else was counted of everybody, in columns; those in which nobody has anything are left out. */
export function figuresText({ standings }: LeagueReport): string {
  const ms = (value: number | null) => (value === null ? "" : String(Math.round(value)));
  const counted = (value: number) => (value === 0 ? "" : String(value));
  const columns: readonly (readonly [string, (row: LeagueStanding) => string])[] = [
    ["Name", ({ name }) => name],
    ["ms median", ({ median_move_ms: value }) => ms(value)],
    ["ms 95 %", ({ p95_move_ms: value }) => ms(value)],
    ["Illegal ‰", ({ illegal_per_1000: value }) => counted(value)],
    ["Errors ‰", ({ errors_per_1000: value }) => counted(value)],
    ["Retries", ({ retries }) => counted(retries)],
    ["By chance", ({ fallbacks }) => counted(fallbacks)],
    ["Forfeits", ({ forfeits }) => counted(forfeits)],
    ["Tokens in", ({ tokens_per_move: tokens }) => (tokens ? String(tokens.input) : "")],
    ["out", ({ tokens_per_move: tokens }) => (tokens ? String(tokens.output) : "")],
    ["thought", ({ tokens_per_move: tokens }) => (tokens ? String(tokens.reasoning) : "")],
    ["$ a game", ({ cost_per_game: cost }) => (cost === null ? "" : String(cost))],
    ["Games ended", ({ terminations }) => endingsText(terminations)],
  ];
  const used = columns.filter(([, cell]) => standings.some((row) => cell(row) !== ""));
  const words = new Set(used.flatMap(([head], at) => (head === "Name" || head === "Games ended" ? [at] : [])));
  const rows = standings.map((row) => used.map(([, cell]) => cell(row)));
  return columnsText(
    used.map(([head]) => head),
    rows,
    words,
  );
}

const endingsText = (terminations: LeagueStanding["terminations"]): string =>
  Object.entries(terminations)
    .map(([how, games]) => `${games} ${how}`)
    .join(", ");

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
