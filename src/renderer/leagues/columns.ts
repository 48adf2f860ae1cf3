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
}

const column = (key: string, head: string, title: string, shown: Column["shown"], text: Column["text"]): Column => ({
  key,
  head,
  title,
  shown,
  text,
});

const tenths = (value: number | null | undefined): string => value?.toFixed(1) ?? "–";

const known: readonly Column[] = [
  column("points", "Pts", "Points", "always", ({ points }) => pointsText(points)),
  column("played", "P", "Played", "usually", ({ played }) => String(played)),
  column("won", "W", "Won", "always", ({ won }) => String(won)),
  column("drawn", "D", "Drawn", "always", ({ drawn }) => String(drawn)),
  column("lost", "L", "Lost", "always", ({ lost }) => String(lost)),
  column("score", "%", "Score of all games, in per cent", "usually", ({ score_percent }) =>
    score_percent === null ? "–" : score_percent.toFixed(1),
  ),
];

/** For matches of several games. */
const gamePoints = column("game-points", "GP", "Game points: games won, a draw as a half", "usually", (row) =>
  pointsText(row.game_points),
);

/** Shown if at least one row has a value. */
const further: readonly (Column & { present(row: LeagueStanding): boolean })[] = [
  {
    ...column("byes", "Byes", "Byes", "further", ({ byes }) => String(byes)),
    present: ({ byes }) => byes > 0,
  },
  {
    ...column("accuracy", "Acc", "Accuracy in reviewed games, 0 to 100", "usually", ({ quality }) =>
      tenths(quality?.accuracy),
    ),
    present: ({ quality }) => quality !== null,
  },
  {
    ...column("loss", "ACPL", "Average centipawn loss in reviewed games", "further", ({ quality }) =>
      tenths(quality?.average_centipawn_loss),
    ),
    present: ({ quality }) => quality !== null,
  },
  {
    ...column("blunders", "??", "Blunders in reviewed games", "further", ({ quality }) =>
      String(quality?.blunders ?? "–"),
    ),
    present: ({ quality }) => quality !== null,
  },
  {
    ...column("mistakes", "?", "Mistakes in reviewed games", "further", ({ quality }) =>
      String(quality?.mistakes ?? "–"),
    ),
    present: ({ quality }) => quality !== null,
  },
  {
    ...column("inaccuracies", "?!", "Inaccuracies in reviewed games", "further", ({ quality }) =>
      String(quality?.inaccuracies ?? "–"),
    ),
    present: ({ quality }) => quality !== null,
  },
  {
    ...column("pace", "Time", "Median time per move", "further", ({ median_move_ms }) => timeText(median_move_ms)),
    present: ({ median_move_ms }) => median_move_ms !== null,
  },
  {
    ...column("slow", "95 %", "The time within which 95 % of moves were made", "further", ({ p95_move_ms }) =>
      timeText(p95_move_ms),
    ),
    present: ({ p95_move_ms }) => p95_move_ms !== null,
  },
  {
    ...column("illegal", "Ill/k", "Illegal moves per 1,000 attempts", "further", ({ illegal_per_1000 }) =>
      String(illegal_per_1000),
    ),
    present: ({ illegal_per_1000 }) => illegal_per_1000 > 0,
  },
  {
    ...column(
      "illegal-played",
      "Ill/k played",
      "Illegal moves per 1,000 moves played",
      "further",
      ({ illegal_per_1000_played }) => String(illegal_per_1000_played),
    ),
    present: ({ illegal_per_1000_played }) => illegal_per_1000_played > 0,
  },
  {
    ...column("errors", "Err/k", "Protocol errors per 1,000 moves", "further", ({ errors_per_1000 }) =>
      String(errors_per_1000),
    ),
    present: ({ errors_per_1000 }) => errors_per_1000 > 0,
  },
  {
    ...column("retries", "Retr", "Retries: moves asked for again", "further", ({ retries }) => String(retries)),
    present: ({ retries }) => retries > 0,
  },
  {
    ...column("fallbacks", "Fall", "Random moves in place of its own", "further", ({ fallbacks }) => String(fallbacks)),
    present: ({ fallbacks }) => fallbacks > 0,
  },
  {
    ...column("tokens", "Tok/move", "Tokens read and written per move", "further", ({ tokens_per_move: tokens }) =>
      tokens ? `${Math.round(tokens.input)} / ${Math.round(tokens.output)}` : "–",
    ),
    present: ({ tokens_per_move }) => tokens_per_move !== null,
  },
  {
    ...column("cost", "$/game", "Dollars per game, at the prices entered", "further", ({ cost_per_game }) =>
      cost_per_game === null ? "–" : dollars(cost_per_game),
    ),
    present: ({ cost_per_game }) => cost_per_game !== null,
  },
  {
    ...column("forfeits", "Forf", "Matches it did not show up for", "further", ({ forfeits }) => String(forfeits)),
    present: ({ forfeits }) => forfeits > 0,
  },
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
  ...known.slice(0, 1),
  ...(settings.games_per_match > 1 ? [gamePoints] : []),
  ...known.slice(1),
  ...tieBreakColumns(settings),
  ...further.filter(({ present }) => rows.some(present)),
  ...endings(rows),
];
