import type { z } from "zod";
import type { Causes } from "./causes.ts";
import type { leagueSettings } from "./league-settings.ts";
import type { ModelSettings } from "./player-settings.ts";
import type { EngineNotice, Opening, Seat } from "./terms.ts";
import type { TieBreakName } from "./tie-breaks.ts";

/** The answers of the API and the tools about leagues, with the names of the JSON. */

/** The most entrants of a league: where that many fit, nobody set a limit. */
export const MOST_ENTRANTS = 512;
/** Most entrants in a table of all against all, beyond which nobody could read it. */
export const MOST_CROSSED = 64;

/** A league in a list. */
export interface LeagueSummary {
  readonly league_id: string;
  readonly name: string;
  readonly game: string;
  readonly format: string;
  readonly status: "registration_open" | "ready" | "running" | "paused" | "complete" | "cancelled";
  /** Those who are not out, with those who have yet to come to a named place. */
  readonly entrants: number;
  /** Places that are still to be taken before the start, where their number is limited; 0 later. */
  readonly awaited: number;
  /** The last round that was paired; 0 before the first. */
  readonly round: number;
  readonly rounds_total: number;
  /** The number of finished rounds. */
  readonly rounds_over: number;
  /** Without byes. Rounds that are not paired yet count like the last round. */
  readonly matches_over: number;
  readonly matches_total: number;
  readonly champion: string | null;
  /** Why the first of the table of a finished league is not its champion. */
  readonly no_champion?: string;
  /** The result where there is no champion, in words: of a gauntlet's first entrant, or of the measured one. */
  readonly outcome?: string;
  /** Whether the person deleted it: then it is in no list, and can be restored. */
  readonly deleted: boolean;
  readonly created_at: string;
  /** Whether no match begins any more until the league is resumed; once it is paused, all matches that had begun are over. */
  readonly finishing?: true;
  /** The reason of a pause that the person did not start. */
  readonly set_aside?: string;
}

export interface LeagueMatch {
  readonly match_id: string;
  readonly a: string;
  /** Null for a bye. */
  readonly b: string | null;
  /** `paused`: between its games, in a league that is paused; `stopped`: never finished, in a cancelled one. */
  readonly status: "assigned" | "invited" | "playing" | "paused" | "stopped" | "reported";
  /** The names of those that have not come yet, and when it is lost for them; absent where both are there. */
  readonly awaits?: readonly string[];
  readonly until?: string;
  /** A name; null for a draw, for a bye, and while it is not over. */
  readonly winner: string | null;
  /** Games won, a draw as a half, without an Armageddon game. */
  readonly score: readonly [number, number];
  readonly games: readonly string[];
  /** Whether it stayed level and the winner was drawn by lot; absent where not. */
  readonly lot?: true;
  /** The game that decides a level match, which counts in no score; absent where there is none. */
  readonly armageddon?: MatchArmageddon;
  /**
   * The kind of its end: normal, time, illegal-moves, disconnected, stalled, adjudicated, cut-short, forfeit, bye; null
   * while it is not over.
   */
  readonly termination: string | null;
}

/** One more game of a level match, in which a draw is a win for the second seat. */
export interface MatchArmageddon {
  readonly game_id: string;
  /** The player with the first seat. */
  readonly first: string;
  /** The seat of the winner of the match, and whether the game itself was won or drawn; null while it is open. */
  readonly seat: Seat | null;
  readonly result: "won" | "drawn" | null;
}

export interface LeagueRating {
  readonly kind: "rated" | "at_least" | "at_most" | "unknown";
  /** The mean of what is known of the strength: it orders every list. Null where nothing is, as in all that follows. */
  readonly elo: number | null;
  /** Half of the 95 % interval, whose ends follow. */
  readonly interval: number | null;
  /** `at_least` so strong where all games were won, */
  readonly low: number | null;
  /** `at_most` so strong where all were lost. */
  readonly high: number | null;
  /** The number of rated games behind it. */
  readonly games: number | null;
}

/** Ratings by the games of one league alone: by all rated ones, and by those in which no move of either side was lost. */
export type LeagueSkill = Readonly<Record<"all" | "without_failures", LeagueRating>>;

/** The results of somebody's games or matches. */
export interface Results {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}
/** The same with the number of games. */
export interface Tally extends Results {
  readonly games: number;
}

