/**
 * The terms that host and pages share. This file knows no kind of game: the names of seats and kinds come from the
 * definitions of games.
 */

/** The name of a game kind in data and addresses, such as an API's `game`. */
export type GameKind = string;

/** A side in a game, as the game names it. */
export type Seat = string;
/** The two sides; the first one moves first, or is named first where both choose at once. */
export type Seats = readonly [Seat, Seat];

/**
 * The seat of draws by chance in a game's moves, and the viewer that sees everything in a game with chance. No game may
 * call a seat of its own so.
 */
export const CHANCE = "chance";

export const playerKinds = ["agent", "human", "computer"] as const;
export type PlayerKind = (typeof playerKinds)[number];

/**
 * The form of positions for a player: the whole table of squares; letters in a grid, with the legal moves grouped; one
 * line; or only the moves.
 */
export const positionViews = ["full", "compact", "fen", "none"] as const;
export type PositionView = (typeof positionViews)[number];

export const otherSeat = ([first, second]: Seats, seat: Seat): Seat => (seat === first ? second : first);

/** A seat in a sentence: its name with a capital. */
export const seatTitle = (seat: Seat): string => seat.charAt(0).toUpperCase() + seat.slice(1);

/** How a game ended. */
export interface Outcome {
  /** Null for a draw. */
  readonly winner: Seat | null;
  /** A reason of the game's own, or a common one. */
  readonly reason: string;
}

/** The common reasons for the end of a game, in the words that follow “wins by” or “Draw by”. */
export const commonReasons = {
  resignation: "Resignation",
  agreement: "Agreement",
  time: "Time",
  "time-against-bare-material": "Time against Insufficient Material",
  "illegal-moves": "Illegal Moves",
  forfeit: "Forfeit",
  disconnected: "Disconnection",
  stalled: "Standstill",
  adjudicated: "Adjudication",
  "move-limit": "Move Limit",
  recorded: "Record",
  unfinished: "Record",
} as const satisfies Readonly<Record<string, string>>;

/** The judgements of a move that lost something. */
export const judgementNames = ["inaccuracy", "mistake", "blunder"] as const;
export type Judgement = (typeof judgementNames)[number];

/** The same for people, after “White wins” or “Draw”, where it is not just “by” the words above. */
export const commonEndings: Readonly<Record<string, string>> = {
  time: "on time",
  "time-against-bare-material": "on time, with insufficient material",
  "illegal-moves": "after too many illegal moves",
  disconnected: "because the opponent disconnected",
  stalled: "because the opponent stopped moving",
  "move-limit": "at the move limit",
  // The record says nothing more about it.
  recorded: "",
};

/** The view of a position for one viewer; data for its drawing. Only its game knows the other fields. */
export interface View {
  readonly kind: GameKind;
}

/** The options of a game, parsed by its own schema. Plain JSON that only the game reads. */
export type Options = Readonly<Record<string, unknown>>;

export interface Opening {
  /** In chess the code of the Encyclopaedia of Chess Openings, `A00` to `E99`. */
  readonly code: string;
  readonly name: string;
}

/** Why the engine that the person chose for analysis did not search, and the remedy, in a line; null where it did. */
export type EngineNotice = string | null;
