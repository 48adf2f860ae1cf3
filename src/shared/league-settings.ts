import { z } from "zod";
import { struct } from "./struct.ts";
import { tieBreakCodes } from "./tie-breaks.ts";

/** The suites that a game kind may have: known openings, starts that nobody knows by heart, and both in turn. */
export const suiteNames = ["built-in", "shuffled", "mixed"] as const;
export type SuiteName = (typeof suiteNames)[number];

/** The settings of one match, as a referee elsewhere is told them. */
export const matchSettings = z.object({
  /** The options of each game, as the game's own schema read them. */
  options: z.record(z.string(), z.unknown()).readonly(),
  games_per_match: z.int(),
  /** Whether a match ends as soon as neither can be caught up with. */
  best_of: z.boolean(),
  clock: struct({ initial_seconds: z.number(), increment_seconds: z.number() }).nullable(),
  /** Longest time for a move; null for none. */
  move_seconds: z.number().nullable(),
  legal_moves: z.enum(["shown", "hidden"]),
  /** Refused moves in a game after which it is lost; null for any number. */
  max_illegal: z.int().nullable(),
  /** Moves of both after which a game is a draw; null for no limit. */
  longest_game: z.int().nullable(),
  /** The consequence of a move that does not come in time: the game is lost, or a random move is played. */
  missed_move: z.enum(["forfeit", "random"]),
  /** How long an invitation is open. */
  invite_seconds: z.number(),
  /** Invitations missed in a row after which an entrant is out, and missed moves after which it loses the game. */
  misses: z.int(),
});

/** The settings of a league, requested or completed, as they are stored and told; only the budget may change. */
export const leagueSettings = matchSettings.extend({
  /** Null for as many as the format has. */
  rounds: z.int().nullable(),
  points: struct({
    win: z.number(),
    draw: z.number(),
    loss: z.number(),
    /** The points of a bye from the pairings of a Swiss league; those of a win where absent. */
    bye: z.number().optional(),
  }),
  /** The tie-breaks by FIDE's codes, in this order; at last a lot. */
  tie_breaks: z.array(z.enum(tieBreakCodes)).readonly(),
  /**
   * Entrants, by name, who are not to meet in a Swiss league while that can be avoided, from one round to another; null
   * for all that follow.
   */
  forbidden_pairs: z
    .array(struct({ names: z.array(z.string()).readonly(), from_round: z.int(), to_round: z.int().nullable() }))
    .readonly(),
  /** Requested byes of a Swiss league, and their worth: a win, a draw or nothing. */
  byes: z.array(struct({ name: z.string(), round: z.int(), worth: z.enum(["full", "half", "none"]) })).readonly(),
  /**
   * The last round of a Swiss league after which one may still join, and the worth of a bye for each missed round; null
   * for none.
   */
  late_entries: struct({ rounds: z.int(), worth: z.enum(["half", "none"]) }).nullable(),
  /** The decider of a level match of a knockout; null in leagues of the other formats. */
  decider: struct({
    /** Decides where a match is still level after the extra games. */
    last: z.enum(["lot", "armageddon"]),
    /** Most extra games, until one is won; absent where they are played in pairs. */
    extra_games: z.int().optional(),
    /** Most pairs of extra games, in which each side has both seats, until one is won. */
    extra_pairs: z.int().optional(),
    /** The second seat's time in an Armageddon, as a share of the first one's; absent where there are no clocks. */
    time_odds: z.number().optional(),
    /** The side with the first seat in an Armageddon, where a league elsewhere has drawn it; else absent. */
    first: z.enum(["a", "b"]).optional(),
  }).nullable(),
  /** Matches played at once. */
  concurrency: z.int(),
  /** Endings by an engine's scores of the positions, which no player is told. */
  adjudication: struct({
    /** A side loses where each position of the last `moves` moves of both is this many centipawns behind. */
    resign: struct({ score: z.int(), moves: z.int() }).nullable(),
    /**
     * A draw where none of the last `moves` moves of both led to more than `score` centipawns for either, after
     * `after_move`.
     */
    draw: struct({ score: z.int(), moves: z.int(), after_move: z.int() }).nullable(),
  }),
  /** Whether referees that are servers may run matches between servers; absent where not. */
  referees: z.literal(true).optional(),
  /** The largest share of random moves among a side's own, 0 to 1, with which a game is rated. */
  most_by_lot: z.number(),
  /**
   * The consequence where no answer of a model brings a move: a random move is played, the game is lost, or the league
   * pauses for the person.
   */
  on_failure: z.enum(["random", "forfeit", "pause"]),
  /** The most dollars that its models may cost, and tokens that they may read and write, before it pauses; null for no limit. */
  max_cost: z.number().nullable(),
  max_tokens: z.number().nullable(),
  max_entrants: z.int(),
  /** Whether nobody limited the entrants: then `max_entrants` is as many as Kibitz can run. Absent where somebody did. */
  unlimited: z.literal(true).optional(),
  /**
   * The positions that games start from; null for the game's own start. The openings are stored beside the settings.
   */
  openings: struct({
    suite: z.string(),
    order: z.enum(["sequential", "random"]),
    /** Whether each pair of games has the next opening, or all games of a round have the same. */
    policy: z.enum(["pair", "round"]),
  }).nullable(),
  /**
   * The sequential test by which a league of two ends early: its hypotheses, that the first is stronger by so many Elo,
   * and the probabilities of accepting the second one wrongly, and the first; null for none.
   */
  sprt: struct({ elo0: z.number(), elo1: z.number(), alpha: z.number(), beta: z.number() }).nullable(),
});
