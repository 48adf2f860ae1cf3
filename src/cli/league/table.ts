import { byLotText, ratingText } from "../../shared/league-words.ts";
import type { LeagueReport, LeagueReview, LeagueStanding } from "../../shared/leagues.ts";
import { columnsText } from "../columns.ts";

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
    [row.name, byLotText(row)].filter((text) => text !== null).join(": "),
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

/** How well everybody played, by the engine. */
export function qualityText({ entrants, games, nodes, engines }: LeagueReview): string {
  const cell = (value: number | null) => (value === null ? "–" : String(value));
  const rows = entrants.map((row) => [
    row.name,
    ...[row.games, row.accuracy, row.average_centipawn_loss, row.inaccuracies, row.mistakes, row.blunders].map(cell),
  ]);
  return [
    `${games} games, looked through by ${engines.join(", ") || "an engine"} with ${nodes} nodes a position:`,
    columnsText(["Name", "Games", "Accuracy %", "Centipawn loss", "?!", "?", "??"], rows, new Set([0])),
  ].join("\n");
}

const endingsText = (terminations: LeagueStanding["terminations"]): string =>
  Object.entries(terminations)
    .map(([how, games]) => `${games} ${how}`)
    .join(", ");

const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/0$/, "");
