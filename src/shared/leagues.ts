import type { EngineNotice, Opening, Options, Seat } from "./terms.ts";
import type { TieBreak, TieBreakName } from "./tie-breaks.ts";

/** The API's and the tools' answers about leagues. The names are those of the JSON. */

/** A league as a line of a list. */
export interface LeagueSummary {
  readonly league_id: string;
  readonly name: string;
  readonly game: string;
  readonly format: string;
  readonly status: "registration_open" | "ready" | "running" | "paused" | "complete" | "cancelled";
  readonly entrants: number;
  /** The last round that was paired; 0 before the first. */
  readonly round: number;
  readonly rounds_total: number;
  /** Rounds of which every match is over. */
  readonly rounds_over: number;
  /** Byes aside. What is not paired yet counts like the last round. */
  readonly matches_over: number;
  readonly matches_total: number;
  readonly champion: string | null;
  /** Why the first of the table is not the champion of a league that is complete. */
  readonly no_champion?: string;
  readonly created_at: string;
  /** Why it is paused, where not the person did that. */
  readonly set_aside?: string;
}

export interface LeagueMatch {
  readonly match_id: string;
  readonly a: string;
  /** Null for a bye. */
  readonly b: string | null;
  readonly status: "assigned" | "invited" | "playing" | "reported";
  /** A name; null for a draw, a bye, and while it is not over. */
  readonly winner: string | null;
  /** Games won, a draw as a half, without an Armageddon. */
  readonly score: readonly [number, number];
  readonly games: readonly string[];
  /** Whether it stayed level and the winner was drawn by lot; absent where not. */
  readonly lot?: true;
  /** The game that decides it, which no score has, where it stayed level; absent where there is none. */
  readonly armageddon?: MatchArmageddon;
  /** How it ended: normal, time, illegal-moves, disconnected, stalled, adjudicated, forfeit, bye; null while it is not over. */
  readonly termination: string | null;
}

/** One more game of a level match, in which a draw is a win for the second seat. */
export interface MatchArmageddon {
  readonly game_id: string;
  /** The player with the first seat. */
  readonly first: string;
  /** The seat of who has won the match by it, and whether the game itself was won or drawn; null while nobody has. */
  readonly seat: Seat | null;
  readonly result: "won" | "drawn" | null;
}

export interface LeagueRating {
  readonly kind: "rated" | "at_least" | "at_most" | "unknown";
  readonly elo: number | null;
  /** Half of the 95 % interval. */
  readonly interval: number | null;
}

/** The rating list over all rated games of a kind, in leagues or not. */
export interface RatingListReport {
  readonly game: string;
  /**
   * The scale of the numbers: `levels`, the measured strengths of the computer's levels, once one of them has played a
   * rated game; else `mean`, where the mean of all who can be compared is 1500.
   */
  readonly scale: "levels" | "mean";
  /** The advantage of the first seat in Elo; null where nothing can tell it. */
  readonly first_move: number | null;
  /** Half of its 95 % interval. */
  readonly first_move_interval: number | null;
  /** Draws that are added to the games of each whom no chain of wins and losses ties to the others. */
  readonly virtual_draws: number;
  /** How many games all of it comes from; those that repeat each other count once. */
  readonly games: number;
  /** How many more there are that repeat one of them, of two who draw nothing by chance. */
  readonly repeats: number;
  /** Strongest first; those of whom nothing is known at the end. */
  readonly entries: readonly RatedPlayer[];
}

export interface RatedPlayer {
  /** Its identity over all leagues. */
  readonly identity: string;
  readonly name: string;
  readonly kind: string;
  /** Of the computer's levels; null for all others. Their ratings are measured ones and do not change with games here. */
  readonly level: number | null;
  readonly rating: LeagueRating;
  /** Draws that nobody played and that its rating stands on; 0 for most. */
  readonly virtual_draws: number;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Null for who never played a rated game. */
  readonly last_played_at: string | null;
}

