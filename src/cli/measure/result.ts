import type {
  LeagueDetail,
  LeagueFigures,
  LeagueMeasure,
  LeagueQuality,
  LeagueRandomness,
  LeagueReview,
  LeagueSettings,
} from "../../shared/leagues.ts";

/** The result of a measurement, as `--json` prints it. */
export interface Measurement
  extends Omit<LeagueMeasure, "number" | "enough">,
    Omit<LeagueFigures, "score_percent" | "forfeits">,
    LeagueRandomness {
  readonly league_id: string;
  readonly game: string;
  readonly kind: string;
  /** Its setup, in a word or two; null where its name says it. */
  readonly plays: string | null;
  /** Whether the interval is as narrow as requested; else it ended by the number of games. */
  readonly narrow: boolean;
  /** The ends of the 95 % interval; null where there is a bound or nothing at all. */
  readonly low: number | null;
  readonly high: number | null;
  readonly score_percent: number | null;
  /** The engine's review of some of its games; null where none was asked for. */
  readonly quality:
    | (Omit<LeagueQuality, "number" | "name"> & {
        readonly nodes: number;
        /** The engines' own names. */
        readonly engines: readonly string[];
      })
    | null;
  readonly finished_at: string | null;
  readonly settings: Omit<LeagueSettings, "measure" | "points" | "rounds" | "sprt" | "concurrency" | "max_entrants">;
}

/** A league's findings about the entrant that it measures; null where it measures nobody, or did not come to an end. */
export function measurementOf(league: LeagueDetail, review: LeagueReview | null): Measurement | null {
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
    plays: entrant.plays,
    narrow: enough,
    low: ends?.low ?? null,
    high: ends?.high ?? null,
    // Only of games that say something about strength: the table contains others as well.
    score_percent: scoreOf(measure),
    quality: qualityIn(review, entrant.number),
    terminations: standing.terminations,
    illegal_per_1000: standing.illegal_per_1000,
    illegal_per_1000_played: standing.illegal_per_1000_played,
    errors_per_1000: standing.errors_per_1000,
    retries: standing.retries,
    fallbacks: standing.fallbacks,
    games_by_lot: standing.games_by_lot,
    mean_move_ms: standing.mean_move_ms,
    median_move_ms: standing.median_move_ms,
    p95_move_ms: standing.p95_move_ms,
    tokens_per_move: standing.tokens_per_move,
    cost_per_game: standing.cost_per_game,
    cost_per_move: standing.cost_per_move,
    margins: standing.margins,
    finished_at: league.finished_at,
    settings: kept,
  };
}

/** The reason why a finished measurement has no result, such as that nobody came; null where it has one. */
export const whyNothing = ({ games, entrant }: Pick<Measurement, "games" | "entrant">): string | null =>
  games > 0
    ? null
    : `nothing was measured: ${entrant} played no game that counts. It did not come, or gave each one up.`;

const scoreOf = ({ games, won, drawn }: LeagueMeasure): number | null =>
  games === 0 ? null : Math.round((1_000 * (won + drawn / 2)) / games) / 10;

function qualityIn(review: LeagueReview | null, entrant: number): Measurement["quality"] {
  const own = review?.entrants.find(({ number }) => number === entrant);
  if (!review || !own) return null;
  const { number: _, name: __, ...found } = own;
  return { ...found, nodes: review.nodes, engines: review.engines };
}
