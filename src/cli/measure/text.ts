import { causesText } from "../../shared/causes.ts";
import { settingsText } from "../../shared/league-facts.ts";
import { intervalText, ratingText, repeatsText, scaleText } from "../../shared/league-words.ts";
import type * as leagues from "../../shared/leagues.ts";
import { columnsText } from "../columns.ts";

/** The progress of a measurement, in a line. */
export function standText({ status, measure }: leagues.LeagueReport): string {
  if (!measure) return "waiting for the one who is to be measured";
  const paused = status === "paused" ? ", paused" : "";
  return `${measure.games + measure.unrated + measure.repeats} of at most ${measure.games_most} games: ${ratingText(measure.rating)}${paused}`;
}

/** The result of a measurement, as text. */
export function measurementText(found: Measurement): string {
  const met = found.levels.filter(({ games }) => games > 0);
  const rows = met.map(({ name, elo, games, won, drawn, lost }) => [name, elo, games, won, drawn, lost].map(String));
  return [
    `${found.entrant}: ${headline(found)}`,
    endText(found),
    ...(found.unrated === 0 ? [] : [unratedText(found)]),
    ...[repeatsText(found.repeats)].filter((text) => text !== null),
    scaleText,
    "",
    columnsText(["Against", "Elo", "Games", "W", "D", "L"], rows, new Set([0])),
    "",
    columnsText(["", ""], figureRows(found), new Set([0, 1])).trimStart(),
  ].join("\n");
}

/** `1512 ± 48 (95 %: 1464 to 1560)`, or the bound. */
export const headline = (found: Measurement): string => `${ratingText(found.rating)} (${rangeText(found)})`;

/** The certainty of the result. */
export function rangeText({ rating, low, high }: Measurement): string {
  if (rating.kind === "unknown") return "nothing is known";
  return low === null || high === null ? "with 95 % confidence" : `95 %: ${low} to ${high}`;
}

/** The reason why some played games do not count. */
export const unratedText = ({ unrated, settings }: Measurement): string =>
  `${unrated} of its games ${unrated === 1 ? "is" : "are"} not rated: more than ${Number((100 * settings.most_by_lot).toFixed(2))} % of a side's moves were drawn by lot, a side lost before its first move, or the game was cut short.`;

export function endText({ narrow, within, games: rated, unrated, repeats, games_most: most }: Measurement): string {
  const games = rated + unrated + repeats;
  if (narrow) return `The interval is narrower than ${within} after ${games} games.`;
  return games >= most
    ? `After ${games} games, the most that were to be played, the interval is not yet narrower than ${within}.`
    : `It ended after ${games} games, for the one who is measured left.`;
}

/** Further figures, in words. */
export function figureRows(found: Measurement): readonly (readonly [string, string])[] {
  const { tokens_per_move: tokens, cost_per_move: cost, quality, intervals } = found;
  const ms = (value: number | null) => (value === null ? "–" : `${Math.round(value)} ms`);
  const ended = Object.entries(found.terminations).map(([how, games]) => `${games} ${how}`);
  const rows: Readonly<Record<string, string | null>> = {
    Score: `${found.score_percent ?? 0} % of ${found.games} games: +${found.won} =${found.drawn} −${found.lost}`,
    "Games ended": ended.join(", "),
    "Illegal moves":
      `${intervalText(found.illegal_per_1000, intervals.illegal_per_1000)} in 1,000 of ${found.attempts} attempts, ` +
      `${intervalText(found.illegal_per_1000_played, intervals.illegal_per_1000_played)} for 1,000 of ${found.own_moves} moves played`,
    "Protocol errors": `${intervalText(found.errors_per_1000, intervals.errors_per_1000)} in 1,000 attempts; ${found.retries} retries, ${found.fallbacks} moves by chance`,
    "Their causes": causesText(found.causes) || null,
    Accuracy:
      quality &&
      `${intervalText(quality.accuracy, quality.accuracy_interval)} %, ` +
        `average centipawn loss ${intervalText(quality.average_centipawn_loss, quality.average_centipawn_loss_interval)}, ` +
        `inaccuracies ${quality.inaccuracies}, mistakes ${quality.mistakes}, blunders ${quality.blunders} ` +
        `(games ${quality.games}, ${quality.engines.join(", ") || "an engine"} with ${quality.nodes} nodes a position)`,
    "Time per move": `${ms(found.mean_move_ms)} on average, median ${ms(found.median_move_ms)}, 95 % within ${ms(found.p95_move_ms)}`,
    "Tokens for a move":
      tokens &&
      `${intervalText(tokens.input, intervals.input_tokens_per_move)} in, ` +
        `${intervalText(tokens.output, intervals.output_tokens_per_move)} out, ` +
        `${intervalText(tokens.reasoning, intervals.reasoning_tokens_per_move)} of them thought`,
    "Cost of a move":
      cost === null
        ? null
        : `$${intervalText(cost, intervals.cost_per_move, 6)}, ` +
          `and $${intervalText(found.cost_per_game, intervals.cost_per_game, 6)} of a game`,
    Margins: "± is half of the 95 % interval, and brackets are its ends, from how the games differ",
    Settings: `${found.game}; ${settingsText(found.settings, found)}`,
    Plays: `${found.kind}${found.plays === null ? "" : `, ${found.plays}`}`,
  };
  return Object.entries(rows).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** The result of a measurement, as `--json` prints it. */
export type Measurement = NonNullable<ReturnType<typeof measurementOf>>;

/** A league's findings about the entrant that it measures; null where it measures nobody, or did not come to an end. */
export function measurementOf(league: leagues.LeagueDetail, review: leagues.LeagueReview | null) {
  const { measure, settings } = league;
  const entrant = league.field.find(({ number }) => number === measure?.number);
  const standing = league.standings.find(({ number }) => number === measure?.number);
  if (!measure || !entrant || !standing || league.status !== "complete") return null;
  const { number: _, enough, ...found } = measure;
  const { elo, interval } = found.rating;
  const { measure: __, points: ___, rounds, sprt, concurrency, max_entrants, ...kept } = settings;
  const ends = elo === null || interval === null ? null : { low: elo - interval, high: elo + interval };
  return {
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
    /** The ends of the 95 % interval; null where there is a bound or nothing at all. */
    low: ends?.low ?? null,
    high: ends?.high ?? null,
    // Only of games that say something about strength: the table contains others as well.
    score_percent: scoreOf(measure),
    /** The engine's review of some of its games; null where none was asked for. */
    quality: qualityIn(review, entrant.number),
    terminations: standing.terminations,
    illegal_per_1000: standing.illegal_per_1000,
    illegal_per_1000_played: standing.illegal_per_1000_played,
    errors_per_1000: standing.errors_per_1000,
    causes: standing.causes,
    retries: standing.retries,
    fallbacks: standing.fallbacks,
    games_by_lot: standing.games_by_lot,
    mean_move_ms: standing.mean_move_ms,
    median_move_ms: standing.median_move_ms,
    p95_move_ms: standing.p95_move_ms,
    tokens_per_move: standing.tokens_per_move,
    cost_per_game: standing.cost_per_game,
    cost_per_move: standing.cost_per_move,
    attempts: standing.attempts,
    own_moves: standing.own_moves,
    intervals: standing.intervals,
    finished_at: league.finished_at,
    settings: kept,
  };
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
