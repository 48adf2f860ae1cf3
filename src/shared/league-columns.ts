import { dollarsText, terminationTitle, timeText } from "./figure-facts.ts";
import { findFormat } from "./formats/register.ts";
import { intervalText, pointsText, ratingText } from "./league-words.ts";
import type { LeagueReport, LeagueStanding, RatedPlayer, Results, Tally } from "./leagues.ts";
import { tieBreaks } from "./tie-breaks.ts";

/** A column of a table of a league or of ratings, wherever it is shown. */
export interface Column<Row = LeagueStanding> {
  /** The short title of its head; no other column of a table has it. */
  readonly head: string;
  /** The title in words. */
  readonly title: string;
  /** Shown at every width, not on phones, or only with “All figures”. */
  readonly visibility: "always" | "usually" | "further";
  text(row: Row): string;
  /** The text that says nothing: where all rows have it, there is no column. */
  readonly nothing?: "0" | "–";
}

const columnOf = <Row = LeagueStanding>(
  head: string,
  title: string,
  visibility: Column["visibility"],
  text: Column<Row>["text"],
): Column<Row> => ({ head, title, visibility, text });
/** A column that some leagues have. */
const optional = (nothing: "0" | "–", ...args: Parameters<typeof columnOf<LeagueStanding>>): Column => ({
  ...columnOf(...args),
  nothing,
});

/** A number that may be missing. */
const figureText = (value: number | null | undefined, text: (value: number) => string = String): string =>
  value === null || value === undefined ? "–" : text(value);
const tenths = (value: number | null | undefined): string => figureText(value, (number) => number.toFixed(1));

export const pointsColumn: Column = columnOf("Pts", "Points", "always", ({ points }) => pointsText(points));
/** The games or matches that somebody won, drew and lost. */
const recordColumns: readonly Column<Results>[] = [
  columnOf("W", "Won", "always", ({ won }) => String(won)),
  columnOf("D", "Drawn", "always", ({ drawn }) => String(drawn)),
  columnOf("L", "Lost", "always", ({ lost }) => String(lost)),
];
const shareColumn = columnOf<Tally>("%", "Score in per cent", "usually", ({ games, won, drawn }) =>
  games === 0 ? "–" : String(Math.round((100 * (won + drawn / 2)) / games)),
);
/** The columns of some of somebody's games. */
export const gamesColumns: readonly Column<Tally>[] = [
  columnOf("G", "Games", "always", ({ games }) => String(games)),
  ...recordColumns,
  shareColumn,
];

/** The head of the column for matches of several games. */
const GAME_POINTS = "GP";

const usualColumns: readonly Column[] = [
  pointsColumn,
  columnOf(GAME_POINTS, "Game points: games won, a draw as a half", "usually", (row) => pointsText(row.game_points)),
  columnOf("P", "Played", "usually", ({ played }) => String(played)),
  ...recordColumns,
  columnOf("%", "Score of all games, in per cent", "usually", (row) => tenths(row.score_percent)),
];

const reviewColumn = (head: string, title: string, text: Column["text"]): Column =>
  optional("–", head, `${title} in reviewed games`, "further", text);
const figureShares = (head: string, title: string, of: (row: LeagueStanding) => number | null): Column =>
  optional("0", head, title, "further", (row) => figureText(of(row)));

