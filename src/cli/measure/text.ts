import { figureFacts } from "../../shared/figure-facts.ts";
import { settingsText } from "../../shared/league-facts.ts";
import { ratingText, repeatsText, scaleText } from "../../shared/league-words.ts";
import type * as leagues from "../../shared/leagues.ts";
import { columnsText } from "../command.ts";

/** The progress of a measurement, in a line. */
export function standText({ status, measure }: leagues.LeagueReport): string {
  if (!measure) return "waiting for the one who is to be measured";
  const pauseText = status === "paused" ? ", paused" : "";
  return `${measure.games + measure.unrated + measure.repeats} of at most ${measure.games_most} games: ${ratingText(measure.rating)}${pauseText}`;
}

export function measurementText(measurement: Measurement): string {
  const levels = measurement.levels.filter(({ games }) => games > 0);
  const rows = levels.map(({ name, elo, games, won, drawn, lost }) => [name, elo, games, won, drawn, lost].map(String));
  return [
    `${measurement.entrant}: ${ratingHeadline(measurement)}`,
    endText(measurement),
    ...(measurement.unrated === 0 ? [] : [unratedText(measurement)]),
    ...[repeatsText(measurement.repeats)].filter((text) => text !== null),
    scaleText,
    "",
    columnsText(["Against", "Elo", "Games", "W", "D", "L"], rows, new Set([0])),
    "",
    columnsText(["", ""], figureRows(measurement), new Set([0, 1])).trimStart(),
  ].join("\n");
}

/** `1512 ± 48 (95 %: 1464 to 1560)`, or that nothing is known. */
const ratingHeadline = ({ rating }: Measurement): string =>
  `${ratingText(rating)} (${rating.elo === null ? "nothing is known" : `95 %: ${rating.low} to ${rating.high}`})`;

/** The reason why some played games do not count. */
export const unratedText = ({ unrated, settings }: Measurement): string =>
  `${unrated} of its games ${unrated === 1 ? "is" : "are"} not rated: more than ${Number((100 * settings.most_by_lot).toFixed(2))} % of a side's moves were drawn by lot, a side lost before its first move, or the game was cut short.`;

function endText({ narrow, within, games: rated, unrated, repeats, games_most: most }: Measurement): string {
  const games = rated + unrated + repeats;
  if (narrow) return `The interval is narrower than ${within} after ${games} games.`;
  return games >= most
    ? `After ${games} games, the most that were to be played, the interval is not yet narrower than ${within}.`
    : `It ended after ${games} games, for the one who is measured left.`;
}

const figureRows = (data: Measurement): readonly (readonly [string, string])[] => [
  ["Score", `${data.score_percent ?? 0} % of ${data.games} games: +${data.won} =${data.drawn} −${data.lost}`],
  ...figureFacts(data),
  ["±, and brackets", "95 % intervals, from how the games differ"],
  ["Settings", `${data.game}; ${settingsText(data.settings, data)}`],
  ["Plays", `${data.kind}${data.plays === null ? "" : `, ${data.plays}`}`],
];

/** The result of a measurement, as `--json` prints it. */
export type Measurement = NonNullable<ReturnType<typeof measurementOf>>;

/** A league's findings about the entrant that it measures; null where it measures nobody, or did not come to an end. */
export function measurementOf(league: leagues.LeagueDetail, review: leagues.LeagueReview | null) {
  const { measure, settings } = league;
  const entrant = league.field.find(({ number }) => number === measure?.number);
  const standing = league.standings.find(({ number }) => number === measure?.number);
  if (!measure || !entrant || !standing || league.status !== "complete") return null;
  const { number: _, enough, ...found } = measure;
  const { measure: __, points: ___, rounds, sprt, concurrency, max_entrants, ...kept } = settings;
  return {
    ...figuresOf(standing),
    league_id: league.league_id,
    game: league.game,
    seed: league.seed,
    commitment: league.commitment,
    secret: league.secret,
    ...found,
    kind: entrant.kind,
    /** Its setup, in a word or two; null where its name says it. */
    plays: entrant.plays,
    /** Whether the interval is as narrow as requested; else it ended by the number of games. */
    narrow: enough,
    /** The ends of the 95 % interval; null where nothing is known. */
    low: found.rating.low,
    high: found.rating.high,
    // Only of games that say something about strength: the table contains others as well.
    score_percent: scoreOf(measure),
    /** The engine's review of some of its games; null where none was asked for. */
    quality: qualityIn(review, entrant.number),
    finished_at: league.finished_at,
    settings: kept,
  };
}

/** The figures of a row of the table, without its place there. */
function figuresOf({ number, name, status, rank, rank_before, points, ...row }: leagues.LeagueStanding) {
  const { played, byes, game_points, tie_breaks, rating, won, drawn, lost, ...figures } = row;
  return figures;
}

/** The reason why a finished measurement has no result, such as that nobody came; null where it has one. */
export const whyNothing = ({ games, entrant }: Pick<Measurement, "games" | "entrant">): string | null =>
  games > 0
    ? null
    : `nothing was measured: ${entrant} played no game that counts. It did not come, or gave each one up.`;

const scoreOf = ({ games, won, drawn }: leagues.LeagueMeasure): number | null =>
  games === 0 ? null : Math.round((1_000 * (won + drawn / 2)) / games) / 10;

function qualityIn(review: leagues.LeagueReview | null, entrant: number) {
  const own = review?.entrants.find(({ number }) => number === entrant);
  if (!review || !own) return null;
  const { number: _, name: __, ...found } = own;
  return { ...found, nodes: review.nodes, engines: review.engines };
}