/** The sums over an entrant's games. */
export interface LeagueFigures {
  /** The score over all games in percent, 0 to 100; null before the first. */
  readonly score_percent: number | null;
  /** Games by how they ended. */
  readonly terminations: Readonly<Record<string, number>>;
  /** Refused moves among 1,000 that it tried: those that it played, those that were refused, and answers that were none. */
  readonly illegal_per_1000: number;
  /** Refused moves for 1,000 that it played itself, as llm_chess counts them. */
  readonly illegal_per_1000_played: number;
  /** Protocol errors among as many: answers that did not come or that nobody could use. */
  readonly errors_per_1000: number;
  /** How often a move was asked for again after such an error. */
  readonly retries: number;
  /** Moves by chance in place of its own. */
  readonly fallbacks: number;
  /** Games that are not rated since too many of its own moves in them were drawn by lot. */
  readonly games_by_lot: number;
  /** Matches that it did not come to. */
  readonly forfeits: number;
  /** Milliseconds for a move; null before the first. */
  readonly mean_move_ms: number | null;
  readonly median_move_ms: number | null;
  readonly p95_move_ms: number | null;
  /** Of models: what they read, wrote, and thought, which is part of what they wrote. Null for all others. */
  readonly tokens_per_move: { readonly input: number; readonly output: number; readonly reasoning: number } | null;
  /** Dollars, by the prices that the person entered; null where nobody charges. */
  readonly cost_per_game: number | null;
  readonly cost_per_move: number | null;
  /** Half of the 95 % intervals of these figures, from how they vary between games; null of fewer than two games. */
  readonly margins: {
    readonly illegal_per_1000: number | null;
    readonly illegal_per_1000_played: number | null;
    readonly errors_per_1000: number | null;
    readonly input_tokens_per_move: number | null;
    readonly output_tokens_per_move: number | null;
    readonly reasoning_tokens_per_move: number | null;
    readonly cost_per_game: number | null;
    readonly cost_per_move: number | null;
  };
}

/** How well somebody played, by an engine. */
export interface PlayQuality {
  /** Games that were reviewed. */
  readonly games: number;
  /** 0–100, the mean of its games; null without a move. */
  readonly accuracy: number | null;
  /** Half of the 95 % interval, from how it varies between games; null of fewer than two games. */
  readonly accuracy_margin: number | null;
  /** The mean of its moves. */
  readonly average_centipawn_loss: number | null;
  readonly average_centipawn_loss_margin: number | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
}

/** The same of an entrant. */
export interface LeagueQuality extends PlayQuality {
  readonly number: number;
  readonly name: string;
}

export interface LeagueStanding extends LeagueFigures {
  readonly rank: number;
  /** Its place after the round before the last one; null in the first. */
  readonly rank_before: number | null;
  /** Among the entrants of the league, from 1. */
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly status: "registered" | "active" | "in_game" | "suspended" | "out";
  readonly points: number;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly byes: number;
  /** Games won in all its matches, a draw as a half; byes bring none. Points are those of matches. */
  readonly game_points: number;
  /** Those that the league asks, and the place that was drawn for whom all of them leave equal. */
  readonly tie_breaks: Readonly<Partial<Record<TieBreakName, number>>> & { readonly lot: number };
  readonly rating: LeagueRating;
  /** Null where none of its games was looked through. */
  readonly quality: PlayQuality | null;
}

/** Of two entrants: what their pairs of games say. */
export interface LeaguePair {
  /** Their names. */
  readonly first: string;
  readonly second: string;
  readonly pairs: number;
  /** How many pairs gave the first of them 0, ½, 1, 1½ and 2 points. */
  readonly counts: readonly number[];
  /** Null where it won or lost them all. */
  readonly elo: number | null;
  readonly interval: number | null;
  /** The likelihood that the first is the stronger. */
  readonly superiority: number;
  readonly sprt?: {
    readonly llr: number;
    readonly lower: number;
    readonly upper: number;
    readonly decision: "elo0" | "elo1" | null;
    /** The hypotheses: that the first is stronger by so many Elo. */
    readonly elo0: number;
    readonly elo1: number;
  };
}

/** Of one who is measured against levels of known strength: how strong it is. */
export interface LeagueMeasure {
  readonly entrant: string;
  readonly number: number;
  /** On the levels' scale. Its interval holds their own errors as well. */
  readonly rating: LeagueRating;
  /** Elo from end to end that the 95 % interval was to be narrower than. */
  readonly within: number;
  /** Games after which it ends in any case. */
  readonly games_most: number;
  /** Whether the interval is as narrow as that. */
  readonly enough: boolean;
  /** Games that count for nothing: too many moves of a side were drawn by lot, or one lost before its first move. */
  readonly unrated: number;
  /** Games that repeat another one, of two who draw nothing by chance: they count once. */
  readonly repeats: number;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Whom it may meet, weakest first. */
  readonly levels: readonly {
    readonly name: string;
    /** Of the computer; null for what is weaker than its levels. */
    readonly level: number | null;
    readonly elo: number;
    readonly games: number;
    readonly won: number;
    readonly drawn: number;
    readonly lost: number;
  }[];
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
  readonly entrants: readonly LeagueQuality[];
}

