import type { z } from "zod";
import type { Lines } from "../shared/lines.ts";
import type { Result } from "../shared/result.ts";
import type { Steps } from "../shared/steps.ts";
import {
  commonEndings,
  commonReasons,
  type Opening,
  type Options,
  type Outcome,
  type Seat,
  type Seats,
  seatTitle,
  type View,
} from "../shared/terms.ts";
import type { GameReport, Score } from "./report.ts";
import type { GameTools } from "./tools.ts";

/** The facts about a game for host and pages. Pure data. */
export interface About {
  /** Letters, digits and hyphens; stands in data and addresses. */
  readonly kind: string;
  /** As a person reads it: `Tic-tac-toe`. */
  readonly title: string;
  readonly seats: Seats;
  /** Both seats choose at once, so that a ply belongs to a seat and not to an order, and a choice stays hidden until both are in. */
  readonly simultaneous?: true;
  /** A move can be taken back. */
  readonly takeback?: true;
  /** A scoresheet numbers the moves in pairs, from a number that the start may set. */
  readonly moveNumbers?: true;
}

/** A move as it was understood. */
export interface Move {
  /** As machines exchange it: UCI in chess, a cell, a number. */
  readonly code: string;
  /** As people read it: SAN in chess. */
  readonly text: string;
}

export interface Played<State> {
  readonly state: State;
  readonly move: Move;
}

/**
 * The rules of a game. Everything here is a pure function of its arguments: no clock, no chance, no I/O.
 * A state is plain JSON; it goes to the database as it is and comes back through {@link Game.state}.
 */
export interface Rules<State, Setup, Seen extends View> {
  /** The starting state. Refuses what the schema of the options cannot: `INVALID_ARGUMENT`. */
  start(options: Setup): Result<State>;

  /** The seats that may move now: one, or both where they choose at once; none when the game is over. */
  toMove(state: State): readonly Seat[];

  /** Moves made so far, in plies, counted from the start of this game. */
  ply(state: State): number;

  /**
   * Plays what a player wrote. The caller has made sure that the seat is to move.
   * Refuses with `ILLEGAL_MOVE` and the reason in the game's own terms.
   */
  play(state: State, seat: Seat, text: string): Result<Played<State>>;

  /** The same for a move that was read from a record, where playing it may cost less; absent where it costs the same. */
  replay?(state: State, seat: Seat, text: string): Result<Played<State>>;

  /** How the position itself ends the game, or null while it goes on. */
  outcome(state: State): Outcome | null;

  /** Whether some sequence of legal moves lets this seat win; decides a fallen flag (FIDE 6.9). */
  canWin(state: State, seat: Seat): boolean;

  /** Legal moves of a seat, in the notation of {@link Move.code}; empty when it is not to move. */
  legalMoves(state: State, seat: Seat): readonly string[];

  /** A viewer's view: a seat's own, or the public one for null. */
  view(state: State, viewer: Seat | null): Seen;

  /** Whether the move of index `ply`, in order of arrival from 0, must still be hidden from the viewer; left out where nothing is. */
  conceals?(state: State, ply: number, viewer: Seat | null): boolean;
}

/** How an assistant is told to play a game well. */
export interface PlayPrompt {
  /** As the prompt is called: letters and underscores. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Advice before each move, as items of a list. */
  readonly advice: readonly string[];
  /** Ways to play, by a word for each: sentences to the player. */
  readonly styles: Readonly<Record<string, string>>;
}

/** A move may come with a claim to have won or drawn. The words are parts of sentences. */
export interface Claims<State> {
  /** The name of a claimed win, how a move that does not bring it about fails, and its sign, if it has one. */
  readonly win: { readonly name: string; readonly deed: string; readonly sign?: string };
  /** How a move fails that does not bring a claimed draw about, and the grounds of draws that have to be claimed. */
  readonly draw: { readonly deed: string; readonly by?: string };
  /** The draw that a player may claim in this position without the opponent's consent, or null; left out where there is none. */
  claimable?(state: State): Outcome | null;
}