/** The rating list over all rated games of a kind, in leagues or not. */
export interface RatingListReport {
  readonly game: string;
  /**
   * The scale of the numbers: `levels`, the measured strengths of the computer's levels, once one of them has played a
   * rated game; else `mean`, where the mean of all is 1500.
   */
  readonly scale: "levels" | "mean";
  /** The advantage of the first seat in Elo; null where it cannot be determined. */
  readonly first_move: number | null;
  /** Half of its 95 % interval. */
  readonly first_move_interval: number | null;
  /** The standard deviation of the players' strengths, as estimated, in Elo; null where nobody but anchors has played. */
  readonly spread: number | null;
  /** The number of games in the computation; games that repeat each other count once. */
  readonly games: number;
  /** A caution about the ratings of a game that chance decides; absent in others. */
  readonly caution?: string;
  /** The number of further games that repeat one of them, between players without random choices. */
  readonly repeats: number;
  /** Strongest first; those without a rating at the end. */
  readonly entries: readonly RatedPlayer[];
}

export interface RatedPlayer extends Tally {
  /** Its identity in all leagues. */
  readonly identity: string;
  readonly name: string;
  readonly kind: string;
  /**
   * The computer's level; null for all others. The ratings of levels are measured, and do not change with games here.
   */
  readonly level: number | null;
  readonly rating: LeagueRating;
  /** Null for a player without a rated game. */
  readonly last_played_at: string | null;
}

/** The figures that have intervals; those of tokens are parts of `tokens_per_move`. */
export const figuresWithIntervals = [
  /** Refused moves among 1,000 attempts. */
  "illegal_per_1000",
  /** Refused moves for each 1,000 that it played itself, as llm_chess counts them. */
  "illegal_per_1000_played",
  /** Protocol errors among 1,000 attempts: missing or unusable answers. */
  "errors_per_1000",
  "input_tokens_per_move",
  "output_tokens_per_move",
  "reasoning_tokens_per_move",
  /** Dollars, by the prices that the person entered; null where nobody charges. */
  "cost_per_game",
  "cost_per_move",
  /** Chips or points that it won by a game that the rules ended, less those that it lost, in games that are won by more or less. */
  "margin_per_game",
] as const;
export type FigureWithInterval = (typeof figuresWithIntervals)[number];

/** The low and the high end of a 95 % interval. */
export type Ends = readonly [low: number, high: number];

/** Splits of somebody's games, or reviewed moves: theory goes up to the last position that the opening names know. */
export const figureSplits = [
  { split: "seats", parts: ["first seat", "second seat"] },
  { split: "starts", parts: ["usual starts", "unfamiliar starts"] },
  { split: "theory", parts: ["in theory", "after theory"] },
] as const;
export type Split = (typeof figureSplits)[number]["split"];

/** A figure of both parts, and the first less the second, with their 95 % intervals: null for fewer than two games. */
export interface FigureApart {
  readonly games: readonly [number, number];
  readonly values: readonly [number, number];
  readonly intervals: readonly [Ends | null, Ends | null];
  readonly difference: number;
  readonly difference_interval: Ends | null;
}

/** The figures of each split by their names in the table, but for those that a part has nothing of. */
export type FiguresApart = Readonly<Partial<Record<Split, Readonly<Record<string, FigureApart>>>>>;

/** The plain counts over an entrant's games. */
export const counters = [
  /** Requests that repeated one after a missing or unusable answer. */
  "retries",
  /** Random moves in place of its own. */
  "fallbacks",
  /** Moves with which it said its thoughts, and those among them that these contradict, as the game reads them. */
  "thoughts",
  "contradicted",
  /** Games that are not rated because too many of its own moves in them were random. */
  "games_by_lot",
  /** Matches to which it did not come. */
  "forfeits",
] as const;
export type LeagueCounts = Readonly<Record<(typeof counters)[number], number>>;

/** The figures that have intervals but for tokens; null of nothing, as in all that follows. */
type Rates = Readonly<Record<Exclude<FigureWithInterval, `${string}_tokens_per_move`>, number | null>>;

