import type { LeagueReport, LeagueStanding } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { tieBreakCodes, tieBreaks } from "../../shared/tie-breaks.ts";

/** The columns of the table, by the names that they have in the JSON. */
const columns: readonly (readonly [name: string, of: (row: LeagueStanding) => string | number | null | undefined])[] = [
  ["rank", ({ rank }) => rank],
  ["name", ({ name }) => name],
  ["kind", ({ kind }) => kind],
  ["status", ({ status }) => status],
  ["points", ({ points }) => points],
  ["played", ({ played }) => played],
  ["won", ({ won }) => won],
  ["drawn", ({ drawn }) => drawn],
  ["lost", ({ lost }) => lost],
  ["byes", ({ byes }) => byes],
  ["game_points", ({ game_points }) => game_points],
  ["score_percent", ({ score_percent }) => score_percent],
  ...tieBreakCodes.flatMap((code) => {
    const { name } = tieBreaks[code];
    // They have a column of their own, whether anybody asks them or not.
    return name === "game_points" ? [] : [[name, (row: LeagueStanding) => row.tie_breaks[name]] as const];
  }),
  ["lot", ({ tie_breaks }) => tie_breaks.lot],
  ["rating_kind", ({ rating }) => rating.kind],
  ["rating", ({ rating }) => rating.elo],
  ["rating_interval", ({ rating }) => rating.interval],
  ["illegal_per_1000", ({ illegal_per_1000 }) => illegal_per_1000],
  ["illegal_per_1000_margin", ({ margins }) => margins.illegal_per_1000],
  ["illegal_per_1000_played", ({ illegal_per_1000_played }) => illegal_per_1000_played],
  ["illegal_per_1000_played_margin", ({ margins }) => margins.illegal_per_1000_played],
  ["errors_per_1000", ({ errors_per_1000 }) => errors_per_1000],
  ["errors_per_1000_margin", ({ margins }) => margins.errors_per_1000],
  ["retries", ({ retries }) => retries],
  ["fallbacks", ({ fallbacks }) => fallbacks],
  ["games_by_lot", ({ games_by_lot }) => games_by_lot],
  ["forfeits", ({ forfeits }) => forfeits],
  ["mean_move_ms", ({ mean_move_ms }) => mean_move_ms],
  ["median_move_ms", ({ median_move_ms }) => median_move_ms],
  ["p95_move_ms", ({ p95_move_ms }) => p95_move_ms],
  ["input_tokens_per_move", ({ tokens_per_move }) => tokens_per_move?.input],
  ["input_tokens_per_move_margin", ({ margins }) => margins.input_tokens_per_move],
  ["output_tokens_per_move", ({ tokens_per_move }) => tokens_per_move?.output],
  ["output_tokens_per_move_margin", ({ margins }) => margins.output_tokens_per_move],
  ["reasoning_tokens_per_move", ({ tokens_per_move }) => tokens_per_move?.reasoning],
  ["reasoning_tokens_per_move_margin", ({ margins }) => margins.reasoning_tokens_per_move],
  ["cost_per_game", ({ cost_per_game }) => cost_per_game],
  ["cost_per_game_margin", ({ margins }) => margins.cost_per_game],
  ["cost_per_move", ({ cost_per_move }) => cost_per_move],
  ["cost_per_move_margin", ({ margins }) => margins.cost_per_move],
  ["reviewed_games", ({ quality }) => quality?.games],
  ["accuracy", ({ quality }) => quality?.accuracy],
  ["accuracy_margin", ({ quality }) => quality?.accuracy_margin],
  ["average_centipawn_loss", ({ quality }) => quality?.average_centipawn_loss],
  ["average_centipawn_loss_margin", ({ quality }) => quality?.average_centipawn_loss_margin],
  ["inaccuracies", ({ quality }) => quality?.inaccuracies],
  ["mistakes", ({ quality }) => quality?.mistakes],
  ["blunders", ({ quality }) => quality?.blunders],
];

/**
 * The table and the crosstable of a league as comma-separated values (RFC 4180), a row for each entrant: its figures, its
 * games by how they ended, and what it had from each opponent by their rank (`W`, `D`, `L`, a letter a match). What a
 * spreadsheet would take for a formula begins with an apostrophe. In pieces: one of hundreds has a quarter of a million cells.
 */
export function* leagueCsv({ standings, crosstable }: Pick<LeagueReport, "standings" | "crosstable">): Steps<string> {
  const ends = [...new Set(standings.flatMap(({ terminations }) => Object.keys(terminations)))].toSorted();
  const head = [
    ...columns.map(([name]) => name),
    ...ends.map((end) => `ended_${end.replaceAll("-", "_")}`),
    ...standings.map(({ rank }) => `against_${rank}`),
  ];
  const lines = [head.map(cell).join(",")];
  for (const [index, row] of standings.entries()) {
    const cells = [
      ...columns.map(([, of]) => of(row)),
      ...ends.map((end) => row.terminations[end] ?? 0),
      ...(crosstable[index] ?? []),
    ];
    lines.push(cells.map(cell).join(","));
    yield;
  }
  return lines.map((line) => `${line}\r\n`).join("");
}

function cell(value: string | number | null | undefined): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
