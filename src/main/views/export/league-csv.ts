import type { Ends, LeagueReport, LeagueStanding } from "../../../shared/leagues.ts";
import type { Steps } from "../../../shared/steps.ts";

/** The cells of a row, by the names of their columns. */
export type CsvRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The fields of an object, by names that are made of theirs. */
export const relabel = <Cell>(
  fields: Readonly<Record<string, Cell>>,
  rename: (name: string) => string,
): Readonly<Record<string, Cell>> =>
  Object.fromEntries(Object.entries(fields).map(([name, cell]) => [rename(name).replaceAll("-", "_"), cell]));

/** The ends of intervals, a column each. */
const endsOf = (intervals: Readonly<Record<string, Ends | null | undefined>>): CsvRow =>
  Object.fromEntries(
    Object.entries(intervals).flatMap(([name, ends]) => [
      [`${name}_low`, ends?.[0]],
      [`${name}_high`, ends?.[1]],
    ]),
  );

/** A row of the table, by the names that its cells have in the JSON. */
function cellsOf({ rank, name, kind, status, points, quality, tokens_per_move, ...row }: LeagueStanding): CsvRow {
  const { tie_breaks, rating, skill, intervals, terminations, causes, causes_per_1000: _, apart: __, ...figures } = row;
  const { games, accuracy_interval: accuracy, average_centipawn_loss_interval, apart: ___, ...found } = quality ?? {};
  return {
    rank,
    name,
    kind,
    status,
    points,
    ...figures,
    ...tie_breaks,
    // Drawn for everybody, it says something only where it decided.
    lot: row.placed_by === "lot" ? tie_breaks.lot : null,
    rating_kind: rating.kind,
    rating: rating.elo,
    rating_interval: rating.interval,
    skill_rating: skill?.without_failures.elo,
    skill_interval: skill?.without_failures.interval,
    skill_games: skill?.without_failures.games,
    ...relabel({ input: null, output: null, reasoning: null, ...tokens_per_move }, (each) => `${each}_tokens_per_move`),
    ...endsOf({ ...intervals, accuracy, average_centipawn_loss: average_centipawn_loss_interval }),
    reviewed_games: games,
    ...found,
    ...relabel(terminations, (each) => `ended_${each}`),
    ...relabel(causes, (each) => `cause_${each}`),
  };
}

/**
 * The table and the crosstable of a league as comma-separated values, a row for each entrant: those of its figures that anybody has, its games by
 * how they ended, and what it had from each opponent by their rank (`W`, `D`, `L`, a letter a match). In pieces: one of
 * hundreds has a quarter of a million cells.
 */
export function* leagueCsv({ standings, crosstable }: Pick<LeagueReport, "standings" | "crosstable">): Steps<string> {
  const rows = standings.map(cellsOf);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => (row[name] ?? null) !== null),
  );
  let text = csvLine([...names, ...standings.map(({ rank }) => `against_${rank}`)]);
  for (const [index, row] of rows.entries()) {
    text += csvLine([
      ...names.map((name) => row[name] ?? (/^(?:ended|cause)_/.test(name) ? 0 : null)),
      ...(crosstable[index] ?? []),
    ]);
    yield;
  }
  return text;
}

/** A line of comma-separated values (RFC 4180). What a spreadsheet would take for a formula begins with an apostrophe. */
export const csvLine = (cells: readonly CsvRow[string][]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(value: CsvRow[string]): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
