import type { Ends, FigureWithInterval, LeagueReport, LeagueStanding } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { tieBreakCodes, tieBreaks } from "../../shared/tie-breaks.ts";

type Column = readonly [name: string, of: (row: LeagueStanding) => string | number | null | undefined];
/** The fields of a row that have one value. */
type Field = {
  [Name in keyof LeagueStanding]-?: LeagueStanding[Name] extends string | number | null ? Name : never;
}[keyof LeagueStanding];

const plain = (...names: readonly Field[]): readonly Column[] => names.map((name) => [name, (row) => row[name]]);
/** A figure with the ends of its interval in columns of their own. */
const withInterval = (name: string, of: Column[1], ends: (row: LeagueStanding) => Ends | null | undefined) => [
  [name, of] as const,
  [`${name}_low`, (row: LeagueStanding) => ends(row)?.[0]] as const,
  [`${name}_high`, (row: LeagueStanding) => ends(row)?.[1]] as const,
];
const figure = (name: FigureWithInterval, of: Column[1]): readonly Column[] =>
  withInterval(name, of, ({ intervals }) => intervals[name]);
type Quality = NonNullable<LeagueStanding["quality"]>;
type QualityField = { [Name in keyof Quality]: Quality[Name] extends number | null ? Name : never }[keyof Quality];
const played =
  (name: QualityField): Column[1] =>
  ({ quality: found }) =>
    found?.[name];
const quality = (...names: readonly QualityField[]): readonly Column[] =>
  names.map((name) => [name === "games" ? "reviewed_games" : name, played(name)]);

/** The columns of the table, by the names that they have in the JSON. */
const columns: readonly Column[] = [
  ...plain("rank", "name", "kind", "status", "points", "played", "won", "drawn", "lost", "byes", "game_points"),
  ...plain("score_percent"),
  ...tieBreakCodes.flatMap((code): readonly Column[] => {
    const { name } = tieBreaks[code];
    // They have a column of their own, whether anybody asks them or not.
    return name === "game_points" ? [] : [[name, (row) => row.tie_breaks[name]]];
  }),
  ["lot", ({ tie_breaks }) => tie_breaks.lot],
  ["rating_kind", ({ rating }) => rating.kind],
  ["rating", ({ rating }) => rating.elo],
  ["rating_interval", ({ rating }) => rating.interval],
  ...plain("attempts", "own_moves"),
  ...figure("illegal_per_1000", ({ illegal_per_1000 }) => illegal_per_1000),
  ...figure("illegal_per_1000_played", ({ illegal_per_1000_played }) => illegal_per_1000_played),
  ...figure("errors_per_1000", ({ errors_per_1000 }) => errors_per_1000),
  ...plain("retries", "fallbacks", "games_by_lot", "forfeits", "mean_move_ms", "median_move_ms", "p95_move_ms"),
  ...figure("input_tokens_per_move", ({ tokens_per_move }) => tokens_per_move?.input),
  ...figure("output_tokens_per_move", ({ tokens_per_move }) => tokens_per_move?.output),
  ...figure("reasoning_tokens_per_move", ({ tokens_per_move }) => tokens_per_move?.reasoning),
  ...figure("cost_per_game", ({ cost_per_game }) => cost_per_game),
  ...figure("cost_per_move", ({ cost_per_move }) => cost_per_move),
  ...quality("games"),
  ...withInterval("accuracy", played("accuracy"), ({ quality: found }) => found?.accuracy_interval),
  ...withInterval(
    "average_centipawn_loss",
    played("average_centipawn_loss"),
    ({ quality: found }) => found?.average_centipawn_loss_interval,
  ),
  ...quality("inaccuracies", "mistakes", "blunders"),
];

/**
 * The table and the crosstable of a league as comma-separated values (RFC 4180), a row for each entrant: its figures, its
 * games by how they ended, and what it had from each opponent by their rank (`W`, `D`, `L`, a letter a match). In pieces:
 * one of hundreds has a quarter of a million cells.
 */
export function* leagueCsv({ standings, crosstable }: Pick<LeagueReport, "standings" | "crosstable">): Steps<string> {
  const ends = [...new Set(standings.flatMap(({ terminations }) => Object.keys(terminations)))].toSorted();
  const causes = [...new Set(standings.flatMap((row) => Object.keys(row.causes)))].toSorted();
  const head = [
    ...columns.map(([name]) => name),
    ...ends.map((end) => `ended_${end.replaceAll("-", "_")}`),
    ...causes.map((cause) => `cause_${cause.replaceAll("-", "_")}`),
    ...standings.map(({ rank }) => `against_${rank}`),
  ];
  let text = csvLine(head);
  for (const [index, row] of standings.entries()) {
    const cells = [
      ...columns.map(([, of]) => of(row)),
      ...ends.map((end) => row.terminations[end] ?? 0),
      ...causes.map((cause) => row.causes[cause] ?? 0),
      ...(crosstable[index] ?? []),
    ];
    text += csvLine(cells);
    yield;
  }
  return text;
}

/** A line of comma-separated values (RFC 4180). What a spreadsheet would take for a formula begins with an apostrophe. */
export const csvLine = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | number | boolean | null | undefined): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