/** A position as the rules alone explain it. */
export interface Description {
  /** Lines of a list, in words. */
  readonly lines: readonly string[];
  /** The same for programs: fields in snake case. Plain JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A game in words. Texts for agents; what a person hears is with the pages. */
export interface Words<Setup, Seen extends View> {
  /** The position as a markdown table, from the first seat's side whoever reads it: models misread a turned board. */
  board(view: Seen): string;
  /** Lines of a list that stand directly under the board: `- FEN: …`. */
  facts(view: Seen): readonly string[];
  /** The whole position in letters, in as few as make it readable. */
  grid(view: Seen): string;
  /** The position in letters for a person at a terminal, from a seat's side; absent where {@link grid} is that. */
  diagram?(view: Seen, seat: Seat): string;
  /** The whole position in one line: `FEN: …`. */
  line(view: Seen): string;
  /** All legal moves in one line, each as it may be written, in few tokens: `Nf3 Nh3 O-O`. */
  legal(view: Seen, moves: readonly string[]): string;
  /** The position in structured answers: the fields by which it is known, such as `fen`, else `state`. */
  position(view: Seen): Readonly<Record<string, unknown>>;
  /** The start of the game, in the same way; empty where there is nothing to tell. */
  start(options: Setup): Readonly<Record<string, unknown>>;
  /** Whether the side to move stands in check; left out by games without. */
  check?(view: Seen): boolean;
  /** How a move is written: `a free cell (a1 to c3)`. */
  readonly moveForm: string;
  /** Moves in one line, numbered where the game numbers them; `before` is the number of plies that went before them. */
  moves(options: Setup, texts: readonly string[], before?: number): string;
  /** The rules as they are played here, in markdown, for kibitz://rules/{game}. */
  readonly rules: string;
  /** The prompt by which a person tells an assistant to play it; left out where there is none. */
  readonly prompt?: PlayPrompt;
}

/**
 * The input of a strategy: the view of its seat, and a source of random numbers. It is asked only while its seat is to
 * move.
 */
export interface Question<Seen extends View> {
  readonly view: Seen;
  readonly seat: Seat;
  readonly legalMoves: readonly string[];
  /** From 1, the weakest, to 10; a strategy may play the same at all of them. */
  readonly level: number;
  /** At least 0 and less than 1, as `Math.random`. */
  readonly random: () => number;
}
/** A way to play that needs nothing but the rules. Pure but for the chance it is given. */
export interface Strategy<Seen extends View = View> {
  /** Whether it asks for no chance, and so plays the same wherever it sees the same; left out where it draws. */
  readonly deterministic?: true;
  /** One of the legal moves, in the notation of {@link Move.code}. */
  choose(question: Question<Seen>): string;
}

/** How a picture of a position is to look. */
export interface PictureLook {
  /** The side at the bottom, where the game has sides. */
  readonly orientation: Seat;
  /** The move to mark, in the notation of {@link Move.code}; what is not on the board is not marked. */
  readonly lastMove: string | null;
}

/** A finished or running game as its record tells it, for writing a PGN. */
export interface GameRecord<Setup> {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly options: Setup;
  /** First and second seat. */
  readonly players: readonly [RecordedPlayer, RecordedPlayer];
  /** The moves, with what was written of them and what else might have been played. */
  readonly lines: Lines;
  /** In seconds; null for a game without clocks. `second` is what the second seat began with, where that was not as much. */
  readonly timeControl: { readonly initial: number; readonly increment: number; readonly second?: number } | null;
  readonly outcome: Outcome | null;
  /** The engine that looked through it; null where none did. */
  readonly annotator: string | null;
  /** The tags of the PGN that the game was read from; null where it was played here. */
  readonly tags: Readonly<Record<string, string>> | null;
  /** The event that it was played in; absent for none. */
  readonly event?: PlayedIn | undefined;
  /** For whom a draw is a win, where it decides a level match; absent in all other games. */
  readonly drawWinsFor?: Seat | undefined;
  /** The games on whose boards its positions were, too, where a computer told its move; absent where there were none. */
  readonly shared?: readonly SharedPosition[] | undefined;
}
/** A position after so many moves, which was on the board of another game meanwhile. */
export interface SharedPosition {
  readonly ply: number;
  readonly game: string;
}
/** A tournament's name, and which of its rounds: `3`, or `3.2` for the second game of a match. */
export interface PlayedIn {
  readonly name: string;
  readonly round: string;
}
export interface RecordedPlayer {
  readonly name: string | null;
  readonly isHuman: boolean;
}

/** A game that was read from a PGN. */
export interface ReadGame {
  /** Names by seat, as the tags tell them; absent where they do not. */
  readonly names: Readonly<Record<Seat, string>>;
  /** The other tags, by name, of those that are kept. */
  readonly tags: Readonly<Record<string, string>>;
  readonly options: Options;
  readonly moves: readonly Move[];
  /** The moves with their variations and what was written of both; null where there is nothing but the moves. */
  readonly lines: Lines | null;
  /** The recorded result; null for a game that was broken off. */
  readonly outcome: Outcome | null;
}

/** A game in portable notation. */
export interface RecordFormat<Setup> {
  write(record: GameRecord<Setup>): string;
  /** The tags about the event: those that it was read with, or those of a game that was played here. */
  tags(record: GameRecord<Setup>): Readonly<Record<string, string>>;
  /**
   * Reads one game. Refuses with `INVALID_ARGUMENT` what cannot be read or played, with its place and the reason; lines
   * are counted from `firstLine`, 1 where it is left out. Yields between moves.
   */
  read(text: string, firstLine?: number): Steps<Result<ReadGame>>;
}

/** A position to start a game from, as a suite of openings has it. */
export interface NamedStart {
  /** As people call it; else its number in the suite. */
  readonly name: string;
  /** The options of a game that starts there. */
  readonly options: Options;
}

/** How games begin: the names of openings, and positions to start from, so that players who always play alike still play different games. */
export interface Openings<Setup> {
  /** The last named position that a game went through, by its moves in {@link Move.code}; null where there is none. */
  of(options: Setup, moves: readonly string[]): Opening | null;
  /** A suite in which neither side is much better off. */
  readonly builtIn: readonly NamedStart[];
  /**
   * Reads a suite in the game's own notations. Refuses with `INVALID_ARGUMENT` what is not one, with the number of the
   * line (`line 3: …`) and the reason. Yields between moves, or positions.
   */
  read(text: string): Steps<Result<readonly NamedStart[]>>;
}

/** The positions of finished games, which are looked up by their keys. */
export interface Positions<State, Setup> {
  /** The same for two positions from which a player would go on alike. */
  key(state: State): string;
  /** The key of each position along the moves, the starting one first, no further than openings go. */
  along(options: Setup, moves: readonly string[]): readonly string[];
}

/** A round of a game that is over. */
export interface FinishedRound {
  /** The ply with which it ended. */
  readonly ply: number;
  /** Null where nobody won it. */
  readonly winner: Seat | null;
  /** The choice of each seat. */
  readonly choices: Readonly<Record<Seat, string | number>>;
  /** Further facts about it, in snake case. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The part of a game that is played in rounds: its players are told of each. */
export interface GameRounds<State, Setup> {
  /** Most rounds that a game may have. */
  most(options: Setup): number;
  /** Oldest first. */
  finished(state: State): readonly FinishedRound[];
}

/** The setup of a UCI engine for a game, beside its moves. */
export interface EngineSetup<Setup> {
  /** Null for the usual starting position. */
  startFen(options: Setup): string | null;
  /**
   * How a game was played, by the engine's scores of all its positions, the starting one first. `avoidable` says of each
   * move whether the engine would have played another one.
   */
  report(options: Setup, scores: readonly Score[], avoidable: readonly boolean[]): GameReport;
  /** How strong the computer's levels are, weakest first, measured: what the rating list is anchored to. */
  readonly levelRatings: readonly LevelRating[];
  /** Of a strategy that is weaker than every level, for players whom these beat too surely to tell how strong they are. */
  readonly belowLevels?: StrategyRating;
}

/** How strong a strategy is, on the scale of the levels. */
export interface StrategyRating {
  readonly strategy: string;
  readonly elo: number;
  /** Of its error, in Elo². */
  readonly variance: number;
  /** Of its error with that of each level, weakest first, in Elo². */
  readonly covariance: readonly number[];
  /** Games that it comes from. */
  readonly games: number;
}

/** A measured strength, on a scale that the game tells of. */
export interface LevelRating {
  readonly elo: number;
  /** Of its error with that of each level, in Elo²; with its own, the variance. */
  readonly covariance: readonly number[];
  /** Games that it comes from. */
  readonly games: number;
}

/** The schema of a game's options: the fields of an object, each optional, in snake case, described for agents. */
export interface OptionsSchema<Setup> extends z.ZodType<Setup> {
  readonly shape: Readonly<Record<string, z.ZodType>>;
}

/**
 * The contract of a game kind. One folder implements it; nothing outside that folder, the register lines aside, names
 * it. State, setup and view are its own: all other code only hands them back to it.
 */
export interface GameDefinition<State = unknown, Setup extends Options = Options, Seen extends View = View>
  extends About {
  readonly options: OptionsSchema<Setup>;
  /** Default values of the options; left out where none has one. */
  readonly usualOptions?: Setup;
  /** Validates a state that comes from the database. */
  readonly state: z.ZodType<State>;
  /** How its rules can end it: by reason, the words that follow “wins by” or “Draw by”. */
  readonly reasons: Readonly<Record<string, string>>;
  /** By how much a game that its rules ended was won, where that says more than the reason: `3 rounds to 1`. */
  tally?(state: State): string;
  readonly rules: Rules<State, Setup, Seen>;
  /** Left out by games that have none. */
  readonly rounds?: GameRounds<State, Setup>;
  /** Left out where no position tells of another. */
  readonly positions?: Positions<State, Setup>;
  readonly words: Words<Setup, Seen>;
  /** SVG elements for a picture of the common size (`picture.ts`). */
  picture(view: Seen, look: PictureLook): string;
  /** By name. `levels` is what the computer plays where no engine does; every game has `random`. */
  readonly strategies: Readonly<Record<string, Strategy<Seen>>>;
  /** The default points of a match in a league; 3, 1 and 0 where left out. */
  readonly points?: { readonly win: number; readonly draw: number; readonly loss: number };
  /** How long a game usually is, in plies: for saying beforehand about how long something takes. */
  usualPlies(options: Setup): number;
  readonly claims?: Claims<State>;
  readonly records?: RecordFormat<Setup>;
  readonly engine?: EngineSetup<Setup>;
  readonly openings?: Openings<Setup>;
  /** Tells more of a position than it looks like. */
  describe?(state: State): Description;
  /** Tools of its own, beside those with which every game is played. */
  readonly tools?: GameTools<Seen>;
}

/** The draw that a player may claim in a position; null where there is none, or none can be claimed in this game. */
export const claimableDraw = ({ claims }: Pick<GameDefinition, "claims">, state: unknown): Outcome | null =>
  claims?.claimable?.(state) ?? null;

/** `White wins by Checkmate`, `Draw by Stalemate`; for a game read from a PGN, what that says. */
export function outcomeText(definition: Pick<GameDefinition, "reasons">, { winner, reason }: Outcome): string {
  if (reason === "unfinished") return "Unfinished";
  if (reason === "recorded") return winner === null ? "Draw" : `${seatTitle(winner)} wins`;
  const how = reasonsOf(definition)[reason] ?? reason;
  return winner === null ? `Draw by ${how}` : `${seatTitle(winner)} wins by ${how}`;
}

/**
 * How a game ended as a person reads it, after “White wins” or “Draw”: `by checkmate`, `on time`, `3 rounds to 1`;
 * `unfinished` alone for one without a result, nothing where a record says no more. A record whose last position has another result says both.
 */
export function endingText(
  definition: Pick<GameDefinition, "reasons" | "tally" | "rules">,
  outcome: Outcome,
  state: unknown,
): string {
  const { reason } = outcome;
  if (reason === "unfinished") return reason;
  const own = reason === "recorded" ? definition.rules.outcome(state) : null;
  if (own && own.winner !== outcome.winner)
    return `by the record; the last position is ${own.winner === null ? "a draw" : `a win for ${seatTitle(own.winner)}`} ${endingText(definition, own, state)}`;
  const tally = reason in definition.reasons ? definition.tally?.(state) : undefined;
  return tally ?? commonEndings[reason] ?? `by ${(reasonsOf(definition)[reason] ?? reason).toLowerCase()}`;
}

/** How a game ended, in a sentence for a person: `White wins by checkmate`. */
export function endingSentence(
  definition: Pick<GameDefinition, "reasons" | "tally" | "rules">,
  outcome: Outcome,
  state: unknown,
): string {
  if (outcome.reason === "unfinished") return "Unfinished";
  const ending = endingText(definition, outcome, state);
  return `${outcome.winner === null ? "Draw" : `${seatTitle(outcome.winner)} wins`} ${ending}`.trim();
}

/** All the ways in which a game can end: by its rules, and as any game can. */
export const reasonsOf = ({ reasons }: Pick<GameDefinition, "reasons">): Readonly<Record<string, string>> => ({
  ...commonReasons,
  ...reasons,
});

/** The games there are. */
export interface Register {
  /** In the order in which they are offered; the first one is what is played where nobody says what. */
  readonly definitions: readonly [GameDefinition, ...GameDefinition[]];
  /** Null for a kind that is not there. */
  findDefinition(kind: string): GameDefinition | null;
  /** For a kind that was checked before. Throws for any other: that is a bug. */
  definitionOf(kind: string): GameDefinition;
}

export function registerOf(definitions: readonly [GameDefinition, ...GameDefinition[]]): Register {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  const findDefinition = (kind: string): GameDefinition | null => byKind.get(kind) ?? null;
  return {
    definitions,
    findDefinition,
    definitionOf: (kind) => {
      const definition = findDefinition(kind);
      if (!definition) throw new Error(`there is no game ${kind}`);
      return definition;
    },
  };
}