const further: readonly Column[] = [
  figureShares("Byes", "Byes", ({ byes }) => byes),
  optional("–", "Acc", "Accuracy in reviewed games, 0 to 100", "usually", ({ quality }) => tenths(quality?.accuracy)),
  optional("–", "Margin", "Chips or points won per game, less those lost, with the 95% interval", "usually", (row) =>
    intervalText(row.margin_per_game, row.intervals.margin_per_game, 2),
  ),
  reviewColumn("ACPL", "Average centipawn loss", ({ quality }) => tenths(quality?.average_centipawn_loss)),
  reviewColumn("??", "Blunders", ({ quality }) => figureText(quality?.blunders)),
  reviewColumn("?", "Mistakes", ({ quality }) => figureText(quality?.mistakes)),
  reviewColumn("?!", "Inaccuracies", ({ quality }) => figureText(quality?.inaccuracies)),
  optional("–", "Time", "Median time per move", "further", (row) => timeText(row.median_move_ms)),
  optional("–", "95%", "The time within which 95% of moves were made", "further", (row) => timeText(row.p95_move_ms)),
  figureShares("Ill/k", "Illegal moves per 1,000 attempts", (row) => row.illegal_per_1000),
  figureShares("Ill/k played", "Illegal moves per 1,000 moves played", (row) => row.illegal_per_1000_played),
  figureShares("Err/k", "Protocol errors per 1,000 moves", (row) => row.errors_per_1000),
  figureShares("Retr", "Retries: moves asked for again", ({ retries }) => retries),
  figureShares("Fall", "Random moves in place of its own", ({ fallbacks }) => fallbacks),
  optional("–", "Said", "Moves that its own thoughts contradict, of those with thoughts", "further", (row) =>
    row.thoughts === 0 ? "–" : `${row.contradicted} / ${row.thoughts}`,
  ),
  optional("–", "Tok/move", "Tokens read and written per move", "further", ({ tokens_per_move: tokens }) =>
    tokens ? `${Math.round(tokens.input)} / ${Math.round(tokens.output)}` : "–",
  ),
  optional("–", "$/game", "Dollars per game, at the prices entered", "further", (row) =>
    figureText(row.cost_per_game, dollarsText),
  ),
  optional("–", "Skill", "Rating by the games here in which no move was lost to a failure", "usually", ({ skill }) =>
    skill ? ratingText(skill.without_failures) : "–",
  ),
  figureShares("Forf", "Matches it did not show up for", ({ forfeits }) => forfeits),
];

const endingColumns = (rows: readonly LeagueStanding[]): readonly Column[] =>
  [...new Set(rows.flatMap(({ terminations }) => Object.keys(terminations)))]
    .filter((each) => each !== "normal")
    .map((each) =>
      columnOf(terminationTitle(each), `Games by ending: ${terminationTitle(each)}`, "further", (row) =>
        String(row.terminations[each] ?? 0),
      ),
    );

/** The league's tie-breaks that somebody needed, in its order; direct encounter and wins are seen in other columns. */
export const tieBreakColumns = ({ standings, settings }: ColumnsOf): readonly Column[] =>
  settings.tie_breaks.flatMap((code) => {
    const { name, title } = tieBreaks[code];
    if (standings.every((row) => row.tie_breaks[name] === undefined)) return [];
    const visibility = code === "DE" || code === "WIN" ? "further" : "usually";
    return [columnOf(code, title, visibility, (row) => figureText(row.tie_breaks[name], pointsText))];
  });

const ratingTitle = "Rating over all rated games of this kind, with its 95% interval";
const ratingColumn = columnOf<Pick<LeagueStanding, "rating">>("Rating", ratingTitle, "always", ({ rating }) =>
  ratingText(rating),
);

/** The columns of the rating list. */
export const ratingColumns: readonly Column<RatedPlayer>[] = [
  ratingColumn,
  columnOf("Games", "Rated games", "always", ({ games }) => games.toLocaleString("en")),
  ...recordColumns,
  shareColumn,
];

/** Columns that say nothing in a cup, where one goes on or is out. */
const noneInCups: readonly string[] = [pointsColumn.head, "P", "D"];

/** The columns of a table; of a cup's without points and tie-breaks. */
export function columnsOf(league: ColumnsOf): readonly Column[] {
  const { standings, settings, format } = league;
  const isCup = findFormat(format)?.eliminates === true;
  return [
    ...(isCup ? usualColumns.filter(({ head }) => !noneInCups.includes(head)) : usualColumns).filter(
      ({ head }) => head !== GAME_POINTS || settings.games_per_match > 1,
    ),
    ...(isCup ? [] : tieBreakColumns(league)),
    ...further.filter(({ text, nothing }) => standings.some((row) => text(row) !== nothing && text(row) !== "–")),
    ...endingColumns(standings),
    ratingColumn,
  ];
}
type ColumnsOf = Pick<LeagueReport, "standings" | "settings" | "format">;

/** The columns of a printed table: those that the page shows at first, and all tie-breaks. */
export const printedColumns = (league: ColumnsOf): readonly Column[] =>
  columnsOf(league).filter(
    ({ head, visibility }) => visibility !== "further" || league.settings.tie_breaks.some((code) => code === head),
  );