/** A match that the person at the window is to come to. */
export interface Invitation {
  readonly league_id: string;
  readonly league: string;
  readonly game: string;
  readonly round: number;
  /** The person's number in the league, and the name that goes by. */
  readonly entrant: number;
  readonly name: string;
  readonly opponent: string;
  /** When the match is lost without it. */
  readonly until: string;
}

/** A match that the person did not come to, and lost: the last of those in a row. */
export interface MissedMatch extends Omit<Invitation, "until"> {
  /** How many there are in a row, and after how many one is out. */
  readonly misses: number;
  readonly misses_most: number;
  /** Whether the league is over: nobody is called to a match of it any more. */
  readonly over: boolean;
}

/** Matches that the person at the window is invited to, as an entrant of leagues: `GET /api/invitations`. */
export interface PersonInvitations {
  /** Those that stand, the most urgent first. */
  readonly invitations: readonly Invitation[];
  /** Until the person comes to a match again; of leagues that are over, of the last of them for a day. */
  readonly missed: readonly MissedMatch[];
}

/** How many of the games that are over an engine has looked through. */
export interface ReviewState {
  readonly games: number;
  readonly reviewed: number;
}

/** How far a league is. */
export interface LeagueProgress extends LeagueSummary {
  /** How many events it has had: rises with each change. */
  readonly version: number;
}

/** Extra games or pairs of games at the most, until one is won, and what decides after them. */
export interface LeagueDecider {
  readonly last: "lot" | "armageddon";
  readonly extra_games?: number;
  readonly extra_pairs?: number;
  /** The second seat's share of the time in an Armageddon; absent where there are no clocks. */
  readonly time_odds?: number;
}