/** The sums over an entrant's games. */
export interface LeagueFigures extends LeagueCounts, Rates {
  /** The score over all games in per cent, 0 to 100; null before the first. */
  readonly score_percent: number | null;
  /** Games by the kind of their end. */
  readonly terminations: Readonly<Record<string, number>>;
  /** Its tries for a move: those that it played itself, refused moves, and unusable answers. */
  readonly attempts: number;
  /** Moves that it played itself, without those drawn by lot. */
  readonly own_moves: number;
  /** The number of its refused moves and unusable answers by their cause, and of a provider's failures. */
  readonly causes: Causes;
  /** The same among 1,000 attempts. */
  readonly causes_per_1000: Causes;
  /** Mean milliseconds for a move; null before the first. */
  readonly mean_move_ms: number | null;
  readonly median_move_ms: number | null;
  readonly p95_move_ms: number | null;
  /** Tokens of models: read, written, and of these spent on thinking. Null for all others. */
  readonly tokens_per_move: { readonly input: number; readonly output: number; readonly reasoning: number } | null;
  /** The ends of the 95 % intervals of these figures, from their variation between games; null for fewer than two games. */
  readonly intervals: Readonly<Record<FigureWithInterval, Ends | null>>;
  /** Score, illegal moves and errors by the entrant's seat, and by the start where the league has both kinds. */
  readonly apart: FiguresApart;
}

/** The quality of somebody's play, by an engine. */
export interface PlayQuality {
  /** Games that were reviewed. */
  readonly games: number;
  /** 0–100, the mean of its games, without moves by lot; null without a move. */
  readonly accuracy: number | null;
  /** The ends of the 95 % interval, from the variation between games; null for fewer than two games. */
  readonly accuracy_interval: Ends | null;
  /** The mean of its moves. */
  readonly average_centipawn_loss: number | null;
  readonly average_centipawn_loss_interval: Ends | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
  /** Accuracy and loss apart, by seat, start and theory. */
  readonly apart: FiguresApart;
}

export interface LeagueStanding
  extends LeagueFigures,
    Results,
    Pick<LeagueEntrant, "number" | "name" | "kind" | "status"> {
  readonly rank: number;
  /** Its place after the round before the last one; null in the first. */
  readonly rank_before: number | null;
  readonly points: number;
  readonly played: number;
  readonly byes: number;
  /** Games won in all its matches, a draw as a half; byes bring none. Points are those of matches. */
  readonly game_points: number;
  /** The tie-break that decided its place among those with the same points; absent where nobody has, and before the end. */
  readonly placed_by?: TieBreakName | "lot";
  /** Why it plays no more: `left`, `missed 2`, `removed`, `out in round 1`; absent for all others. */
  readonly out?: string;
  /** The league's tie-breaks as far as they were needed, and the lot for entrants that all of them leave equal. */
  readonly tie_breaks: Readonly<Partial<Record<TieBreakName, number>>> & { readonly lot: number };
  readonly rating: LeagueRating;
  /** Null in a league in which no move was lost to a failure. */
  readonly skill: LeagueSkill | null;
  /** The champion's debt to a lot, in words; absent for nothing, and for all others. */
  readonly by_lot?: string;
  /** Null where none of its games was reviewed. */
  readonly quality: PlayQuality | null;
}

