import { pointsText, terminationTitle } from "../../shared/league-words.ts";
import type { LeagueSettings, LeagueStanding } from "../../shared/leagues.ts";
import { tieBreaks } from "../../shared/tie-breaks.ts";
import { dollars, timeText } from "./league-words.ts";

/** A column of the standings. */
export interface Column {
  readonly key: string;
  /** The short title of its head. */
  readonly head: string;
  /** The title in words. */
  readonly title: string;
  /** Shown at every width, not on phones, or only with “All figures”. */
  readonly shown: "always" | "usually" | "further";
  text(row: LeagueStanding): string;
  /** The text that says nothing: where all rows have it, there is no column. */
  readonly nothing?: "0" | "–";
}

const column = (key: string, head: string, title: string, shown: Column["shown"], text: Column["text"]): Column => ({
  key,
  head,
  title,
  shown,
  text,
});
/** A column that some leagues have. */
const perhaps = (nothing: "0" | "–", ...rest: Parameters<typeof column>): Column => ({ ...column(...rest), nothing });

/** A number that may be missing. */
const told = (value: number | null | undefined, text: (value: number) => string = String): string =>
  value === null || value === undefined ? "–" : text(value);
const tenths = (value: number | null | undefined): string => told(value, (known) => known.toFixed(1));

/** The column for matches of several games. */
const GAME_POINTS = "game-points";

const known: readonly Column[] = [
  column("points", "Pts", "Points", "always", ({ points }) => pointsText(points)),
  column(GAME_POINTS, "GP", "Game points: games won, a draw as a half", "usually", (row) =>
    pointsText(row.game_points),
  ),
  column("played", "P", "Played", "usually", ({ played }) => String(played)),
  column("won", "W", "Won", "always", ({ won }) => String(won)),
  column("drawn", "D", "Drawn", "always", ({ drawn }) => String(drawn)),
  column("lost", "L", "Lost", "always", ({ lost }) => String(lost)),
  column("score", "%", "Score of all games, in per cent", "usually", (row) => tenths(row.score_percent)),
];

const reviewed = (key: string, head: string, title: string, text: Column["text"]): Column =>
  perhaps("–", key, head, `${title} in reviewed games`, "further", text);
const counted = (key: string, head: string, title: string, of: (row: LeagueStanding) => number): Column =>
  perhaps("0", key, head, title, "further", (row) => String(of(row)));

const further: readonly Column[] = [
  counted("byes", "Byes", "Byes", ({ byes }) => byes),
  perhaps("–", "accuracy", "Acc", "Accuracy in reviewed games, 0 to 100", "usually", ({ quality }) =>
    tenths(quality?.accuracy),
  ),
  reviewed("loss", "ACPL", "Average centipawn loss", ({ quality }) => tenths(quality?.average_centipawn_loss)),
  reviewed("blunders", "??", "Blunders", ({ quality }) => told(quality?.blunders)),
  reviewed("mistakes", "?", "Mistakes", ({ quality }) => told(quality?.mistakes)),
  reviewed("inaccuracies", "?!", "Inaccuracies", ({ quality }) => told(quality?.inaccuracies)),
  perhaps("–", "pace", "Time", "Median time per move", "further", (row) => timeText(row.median_move_ms)),
  perhaps("–", "slow", "95 %", "The time within which 95 % of moves were made", "further", (row) =>
    timeText(row.p95_move_ms),
  ),
  counted("illegal", "Ill/k", "Illegal moves per 1,000 attempts", (row) => row.illegal_per_1000),
  counted(
    "illegal-played",
    "Ill/k played",
    "Illegal moves per 1,000 moves played",
    (row) => row.illegal_per_1000_played,
  ),
  counted("errors", "Err/k", "Protocol errors per 1,000 moves", (row) => row.errors_per_1000),
  counted("retries", "Retr", "Retries: moves asked for again", ({ retries }) => retries),
  counted("fallbacks", "Fall", "Random moves in place of its own", ({ fallbacks }) => fallbacks),
  perhaps("–", "tokens", "Tok/move", "Tokens read and written per move", "further", ({ tokens_per_move: tokens }) =>
    tokens ? `${Math.round(tokens.input)} / ${Math.round(tokens.output)}` : "–",
  ),
  perhaps("–", "cost", "$/game", "Dollars per game, at the prices entered", "further", (row) =>
    told(row.cost_per_game, dollars),
  ),
  counted("forfeits", "Forf", "Matches it did not show up for", ({ forfeits }) => forfeits),
];

const endings = (rows: readonly LeagueStanding[]): readonly Column[] =>
  [...new Set(rows.flatMap(({ terminations }) => Object.keys(terminations)))]
    .filter((each) => each !== "normal")
    .map((each) =>
      column(each, terminationTitle(each), `Games by ending: ${terminationTitle(each)}`, "further", (row) =>
        String(row.terminations[each] ?? 0),
      ),
    );

/** The league's tie-breaks, in its order, without the direct encounter and the wins, which other columns show. */
export const tieBreakColumns = ({ tie_breaks }: Pick<LeagueSettings, "tie_breaks">): readonly Column[] =>
  tie_breaks.map((code) => {
    const { name, title } = tieBreaks[code];
    const shown = code === "DE" || code === "WIN" ? "further" : "usually";
    return column(code, code, title, shown, (row) => pointsText(row.tie_breaks[name] ?? 0));
  });

/** The columns of a table, before the rating. */
export const columnsOf = (
  rows: readonly LeagueStanding[],
  settings: Pick<LeagueSettings, "games_per_match" | "tie_breaks">,
): readonly Column[] => [
  ...known.filter(({ key }) => key !== GAME_POINTS || settings.games_per_match > 1),
  ...tieBreakColumns(settings),
  ...further.filter(({ text, nothing }) => rows.some((row) => text(row) !== nothing)),
  ...endings(rows),
];