/** How a league is played, as it was asked for or settled: nothing of it changes. */
export interface LeagueSettings {
  /** Of each game. */
  readonly options: Options;
  readonly games_per_match: number;
  readonly best_of: boolean;
  /** Null for as many as the format has. */
  readonly rounds: number | null;
  readonly points: {
    readonly win: number;
    readonly draw: number;
    readonly loss: number;
    /** A bye that the pairings of a Swiss league bring about; as much as a win where absent. */
    readonly bye?: number | undefined;
  };
  /** The tie-breaks, in this order, by FIDE's codes; at last a lot. */
  readonly tie_breaks: readonly TieBreak[];
  /**
   * Pairs, by name, that are not to meet in a Swiss league while that can be avoided; null for all rounds that follow.
   */
  readonly forbidden_pairs: readonly {
    readonly names: readonly string[];
    readonly from_round: number;
    readonly to_round: number | null;
  }[];
  /** Requested byes of a Swiss league, and their worth: a win, a draw or nothing. */
  readonly byes: readonly { readonly name: string; readonly round: number; readonly worth: "full" | "half" | "none" }[];
  /** After how many rounds of a Swiss league one may still join, and what each that one missed is worth; null for none. */
  readonly late_entries: { readonly rounds: number; readonly worth: "half" | "none" } | null;
  /** The decider of a level match of a knockout; null in leagues of the other formats. */
  readonly decider: LeagueDecider | null;
  readonly clock: { readonly initial_seconds: number; readonly increment_seconds: number } | null;
  readonly move_seconds: number | null;
  readonly concurrency: number;
  readonly legal_moves: "shown" | "hidden";
  readonly max_illegal: number | null;
  readonly longest_game: number | null;
  /** Whether referees that are servers may run matches between servers; absent where not. */
  readonly referees?: boolean;
  readonly missed_move: "forfeit" | "random";
  /** The share of a side's own moves, 0 to 1, above which, drawn by lot, they keep a game from being rated. */
  readonly most_by_lot: number;
  /** The consequence where no answer of a model brings a move. */
  readonly on_failure: "random" | "forfeit" | "pause";
  /** Dollars and tokens that its models may take before it is paused; null for any number. */
  readonly max_cost: number | null;
  readonly max_tokens: number | null;
  /** Null where games start as usual. */
  readonly openings: {
    readonly suite: string;
    readonly positions: number;
    readonly order: "sequential" | "random";
    readonly policy: "pair" | "round";
  } | null;
  /** Centipawns and moves of both. */
  readonly adjudication: {
    readonly resign: { readonly score: number; readonly moves: number } | null;
    readonly draw: { readonly score: number; readonly moves: number; readonly after_move: number } | null;
  };
  readonly invite_seconds: number;
  readonly misses: number;
  readonly max_entrants: number;
  readonly sprt: {
    readonly elo0: number;
    readonly elo1: number;
    readonly alpha: number;
    readonly beta: number;
  } | null;
  /** How one is measured against levels of these strengths; null for leagues of the other formats. */
  readonly measure: {
    readonly within: number;
    readonly games: number;
    readonly levels: readonly number[];
    /**
     * How many games it takes until the interval is as narrow, for one of that strength, if none is drawn; null where the
     * levels' own errors alone are wider.
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
  readonly settings: LeagueSettings;
  /** Oldest first; of a large league the last alone, where not all are asked for. */
  readonly rounds: readonly LeagueRound[];
  readonly standings: readonly LeagueStanding[];
  /** By rank: what each had from each, a letter a match (`W`, `D`, `L`), oldest first. Empty where there are too many. */
  readonly crosstable: readonly (readonly string[])[];
  readonly pair?: LeaguePair;
  readonly measure?: LeagueMeasure;
  /**
   * Games that repeat another one move for move, of two who draw nothing by chance. They count once for ratings, pairs and
   * accuracy; their points stay. Absent where there are none.
   */
  readonly repeats?: number;
  /** The warning that games would repeat each other, and what to do; absent where none would, and once it is over. */
  readonly warning?: string;
}

/** An entrant. */
export interface LeagueEntrant {
  /** In the order in which they came, from 1. */
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly status: LeagueStanding["status"];
  /** How it was set up, in words: `level 5`, `pattern`; of a model whose it is, what it is told and its price; null where its name says it or nobody knows. */
  readonly plays: string | null;
  /**
   * A player server's description of itself when it registered, as JSON, clipped; null where it gave none, and for all
   * others.
   */
  readonly capabilities: string | null;
  /** How many rounds it missed since it joined after the start, and what each is worth to it; absent for all others. */
  readonly late?: { readonly rounds: number; readonly worth: "half" | "none" };
  /** Of a server: where it is in its life, as `league.v1` calls it. */
  readonly state?: string;
  /** Whether the person can take it out, which is so before the start alone. */
  readonly can_take_out: boolean;
  /** The prompt to paste into the assistant that it was named for; absent once that has joined. */
  readonly join_prompt?: string;
}

/** Where a league is in its life, and the referees that registered in it, as `league.v1` calls that. */
export interface LeagueStates {
  /** `ROUND_IN_PROGRESS` */
  readonly state: string;
  /** Absent where the league lets none in. */
  readonly referees?: readonly { readonly name: string; readonly state: string }[];
}

/** A league as its page shows it: `GET /api/leagues/{id}`. */
export interface LeagueDetail extends LeagueReport, LeagueStates {
  /** Everybody who came, before the first round, too. */
  readonly field: readonly LeagueEntrant[];
  /** Null in games that no engine knows. */
  readonly review: ReviewState | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The prompt to paste into an assistant; null once nobody can join any more. */
  readonly join_prompt: string | null;
}

export interface LeagueList {
  readonly leagues: readonly LeagueSummary[];
  readonly next_cursor: string | null;
}

/** A change in a league, as the event stream tells it. */
export interface LeagueChange extends LeagueProgress, LeagueStates {
  /** The version that it adds to: who knows an older one has missed something. */
  readonly from: number;
  readonly secret: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly join_prompt: string | null;
  readonly matches: readonly (LeagueMatch & { readonly round: number })[];
  /** Rows that are new or different; ratings and qualities are told by the report alone. */
  readonly standings: readonly Omit<LeagueStanding, "rating" | "quality">[];
  readonly field: readonly LeagueEntrant[];
  readonly pair?: LeaguePair;
  readonly measure?: LeagueMeasure;
  /** The person's current invitations there, in place of those told before. */
  readonly calls: PersonInvitations;
}

/** An entrant whose own status says something else, as the event stream tells it. */
export interface PlayerStatusChange {
  readonly league_id: string;
  readonly number: number;
}

/** One game of an entrant, as it saw it. */
export interface LeagueEntrantGame {
  readonly game_id: string;
  readonly round: number;
  readonly opponent: string;
  readonly seat: Seat;
  /** Null while it is played. */
  readonly result: "won" | "drawn" | "lost" | null;
  /** How it ended, in a word or two: `Checkmate`. */
  readonly reason: string | null;
  readonly termination: string | null;
  /** Its own. */
  readonly moves: number;
  readonly mean_move_ms: number | null;
  readonly illegal: number;
  readonly opening: Opening | null;
}

/** Something that went wrong with an entrant: a forfeit, a suspension, a game that was lost without a move. */
export interface LeagueTrouble {
  /** ISO 8601. */
  readonly at: string;
  /** In the league, from 1; null where it was about none. */
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
  /** Null where it was answered with what can be used. */
  readonly failure: string | null;
  /** The prompt or the message, long ones without their middle. Secrets are taken out. */
  readonly asked: string;
  /** The same of the raw answer; null where none came. */
  readonly answered: string | null;
}

/** All that there is to see of one match: `GET /api/leagues/{id}/matches/{number}`. */
export interface LeagueMatchDetail {
  readonly league_id: string;
  /** The league's name. */
  readonly league: string;
  readonly match: number;
  readonly round: number;
  readonly status: LeagueMatch["status"];
  readonly termination: string | null;
  readonly games: readonly {
    readonly game_id: string;
    /** A name; null for a draw and while it is played. */
    readonly winner: string | null;
    readonly reason: string | null;
    readonly termination: string | null;
    /** Moves that were tried again, made by chance or did not come, and why. */
    readonly efforts: readonly { readonly ply: number; readonly name: string; readonly text: string }[];
  }[];
  readonly players: readonly {
    readonly name: string;
    /** Newest first. */
    readonly troubles: readonly LeagueTrouble[];
    /** Oldest first. */
    readonly calls: readonly PlayerCall[];
  }[];
}

/** All that there is to see of one entrant: `GET /api/leagues/{id}/entrants/{number}`. */
export interface LeagueEntrantDetail {
  readonly league_id: string;
  readonly league: string;
  readonly game: string;
  readonly version: number;
  readonly entrant: LeagueEntrant;
  /** Null before the first round. */
  readonly standing: LeagueStanding | null;
  /** Newest first. */
  readonly games: readonly LeagueEntrantGame[];
  /** The last ones, newest first. */
  readonly troubles: readonly LeagueTrouble[];
  /** The last calls to it that this host made since it was started, oldest first; none of players that nobody calls. */
  readonly calls: readonly PlayerCall[];
  /** The status of a player server between its matches, clipped; null where it has none. */
  readonly status_told: PlayerStatus | null;
}

/** A player's report of its state. */
export interface PlayerStatus {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

/** The plan of a league that was asked for: `POST /api/leagues/plan`. */
export interface LeaguePlanned {
  /** The places for agents that are still to come included. */
  readonly entrants: number;
  readonly rounds: number;
  readonly matches: number;
  /** At the most. */
  readonly games: number;
  /** About how long it takes. */
  readonly seconds: number;
  /** The warning that games would repeat each other, and what to do; absent where none would. */
  readonly warning?: string;
  /** Whether its games can be had as PGN. */
  readonly pgn: boolean;
  /** Whether an engine can look through them. */
  readonly review: boolean;
}

/** The choices for a new league: `GET /api/leagues/choices`. */
export interface LeagueChoices {
  readonly games: readonly {
    readonly game: string;
    readonly strategies: readonly string[];
    /** Whether its games can start from a suite of openings. */
    readonly openings: boolean;
    /** Of a match, where nobody says others. */
    readonly points: LeagueSettings["points"];
  }[];
}

/**
 * Seconds for a move and for coming to a match, where a league says nothing else. A person is seldom at the board when
 * their turn comes.
 */
export const usualTimes = (isPersonIn: boolean): { readonly move: number; readonly invite: number } =>
  isPersonIn ? { move: 3_600, invite: 900 } : { move: 300, invite: 120 };
