import type { z } from "zod";
import type { SuiteName } from "../shared/league-settings.ts";
import type { Lines } from "../shared/lines.ts";
import type { Phase } from "../shared/practice/questions.ts";
import { type Refusal, type Result, refuse } from "../shared/result.ts";
import type { Steps } from "../shared/steps.ts";
import {
  CHANCE,
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
import type { Thoughts } from "../shared/thoughts.ts";
import type { GameReport, Score } from "./report.ts";
import type { GameTools } from "./tools.ts";

/** The facts about a game for host and pages. Pure data. */
export interface About {
  /** Letters, digits and hyphens; stands in data and addresses. */
  readonly kind: string;
  /** As a person reads it: `Tic-tac-toe`. */
  readonly title: string;
  readonly seats: Seats;
  /** Whether both seats choose at once, so that moves have no order, and a choice stays hidden until both are in. */
  readonly simultaneous?: true;
  /** Whether a move can be taken back. */
  readonly takeback?: true;
  /** Whether a scoresheet numbers the moves in pairs, from a number that the start may set. */
  readonly moveNumbers?: true;
}

/** A parsed move. */
export interface Move {
  /** Coordinate notation: UCI in chess, a cell, a number. */
  readonly code: string;
  /** The notation for people: SAN in chess. */
  readonly text: string;
}

/** The refusal of an illegal move: its kind, one of {@link GameDefinition.illegalKinds}, and the reason as a sentence. */
export const illegalMove = (illegalKind: string, reason: string): Refusal => ({
  ...refuse("ILLEGAL_MOVE", `Invalid move: ${reason}`),
  illegal: illegalKind,
});

export interface PlayedMove<State> {
  readonly state: State;
  readonly move: Move;
}

/** A possible outcome of a draw by chance. */
export interface ChanceOutcome {
  /** The outcome as a move, in the notation of {@link Move.code}; each code once. */
  readonly code: string;
  /** A positive integer: the outcome comes up with this share of the sum of all weights, which is at most 2^32. */
  readonly weight: number;
}

/**
 * The rules of a game. Everything here is a pure function of its arguments: no clock, no random source, no I/O.
 * A state is plain JSON; it goes to the database as it is and comes back through {@link Game.state}.
 */
export interface Rules<State, Setup, OwnView extends View> {
  /** The starting state. Refuses what the schema of the options cannot: `INVALID_ARGUMENT`. */
  start(options: Setup): Result<State>;

  /** The seats that may move now: one, or both where they choose at once; none when the game is over or chance is due. */
  toMove(state: State): readonly Seat[];

  /**
   * The outcomes of the draw that the state waits for, such as a deal or a roll of dice; null where it waits for none.
   * The host draws at once, so that outside a commit no state waits. Left out by games without chance.
   */
  chance?(state: State): readonly ChanceOutcome[] | null;

  /** Moves and draws made so far, in plies, counted from the start of this game. */
  ply(state: State): number;

  /**
   * Plays what a player wrote, or an outcome of a draw for the seat {@link CHANCE}. The caller has made sure that the seat
   * is to move.
   * Refuses with {@link illegalMove}, the kind and the reason in the game's own terms.
   */
  play(state: State, seat: Seat, text: string): Result<PlayedMove<State>>;

  /** The same for a move from a record, where that costs less; absent where it costs the same. */
  replay?(state: State, seat: Seat, text: string): Result<PlayedMove<State>>;

  /** The outcome that the position itself brings about; null while the game goes on. */
  outcome(state: State): Outcome | null;

  /** Whether some sequence of legal moves lets this seat win; decides a fallen flag (FIDE 6.9). */
  canWin(state: State, seat: Seat): boolean;

  /** Legal moves of a seat, in the notation of {@link Move.code}; empty when it is not to move. */
  legalMoves(state: State, seat: Seat): readonly string[];

  /**
   * The view of a position: that of a seat, or the public one for null. In games with chance the viewer {@link CHANCE}
   * sees everything: once such a game is over, by the rules or not, everybody does.
   */
  view(state: State, viewer: Seat | null): OwnView;

  /**
   * Whether the move of index `ply`, in order of arrival from 0, must still be hidden from the viewer, who is as for
   * {@link Rules.view}; left out where nothing is hidden, neither in moves nor in views.
   */
  conceals?(state: State, ply: number, viewer: Seat | null): boolean;
}

/** Advice for assistants on playing a game. */
export interface PlayPrompt {
  /** The prompt's name: letters and underscores. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Advice before each move, as items of a list. */
  readonly advice: readonly string[];
  /** Styles of play, by a word for each: sentences to the player. */
  readonly styles: Readonly<Record<string, string>>;
}

/** The claims of a game: a move may come with a claim to have won or drawn. The words are parts of sentences. */
export interface Claims<State> {
  /**
   * The name of a claimed win, the text for a move that does not bring it about, and the win's sign in notation, if it
   * has one.
   */
  readonly win: { readonly name: string; readonly deed: string; readonly sign?: string };
  /** The text for a move that does not bring a claimed draw about, and the draws that have to be claimed. */
  readonly draw: { readonly deed: string; readonly by?: string };
  /** The draw that a player may claim in this position without the opponent's consent, or null; left out where there is none. */
  claimable?(state: State): Outcome | null;
}

/** An explanation of a position by the rules alone. */
export interface Description {
  /** Lines of a list. */
  readonly lines: readonly string[];
  /** The same as fields in snake case. Plain JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The texts about a game for agents; those for people are with the pages. */
export interface Words<Setup, OwnView extends View> {
  /** The position as a markdown table, always seen from the first seat: models misread a flipped board. */
  board(view: OwnView): string;
  /** Lines of a list that stand directly under the board: `- FEN: …`. */
  facts(view: OwnView): readonly string[];
  /** The whole position in letters, in as few tokens as are readable. */
  grid(view: OwnView): string;
  /** The position in letters for a terminal, from a seat's side; absent where that is {@link grid}. */
  diagram?(view: OwnView, seat: Seat): string;
  /** The whole position in one line: `FEN: …`. */
  line(view: OwnView): string;
  /** All legal moves, each in a notation that is accepted, in few tokens: `Nf3`, `Nh3`, `O-O`. */
  legal(view: OwnView, moves: readonly string[]): readonly string[];
  /** The position in structured answers: by its usual field, such as `fen`, else by `state`. */
  position(view: OwnView): Readonly<Record<string, unknown>>;
  /** The start of the game in the same form; empty for the usual one. */
  start(options: Setup): Readonly<Record<string, unknown>>;
  /** Whether the side to move is in check; left out by games without check. */
  check?(view: OwnView): boolean;
  /** How a move is written: `a free cell (a1 to c3)`. */
  readonly moveForm: string;
  /** Moves in one line, numbered where the game numbers them; `before` is the number of plies that went before them. */
  moves(options: Setup, texts: readonly string[], before?: number): string;
  /** The rules as they are played here, in markdown, for a model's prompt and kibitz://rules/{game}. */
  readonly rules: string;
  /** The acts of agents through the tools beside their moves, which follow the rules there; left out for nothing. */
  readonly toolRules?: string;
  /** The prompt by which a person tells an assistant to play it; left out where there is none. */
  readonly prompt?: PlayPrompt;
}

/**
 * The input of a strategy: the view of its seat, and a source of random numbers. A strategy is called only while its
 * seat is to move.
 */
export interface StrategyInput<OwnView extends View> {
  readonly view: OwnView;
  readonly seat: Seat;
  readonly legalMoves: readonly string[];
  /** From 1, the weakest, to 10; a strategy may ignore it. */
  readonly level: number;
  /** At least 0 and less than 1, as from `Math.random`. */
  readonly random: () => number;
}
/** A way to choose moves by the rules alone. Pure, except for the given random numbers. */
export interface Strategy<OwnView extends View = View> {
  /** Whether it uses no random numbers, and so always plays the same in the same position; left out where it does. */
  readonly deterministic?: true;
  /** One of the legal moves, in the notation of {@link Move.code}. */
  choose(question: StrategyInput<OwnView>): string;
}

/** The options of a picture of a position. */
export interface PictureLook {
  /** The side at the bottom, in games with sides. */
  readonly orientation: Seat;
  /** The move to highlight, in the notation of {@link Move.code}; ignored where it is not on the board. */
  readonly lastMove: string | null;
}

/** A finished or running game with everything that a PGN contains. */
export interface GameRecord<Setup> {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly options: Setup;
  /** First and second seat. */
  readonly players: readonly [RecordedPlayer, RecordedPlayer];
  /** The moves, with notes and variations. */
  readonly lines: Lines;
  /** In seconds; null for a game without clocks. `second` is the second seat's time where it differs. */
  readonly timeControl: { readonly initial: number; readonly increment: number; readonly second?: number } | null;
  readonly outcome: Outcome | null;
  /** The engine that reviewed it; null where none did. */
  readonly annotator: string | null;
  /** The tags of the PGN that the game was read from; null where it was played here. */
  readonly tags: Readonly<Record<string, string>> | null;
  /** The event in which it was played; absent for none. */
  readonly event?: PlayedIn | undefined;
  /** For whom a draw is a win, where it decides a level match; absent in all other games. */
  readonly drawWinsFor?: Seat | undefined;
  /** Games in which the same positions occurred while a computer told its move there; absent where there were none. */
  readonly shared?: readonly SharedPosition[] | undefined;
}
/** A position after so many moves, which was on the board of another game meanwhile. */
export interface SharedPosition {
  readonly ply: number;
  readonly game: string;
}
/** The name of a tournament, and the round: `3`, or `3.2` for the second game of a match. */
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
  /** Names by seat, from the tags; absent where they have none. */
  readonly names: Readonly<Record<Seat, string>>;
  /** The other stored tags, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly options: Options;
  readonly moves: readonly Move[];
  /** The moves with variations and notes; null where there are only moves. */
  readonly lines: Lines | null;
  /** The recorded result; null for a game that was broken off. */
  readonly outcome: Outcome | null;
}

/** A game's portable notation. */
export interface RecordFormat<Setup> {
  /** Its name: `PGN`. */
  readonly name: string;
  /** Whether a text looks like it; left out by the notation that takes all texts that no other does. */
  matches?(text: string): boolean;
  write(record: GameRecord<Setup>): string;
  /** The tags about the event: those of its record, or those of a game that was played here. */
  tags(record: GameRecord<Setup>): Readonly<Record<string, string>>;
  /**
   * Reads one game. Refuses with `INVALID_ARGUMENT` what cannot be read or played, with its place and the reason; lines
   * are counted from `firstLine`, 1 where it is left out. Yields between moves.
   */
  readGame(text: string, firstLine?: number): Steps<Result<ReadGame>>;
}

/** A starting position from a suite of openings. */
export interface NamedStart {
  /** Its name; otherwise its number in the suite. */
  readonly name: string;
  /** The options of a game that starts there. */
  readonly options: Options;
  /** Whether nobody can know it by heart; absent where some do, and where nobody can tell. */
  readonly unfamiliar?: true;
}

/**
 * The beginnings of games: names of openings, and suites of positions to start from, so that players who always play
 * alike still play different games.
 */
export interface Openings<Setup> {
  /** The last named position that a game went through, by its moves in {@link Move.code}; null where there is none. */
  of(options: Setup, moves: readonly string[]): Opening | null;
  /** The number of moves of a game, by their {@link Move.code}, up to the last position that theory names; 0 for none. */
  theory(options: Setup, moves: readonly string[]): number;
  /**
   * Suites in which neither side is much better: of known openings, of starts that nobody knows by heart, and of both in
   * turn.
   */
  readonly suites: Readonly<Record<SuiteName, () => readonly NamedStart[]>>;
  /**
   * Reads a suite in the game's own notations. Refuses with `INVALID_ARGUMENT` what is not one, with the number of the
   * line (`line 3: …`) and the reason. Yields between moves, or positions.
   */
  readSuite(text: string): Steps<Result<readonly NamedStart[]>>;
}

/** The keys of positions, by which those of finished games are looked up. */
export interface Positions<State, Setup> {
  /** The same key for two positions with the same legal continuations. */
  key(state: State): string;
  /** The key of each position along the moves, the starting one first, no further than openings go. */
  along(options: Setup, moves: readonly string[]): readonly string[];
}

export interface FinishedRound {
  /** The ply with which it ended. */
  readonly ply: number;
  /** Null where nobody won it. */
  readonly winner: Seat | null;
  readonly choices: Readonly<Record<Seat, string | number>>;
  /** Further facts about it, in snake case. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The setup of a UCI engine for a game, beside its moves. */
export interface EngineSetup<Setup, OwnView extends View = View> {
  /** Null for the usual starting position. */
  startFen(options: Setup): string | null;
  /** The legal move that an engine writes so, in the notation of {@link Move.code}; null where it is none. */
  moveIn(view: OwnView, text: string): string | null;
  /**
   * Computes accuracy and judgements from the engine's scores of all positions, the starting one first. `avoidable`
   * tells for each move whether the engine would have played another one, and `ignored` whether it does not count to its
   * side.
   */
  report(
    options: Setup,
    scores: readonly Score[],
    avoidable: readonly boolean[],
    ignored?: readonly boolean[],
  ): GameReport;
  /** The chances to win, 0–100, of the side that a score is given for. */
  chances(score: Score): number;
  /** The part of a game that a position belongs to; left out by games without such parts. */
  phase?(view: OwnView): Phase;
  /** The measured strengths of the computer's levels, weakest first: the anchors of the rating list. */
  readonly levelRatings: readonly LevelRating[];
  /**
   * The strengths of players that are weaker than every level, weakest first, for those that lose to the levels too surely
   * to be rated by them.
   */
  readonly belowLevels: readonly WeakRating[];
}

/** The strength of the lowest level with larger errors; its covariances are those with each weak player, and then with each level. */
export interface WeakRating extends LevelRating {
  /** The size of its errors; null for the strategy that plays any legal move. */
  readonly errors: number | null;
}

/** A measured strength, on the game's scale. */
export interface LevelRating {
  readonly elo: number;
  /** The covariance of its error with that of each level, weakest first, in Elo²; that of a level with itself is its variance. */
  readonly covariance: readonly number[];
}

/** The schema of a game's options: the fields of an object, each optional, in snake case, described for agents. */
export interface OptionsSchema<Setup> extends z.ZodType<Setup> {
  readonly shape: Readonly<Record<string, z.ZodType>>;
}

/**
 * The contract of a game kind. One folder implements it; nothing outside that folder, the register lines aside, names
 * it. State, setup and view are its own: all other code only hands them back to it.
 */
export interface GameDefinition<State = unknown, Setup extends Options = Options, OwnView extends View = View>
  extends About {
  /** A caution about its ratings, as a sentence, in a game that chance decides; left out by games of skill. */
  readonly caution?: string;
  readonly options: OptionsSchema<Setup>;
  /** Default values of the options; left out where none has one. */
  readonly usualOptions?: Setup;
  /** Validates a state that comes from the database. */
  readonly state: z.ZodType<State>;
  /** The ends by the rules: by reason, the words that follow “wins by” or “Draw by”. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The kinds of illegal moves, for tables: letters and hyphens. */
  readonly illegalKinds: readonly string[];
  /** The margin of a win by the rules, where it says more than the reason: `3 rounds to 1`. */
  tally?(state: State): string;
  /** The chips or points that the first seat won by an end by the rules, negative where it lost; left out by games that are only won. */
  margin?(state: State): number;
  readonly rules: Rules<State, Setup, OwnView>;
  /** Rounds, which are reported to the players. Left out by games that have none. */
  readonly rounds?: {
    /** Most rounds that a game may have. */
    most(options: Setup): number;
    /** Oldest first. */
    past(state: State): readonly FinishedRound[];
  };
  /** Left out by games whose positions cannot be told apart by a key. */
  readonly positions?: Positions<State, Setup>;
  readonly words: Words<Setup, OwnView>;
  /** SVG elements for a picture of the common size (`picture.ts`). */
  picture(view: OwnView, look: PictureLook): string;
  /** By name. `levels` plays the computer's levels where no engine does; every game has `random`. */
  readonly strategies: Readonly<Record<string, Strategy<OwnView>>>;
  /** The default points of a match in a league; 3, 1 and 0 where left out. */
  readonly points?: { readonly win: number; readonly draw: number; readonly loss: number };
  /** The usual length of a game in plies, for estimates of time. */
  usualPlies(options: Setup): number;
  readonly claims?: Claims<State>;
  readonly records?: RecordFormat<Setup>;
  readonly engine?: EngineSetup<Setup, OwnView>;
  readonly openings?: Openings<Setup>;
  /** Explains a position. */
  describe?(state: State): Description;
  /** The contradictions between a player's text and the move that it made; left out by games whose texts nobody reads. */
  contradictions?(before: State, played: PlayedMove<State>, text: string): NonNullable<Thoughts["contradictions"]>;
  /** Tools of its own, besides those of every game. */
  readonly tools?: GameTools<OwnView>;
}

/** The seat of the next move: {@link CHANCE} where a draw is due; null when the game is over. */
export const nextSeat = ({ toMove, chance }: GameDefinition["rules"], state: unknown): Seat | null =>
  toMove(state)[0] ?? (chance?.(state) ? CHANCE : null);

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

/** The parts of a game that its ends are told by. */
type EndingParts = Pick<GameDefinition, "reasons" | "tally" | "rules">;

/**
 * How a game ended as a person reads it, after “White wins” or “Draw”: `by checkmate`, `on time`, `3 rounds to 1`;
 * `unfinished` alone for one without a result, nothing where a record says no more. A record whose last position has another result says both.
 */
export function endingText(definition: EndingParts, outcome: Outcome, state: unknown): string {
  const { reason } = outcome;
  if (reason === "unfinished") return reason;
  const own = reason === "recorded" ? definition.rules.outcome(state) : null;
  if (own && own.winner !== outcome.winner)
    return `by the record; the last position is ${own.winner === null ? "a draw" : `a win for ${seatTitle(own.winner)}`} ${endingText(definition, own, state)}`;
  const tally = reason in definition.reasons ? definition.tally?.(state) : undefined;
  return tally ?? commonEndings[reason] ?? `by ${(reasonsOf(definition)[reason] ?? reason).toLowerCase()}`;
}

/** How a game ended, in a sentence for a person: `White wins by checkmate`. */
export function endingSentence(definition: EndingParts, outcome: Outcome, state: unknown): string {
  if (outcome.reason === "unfinished") return "Unfinished";
  const ending = endingText(definition, outcome, state);
  return `${outcome.winner === null ? "Draw" : `${seatTitle(outcome.winner)} wins`} ${ending}`.trim();
}

/** All possible ends: by the game's rules, and those of every game. */
export const reasonsOf = ({ reasons }: Pick<GameDefinition, "reasons">): Readonly<Record<string, string>> => ({
  ...commonReasons,
  ...reasons,
});

/** The games there are, in the order in which they are offered; the first one is the default. */
export function registerOf(definitions: readonly [GameDefinition, ...GameDefinition[]]) {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  /** Null for an unknown kind. */
  const findDefinition = (kind: string): GameDefinition | null => byKind.get(kind) ?? null;
  /** For a kind that was checked before. Throws for any other: that is a bug. */
  const definitionOf = (kind: string): GameDefinition => {
    const definition = findDefinition(kind);
    if (!definition) throw new Error(`there is no game ${kind}`);
    return definition;
  };
  return { definitions, findDefinition, definitionOf };
}

/** The wrapping of a move: assistants mark it as code, quote it, or emphasise it. */
const moveWrapping = /^[\s"'`*“”‘’]+|[\s"'`*“”‘’]+$/g;

/** A written move, of some hundred characters at most, without spaces, quotes and Markdown around it. */
export const unwrap = (text: string): string => text.replace(moveWrapping, "");

/** A written move that is one word or figure, also in full-width signs, and without invisible ones and its full stop. */
export const loneWord = (text: string): string =>
  unwrap(unwrap(text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "")).replace(/[.!]+$/, ""));
