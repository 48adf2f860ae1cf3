import { causesText } from "../../shared/causes.ts";
import { byLotText, intervalText, ratingText } from "../../shared/league-words.ts";
import type { LeagueReport, LeagueReview, LeagueStanding } from "../../shared/leagues.ts";
import { tieBreaks } from "../../shared/tie-breaks.ts";
import { columnsText } from "../columns.ts";

/** The table as lines of text, in columns. */
export function tableText({ standings, crosstable, settings }: LeagueReport): string {
  const crossed = standings.length <= 12;
  const several = settings.games_per_match > 1;
  const head = [
    "#",
    "Name",
    "Pts",
    ...(several ? ["GP"] : []),
    "P",
    "W",
    "D",
    "L",
    "%",
    ...settings.tie_breaks,
    "Rating",
    ...(crossed ? standings.map(({ rank }) => String(rank)) : []),
  ];
  const rows = standings.map((row, index) => [
    String(row.rank),
    [row.name, byLotText(row)].filter((text) => text !== null).join(": "),
    figure(row.points),
    ...(several ? [figure(row.game_points)] : []),
    ...[row.played, row.won, row.drawn, row.lost].map(String),
    row.score_percent === null ? "" : row.score_percent.toFixed(1),
    ...settings.tie_breaks.map((code) => figure(row.tie_breaks[tieBreaks[code].name] ?? 0)),
    ratingText(row.rating),
    ...(crossed ? (crosstable[index] ?? []).map((cell, at) => (at === index ? "·" : cell)) : []),
  ]);
  return columnsText(head, rows, new Set([1]));
}

/** Further figures of all entrants, in columns; a column is left out where all its cells are empty. */
export function figuresText({ standings }: LeagueReport): string {
  const ms = (value: number | null) => (value === null ? "" : String(Math.round(value)));
  const counted = (value: number) => (value === 0 ? "" : String(value));
  const rate = (name: "illegal_per_1000" | "illegal_per_1000_played" | "errors_per_1000") => (row: LeagueStanding) =>
    row[name] ? intervalText(row[name], row.intervals[name]) : "";
  const tokens =
    (what: "input" | "output" | "reasoning") =>
    ({ tokens_per_move: figures, intervals }: LeagueStanding) =>
      figures ? intervalText(figures[what], intervals[`${what}_tokens_per_move`]) : "";
  const columns: readonly (readonly [string, (row: LeagueStanding) => string])[] = [
    ["Name", ({ name }) => name],
    ["ms median", ({ median_move_ms: value }) => ms(value)],
    ["ms 95 %", ({ p95_move_ms: value }) => ms(value)],
    ["Illegal ‰ of attempts", rate("illegal_per_1000")],
    ["‰ of moves played", rate("illegal_per_1000_played")],
    ["Errors ‰ of attempts", rate("errors_per_1000")],
    ["Causes", ({ causes }) => causesText(causes)],
    ["Retries", ({ retries }) => counted(retries)],
    ["By chance", ({ fallbacks }) => counted(fallbacks)],
    ["Forfeits", ({ forfeits }) => counted(forfeits)],
    ["Tokens in", tokens("input")],
    ["out", tokens("output")],
    ["thought", tokens("reasoning")],
    [
      "$ a game",
      ({ cost_per_game: cost, intervals }) => (cost === null ? "" : intervalText(cost, intervals.cost_per_game, 6)),
    ],
    ["Games ended", ({ terminations }) => endingsText(terminations)],
  ];
  const used = columns.filter(([, cell]) => standings.some((row) => cell(row) !== ""));
  const words = new Set(used.flatMap(([head], at) => (wordColumns.has(head) ? [at] : [])));
  const rows = standings.map((row) => used.map(([, cell]) => cell(row)));
  return columnsText(
    used.map(([head]) => head),
    rows,
    words,
  );
}

/** How well everybody played, by the engine. */
export function qualityText({ entrants, games, nodes, engines }: LeagueReview): string {
  const rows = entrants.map((row) => [
    row.name,
    String(row.games),
    intervalText(row.accuracy, row.accuracy_interval),
    intervalText(row.average_centipawn_loss, row.average_centipawn_loss_interval),
    ...[row.inaccuracies, row.mistakes, row.blunders].map(String),
  ]);
  return [
    `${games} games, looked through by ${engines.join(", ") || "an engine"} with ${nodes} nodes a position:`,
    columnsText(["Name", "Games", "Accuracy %", "Centipawn loss", "?!", "?", "??"], rows, new Set([0])),
  ].join("\n");
}

const wordColumns: ReadonlySet<string> = new Set(["Name", "Causes", "Games ended"]);

const endingsText = (terminations: LeagueStanding["terminations"]): string =>
  Object.entries(terminations)
    .map(([how, games]) => `${games} ${how}`)
    .join(", ");

const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/0$/, "");