/** How far a sequential test has come. */
export interface SequentialTest {
  /** The logarithm of the likelihood ratio. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly decision: "elo0" | "elo1" | null;
}

/** The results of two entrants' pairs of games. */
export interface LeaguePair {
  /** Their names. */
  readonly first: string;
  readonly second: string;
  readonly pairs: number;
  /** The number of pairs that gave the first of them 0, ½, 1, 1½ and 2 points. */
  readonly counts: readonly number[];
  /** The advantage of the first in Elo, and the ends of its 95 % interval. */
  readonly elo: number;
  readonly low: number;
  readonly high: number;
  /** The likelihood that the first is stronger. */
  readonly superiority: number;
  readonly sprt?: SequentialTest & {
    /** The hypotheses: that the first is stronger by so many Elo. */
    readonly elo0: number;
    readonly elo1: number;
  };
}

/** The strength of an entrant that is measured against levels of known strength. */
export interface LeagueMeasure extends Tally {
  readonly entrant: string;
  readonly number: number;
  /** On the levels' scale. Its interval includes their own errors. */
  readonly rating: LeagueRating;
  /** The requested width of the 95 % interval, in Elo from end to end. */
  readonly within: number;
  /** Games after which it ends in any case. */
  readonly games_most: number;
  /** Whether the interval is narrow enough. */
  readonly enough: boolean;
  /** Games that count for nothing: too many random moves of a side, or lost before its first move. */
  readonly unrated: number;
  /** Games that repeat another one, between players without random choices: they count once. */
  readonly repeats: number;
  /** The possible opponents, weakest first. */
  readonly levels: readonly (Tally & {
    readonly name: string;
    /** The computer's level; null for a player that is weaker than its levels. */
    readonly level: number | null;
    readonly elo: number;
  })[];
}

/** The reviews of a league's games: `POST /api/leagues/{id}/review`, one more game each time it is called. */
export interface LeagueReview {
  readonly league_id: string;
  /** For each position. */
  readonly nodes: number;
  /** Games to be reviewed. */
  readonly games: number;
  readonly reviewed: number;
  /** The engines' own names. */
  readonly engines: readonly string[];
  readonly notice: EngineNotice;
  readonly entrants: readonly (PlayQuality & { readonly number: number; readonly name: string })[];
}

/** A match to which the person at the window is invited. */
export interface Invitation {
  readonly league_id: string;
  /** The league's name. */
  readonly league: string;
  readonly game: string;
  readonly round: number;
  /** The person's number in the league, and the name with that number. */
  readonly entrant: number;
  readonly name: string;
  readonly opponent: string;
  /** When the match is lost if the person does not come. */
  readonly until: string;
  /** The most seconds for a move, the clock, and the number of games of the match. */
  readonly terms: Pick<ApiLeagueSettings, "move_seconds" | "clock" | "games_per_match">;
}

/** The last of several matches in a row that the person missed and lost. */
export interface MissedMatch extends Omit<Invitation, "until" | "terms"> {
  /** The number of those in a row, and the number after which an entrant is out. */
  readonly misses: number;
  readonly misses_most: number;
  /** Whether the league is over, so that no further invitation comes. */
  readonly over: boolean;
}

/** Matches that the person at the window is invited to, as an entrant of leagues: `GET /api/invitations`. */
export interface PersonInvitations {
  /** The open ones, the most urgent first. */
  readonly invitations: readonly Invitation[];
  /** Shown until the person comes to a match again; for finished leagues only the last of them, for a day. */
  readonly missed: readonly MissedMatch[];
}

/** The number of finished games that an engine has reviewed. */
export type ReviewState = Pick<LeagueReview, "games" | "reviewed">;

export interface LeagueProgress extends LeagueSummary {
  /** The number of its events: rises with each change. */
  readonly version: number;
}

/** The settings of a league as they were requested or completed; only the budget may change. */
export interface ApiLeagueSettings extends z.infer<typeof leagueSettings> {
  readonly openings: (NonNullable<z.infer<typeof leagueSettings>["openings"]> & { readonly positions: number }) | null;
  /** The measurement of an entrant against levels of known strength; null for leagues of other formats. */
  readonly measure: {
    readonly within: number;
    readonly games: number;
    readonly levels: readonly number[];
    /**
     * The estimated number of games for an entrant of that strength, without draws; null where the levels' own errors
     * alone are wider.
     */
    readonly games_needed: readonly { readonly elo: number; readonly games: number | null }[];
  } | null;
}

/** A round: `GET /api/leagues/{id}/rounds/{round}`. */
export interface LeagueRound {
  readonly round: number;
  readonly matches: readonly LeagueMatch[];
}

/** The source of all random choices in a league. */
export interface LeagueRandomness {
  readonly seed: number;
  /** The SHA-256 of seed and secret with a space between them. */
  readonly commitment: string;
  /** The key of the random choices. Null until the league is over, since whoever knows it can predict them. */
  readonly secret: string | null;
}

/** A league in full. */
export interface LeagueReport extends LeagueProgress, LeagueRandomness {
  readonly settings: ApiLeagueSettings;
  /** Oldest first; only the last ones of a large league, unless all are requested. */
  readonly rounds: readonly LeagueRound[];
  readonly standings: readonly LeagueStanding[];
  /**
   * The results of each against each by rank, a letter a match (`W`, `D`, `L`), oldest first. Empty for too many
   * entrants.
   */
  readonly crosstable: readonly (readonly string[])[];
  readonly pair?: LeaguePair;
  readonly measure?: LeagueMeasure;
  /**
   * Games that repeat another one move for move, between players without random choices. They count once for ratings,
   * pairs and accuracy; their points stay. Absent where there are none.
   */
  readonly repeats?: number;
  /** The numbers of finished games by the kind of their end, as in `terminations`. */
  readonly endings: Readonly<Record<string, number>>;
  /** Those by the rules, by the game's own reason: `Checkmate`. */
  readonly reasons: Readonly<Record<string, number>>;
  /** As in the rating list. */
  readonly caution?: string;
  /** The warning that games would repeat each other, and what to do; absent where none would, and once it is over. */
  readonly warning?: string;
}

export interface LeagueEntrant {
  /** In the order in which they came, from 1. */
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly status: "registered" | "active" | "in_game" | "suspended" | "out";
  /**
   * Its settings in words: `level 5`, `pattern`; of a model the provider, the prompt's parts and the price; null where
   * its name says it, or nothing is known.
   */
  readonly plays: string | null;
  /**
   * A player server's description of itself when it registered, as JSON, clipped; null where it gave none, and for all
   * others.
   */
  readonly capabilities: string | null;
  /** The number of rounds that a late entrant missed, and the worth of each; absent for all others. */
  readonly late?: { readonly rounds: number; readonly worth: "half" | "none" };
  /** The state of a server in terms of `league.v1`. */
  readonly state?: string;
  /** Present while others wait for it: when its match is lost; null where no match depends on it yet. */
  readonly awaited?: { readonly until: string | null };
  /** Whether the person can remove it: before the start, and while others wait for it. */
  readonly can_take_out: boolean;
  /** Whether its place can be given a new token: it is an agent that has come, and may have lost the one it had. */
  readonly can_reissue: boolean;
  /** The prompt for the assistant with this reserved place; absent once it has joined. */
  readonly join_prompt?: string;
}

/** The changing parts of a league beside its matches and its table. */
export interface LeagueLife {
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The join prompt for an assistant; null once nobody can join any more. */
  readonly join_prompt: string | null;
  /** Its state in terms of `league.v1`: `ROUND_IN_PROGRESS`. */
  readonly state: string;
  /** The same of its referees; absent in a league without referees. */
  readonly referees?: readonly { readonly name: string; readonly state: string }[];
}

/** A league as its page shows it: `GET /api/leagues/{id}`. */
export interface LeagueDetail extends LeagueReport, LeagueLife {
  /** All entrants, before the first round too. */
  readonly field: readonly LeagueEntrant[];
  /** Null in games without an engine. */
  readonly review: ReviewState | null;
}

export interface LeagueList {
  readonly leagues: readonly LeagueSummary[];
  readonly next_cursor: string | null;
}

/** A change of a league in the event stream. */
export interface LeagueChange
  extends LeagueProgress,
    LeagueLife,
    Pick<LeagueReport, "secret" | "pair" | "measure" | "endings" | "reasons"> {
  /** The version before it: a reader with an older one has missed something. */
  readonly from: number;
  readonly matches: readonly (LeagueMatch & { readonly round: number })[];
  /** New and changed rows; only the report contains ratings and qualities. */
  readonly standings: readonly Omit<LeagueStanding, "rating" | "quality">[];
  readonly field: readonly LeagueEntrant[];
  /** The person's current invitations there, which replace those of earlier events. */
  readonly calls: PersonInvitations;
}

/** A changed status of an entrant, in the event stream. */
export interface PlayerStatusChange {
  readonly league_id: string;
  readonly number: number;
}

/** One game of an entrant, from its side. */
export interface LeagueEntrantGame {
  readonly game_id: string;
  readonly round: number;
  readonly opponent: string;
  readonly seat: Seat;
  /** Null while it is played. */
  readonly result: "won" | "drawn" | "lost" | null;
  /** The kind of its end, in a word or two: `Checkmate`. */
  readonly reason: string | null;
  readonly termination: string | null;
  /** Its own seat. */
  readonly moves: number;
  readonly mean_move_ms: number | null;
  readonly illegal: number;
  readonly opening: Opening | null;
}

/** A problem of an entrant: a forfeit, a suspension, a game lost without a move. */
export interface LeagueTrouble {
  /** ISO 8601. */
  readonly at: string;
  /** The number of the game in the league, from 1; null for a problem outside a game. */
  readonly match: number | null;
  readonly game_id: string | null;
  /** The event and its reason, in a sentence. */
  readonly text: string;
}

/** One try to call a player that is a server or a model. */
export interface PlayerCall {
  /** When it was over, ISO 8601. */
  readonly at: string;
  /** An address, or provider and model. */
  readonly to: string;
  /** The tool that was called, `tools/list`, or `prompt` of a model. */
  readonly tool: string;
  /** The game and the number of the move, or the match: `L5m1g1-3`, `L5m1-invite`. */
  readonly about: string;
  readonly ms: number;
  /** Null for a usable answer. */
  readonly failure: string | null;
  /** The prompt or the message; a long one without its middle. Secrets are removed. */
  readonly asked: string;
  /** The same of the raw answer; null where none came. */
  readonly answered: string | null;
}

/** Everything about one match: `GET /api/leagues/{id}/matches/{number}`. */
export interface LeagueMatchDetail
  extends Pick<LeagueMatch, "status" | "termination" | "winner" | "score">,
    Pick<Invitation, "league_id" | "league" | "round"> {
  readonly match: number;
  /** The number of games that are planned. */
  readonly games_planned: number;
  readonly games: readonly (Pick<LeagueEntrantGame, "game_id" | "reason" | "termination"> & {
    /** A name; null for a draw and while it is played. */
    readonly winner: string | null;
    /** Moves that were retried, random or missing, and why. */
    readonly efforts: readonly { readonly ply: number; readonly name: string; readonly text: string }[];
  })[];
  readonly players: readonly (Pick<LeagueStanding, "name" | "rank" | "out"> & {
    /** Its place in the table as it is now is one of so many. */
    readonly of: number;
    /** Newest first. */
    readonly troubles: readonly LeagueTrouble[];
    /** Oldest first. */
    readonly calls: readonly PlayerCall[];
  })[];
}

/** Everything about one entrant: `GET /api/leagues/{id}/entrants/{number}`. */
export interface LeagueEntrantDetail extends Pick<Invitation, "league_id" | "league" | "game"> {
  readonly version: number;
  readonly entrant: LeagueEntrant;
  /** Null before the first round. */
  readonly standing: LeagueStanding | null;
  /** Newest first. */
  readonly games: readonly LeagueEntrantGame[];
  /** The last ones, newest first. */
  readonly troubles: readonly LeagueTrouble[];
  /** The last calls to it by this host since its start, oldest first; none for players that are not called. */
  readonly calls: readonly PlayerCall[];
  /** The status of a player server between its matches, clipped; null where it has none. */
  readonly status_told: PlayerStatus | null;
}

/** A place that was given a new token: `POST /api/leagues/{id}/entrants/{number}/reissue`. */
export interface PlaceReissued {
  readonly entrant_token: string;
  /** The prompt with which an assistant takes it up. */
  readonly prompt: string;
}

/** The addresses for spectators elsewhere, told this once: `POST /api/leagues/{id}/spectators`. */
export interface SpectatorAddresses {
  /** All its games as PGN. */
  readonly pgn: string;
  /** The page with the board of the last game that began. */
  readonly board: string;
}

/** Where a league is shown and reported outside: `GET /api/leagues/{id}/outlets`. */
export interface LeagueOutlets {
  /** Whether spectators elsewhere have an address. */
  readonly has_spectators: boolean;
  /** With the number of the last event that it took, and why it took no other since when, in milliseconds since 1970. */
  readonly webhook: {
    readonly url: string;
    readonly position: number;
    readonly failure: { readonly reason: string; readonly since: number } | null;
    /** Whether it was given up. */
    readonly given_up: boolean;
  } | null;
}

/** A player's report of its state. */
export interface PlayerStatus {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

/** The plan for a request: `POST /api/leagues/plan`. */
export interface LeaguePlanned extends Pick<LeagueReport, "warning"> {
  /** Including reserved places for agents. */
  readonly entrants: number;
  readonly rounds: number;
  readonly matches: number;
  /** The most that are possible. */
  readonly games: number;
  /** The estimated duration. */
  readonly seconds: number;
  /** The models by name, with what their requests carry. */
  readonly models: readonly (NonNullable<ModelSettings["request"]> & { readonly name: string })[];
  /** The most that they cost in games of usual length, in dollars, or the league's limit where that is less. */
  readonly most_cost: number;
  /** Whether its games can be exported in a notation of their kind, such as PGN. */
  readonly pgn: boolean;
  /** Whether an engine can review them. */
  readonly review: boolean;
}

/** The choices for a new league: `GET /api/leagues/choices`. */
export interface LeagueChoices {
  readonly games: readonly {
    readonly game: string;
    readonly strategies: readonly string[];
    /** Whether its games can start from a suite of openings. */
    readonly openings: boolean;
    /** The default points of a match. */
    readonly points: ApiLeagueSettings["points"];
  }[];
}

/**
 * The defaults of a league for a move and for coming to a match, in seconds. A person is seldom at the board when their
 * turn comes.
 */
export const usualTimes = (isPersonIn: boolean): { readonly move: number; readonly invite: number } =>
  isPersonIn ? { move: 3_600, invite: 900 } : { move: 300, invite: 120 };
