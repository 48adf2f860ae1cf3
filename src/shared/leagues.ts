/** What the API and the tools answer about leagues. The names are those of the JSON. */

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
  readonly created_at: string;
}

export interface LeagueMatch {
  readonly match_id: string;
  readonly a: string;
  /** Null for a bye. */
  readonly b: string | null;
  readonly status: "assigned" | "invited" | "playing" | "reported";
  /** A name; null for a draw, a bye, and while it is not over. */
  readonly winner: string | null;
  /** Games won, a draw as a half. */
  readonly score: readonly [number, number];
  readonly games: readonly string[];
  /** How it ended: normal, time, illegal-moves, adjudicated, forfeit, bye; null while it is not over. */
  readonly termination: string | null;
}

export interface LeagueRating {
  readonly kind: "rated" | "at_least" | "at_most" | "unknown";
  readonly elo: number | null;
  /** Half of the 95 % interval. */
  readonly interval: number | null;
}

export interface LeagueStanding {
  readonly rank: number;
  readonly name: string;
  readonly kind: string;
  readonly status: "registered" | "active" | "in_game" | "suspended" | "out";
  readonly points: number;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly byes: number;
  /** Of the games, 0 to 100; null before the first. */
  readonly score_percent: number | null;
  readonly tie_breaks: {
    readonly head_to_head: number;
    readonly sonneborn_berger: number;
    /** Swiss and knockout. */
    readonly buchholz?: number;
    readonly wins: number;
    readonly lot: number;
  };
  readonly rating: LeagueRating;
  /** Games by how they ended. */
  readonly terminations: Readonly<Record<string, number>>;
  readonly illegal_per_1000: number;
  /** Matches that it did not come to. */
  readonly forfeits: number;
  readonly mean_move_ms: number | null;
}

/** Of two entrants: what their pairs of games say. */
export interface LeaguePair {
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
  };
}

/** How far a league is. */
export interface LeagueProgress extends LeagueSummary {
  /** How many events it has had: rises with each change. */
  readonly version: number;
}

/** A league in full. */
export interface LeagueReport extends LeagueProgress {
  readonly seed: number;
  readonly rounds: readonly { readonly round: number; readonly matches: readonly LeagueMatch[] }[];
  readonly standings: readonly LeagueStanding[];
  /** By rank: what each had from each, a letter a match (`W`, `D`, `L`), oldest first. */
  readonly crosstable: readonly (readonly string[])[];
  readonly pair?: LeaguePair;
}
