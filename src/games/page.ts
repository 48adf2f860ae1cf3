import type { ComponentChildren } from "preact";
import type { GameDetail } from "../shared/api.ts";
import type { Result } from "../shared/result.ts";
import type { GameKind, Options, Seat, View } from "../shared/terms.ts";
import type { About, LevelRating } from "./game.ts";

/** The data of a small picture. */
export interface PictureProps<OwnView extends View> {
  readonly view: OwnView;
  /** The move to highlight, in coordinate notation; ignored where it is not on the board. */
  readonly lastMove: string | null;
  /** Whether it is seen from the second seat, in games with sides. */
  readonly isFlipped: boolean;
}

interface FieldBase {
  /** The option's name at the host. */
  readonly name: string;
  readonly label: string;
}
/** An option of a new game. The pages show its field, and keep the typed text until it is parsed. */
export type OptionField<OwnView extends View = View> =
  | (FieldBase & {
      readonly kind: "number";
      readonly initial: string;
      problem(text: string): string | null;
    })
  | (FieldBase & {
      readonly kind: "switch";
      readonly initial: boolean;
    })
  | (FieldBase & {
      readonly kind: "position";
      /** The label of the line that opens it: `Start from a position`. */
      readonly summary: string;
      readonly hint: string;
      /** The value of an empty field. */
      readonly initial: OwnView;
      /** Refuses what it cannot parse. May load code; rejects where that is not available. */
      parse(text: string): Promise<Result<ReadPosition<OwnView>>>;
    });

/** A text that was parsed as a starting position. */
export interface ReadPosition<OwnView extends View = View> {
  /** The value of the option; null for the usual start. */
  readonly value: string | null;
  readonly view: OwnView;
  /** Whether the text is a whole game, which could be imported too. */
  readonly isGame: boolean;
}

/** A game in a file of several. */
export interface RecordText {
  readonly text: string;
  /** The line of the file in which it begins, from 1. */
  readonly line: number;
  /** The players' names in the record; empty where it has none. */
  readonly title: string;
  /** The share of the file up to its end, 0 to 1. */
  readonly part: number;
}

/** The portable notation of a game kind. */
export interface Records {
  /** Its name for people: `PGN`. */
  readonly name: string;
  /** The extension of files: `.pgn`. */
  readonly ending: string;
  /** Whether a text looks like it; left out by the notation that takes all texts that no other does. */
  matches?(text: string): boolean;
  /** Splits a file into its games. May load code; rejects where that is not available. */
  split(text: string): Promise<Iterable<RecordText>>;
}

/** Pictures for pages without games; those of the first game in the register are shown. */
export interface Showcase<OwnView extends View = View> {
  /** Pictures for: playing the computer, playing an assistant, watching. */
  readonly positions: readonly [OwnView, OwnView, OwnView];
  /** The position in the preview of the settings. */
  readonly preview: BoardState<OwnView>;
}

/**
 * The part of a game that every page loads, so it is small. The rest, to follow and play a game, comes with {@link
 * GamePage.load}.
 */
export interface GamePage<OwnView extends View = View> extends About {
  /** A picture of a position in a square of any size, hidden from screen readers. */
  Picture(props: PictureProps<OwnView>): ComponentChildren;
  /** The names of the squares, to lie over that picture; left out by games without them. */
  Coordinates?(props: { readonly isFlipped?: boolean }): ComponentChildren;
  /** The options of a new game, in the order of their fields. */
  readonly options: readonly OptionField<OwnView>[];
  /** Left out by a game without a portable notation. */
  readonly records?: Records;
  /** Left out by a game that no engine plays. */
  readonly engine?: {
    /** The measured strengths of the computer's levels, from level 1 on. */
    readonly levelRatings: readonly LevelRating[];
  };
  /** Left out by every game but the first one of the register. */
  readonly showcase?: Showcase<OwnView>;
  /** Loads the rest, once. */
  load(): Promise<PlayPart>;
  /** Loads the analysis board; left out by games without one. */
  study?(): Promise<StudyPart>;
}

/** A game of this kind, as the host's API returns it. */
export type SeenGame<OwnView extends View> = Omit<GameDetail, "view"> & { readonly view: OwnView };

/** A move that was typed or made on a board. */
export type WrittenMove =
  | { readonly kind: "move"; readonly code: string }
  /** A move that still lacks a part, for which the board asks: in chess, the piece to which a pawn promotes. */
  | { readonly kind: "incomplete"; readonly code: string }
  /** With the reason where it is not simply illegal, such as a text that can mean two moves. */
  | { readonly kind: "illegal"; readonly reason?: string };

/**
 * The mark of a seat beside its player: the colour of its pieces. Light and dark have names; other colours are given as
 * `#d4a017`, and have to stand out from the page in either theme. Or one of two marks that all games can use.
 */
export type SeatMark = "light" | "dark" | "first" | "second" | `#${string}`;

/** The attributes that draw a mark: a class of the style sheet, or the game's own colour. */
export const markProps = (mark: SeatMark) =>
  mark.startsWith("#") ? { "data-mark": "own", style: { background: mark } } : { "data-mark": mark };

export type Claim = "win" | "draw";

/** The person's settings for boards. */
export interface BoardLook {
  /** Whether coordinates are shown along the edges. */
  readonly coordinates: boolean;
  readonly animation: boolean;
  /** Whether the legal destinations of a piece are shown. */
  readonly legalDots: boolean;
  /** Whether a pawn promotes to the strongest piece without asking. */
  readonly autoPromote: boolean;
  /** Whether the person can draw arrows on it. */
  readonly arrows: boolean;
}

export interface BoardProps<OwnView extends View> {
  /** The view, and the name of the board: its game, and the ply of a past position. */
  readonly view: OwnView;
  readonly gameId: string;
  readonly ply: number | null;
  readonly lastMove: string | null;
  /** The seat at the bottom. */
  readonly near: Seat;
  /** The person's seat; null for a spectator. */
  readonly seat: Seat | null;
  /** Whether both seats are people at this screen, in games that conceal something. */
  readonly isShared?: boolean;
  /** Asks for the view of the one of these two who is to move, while the other looks away; null for a failure. */
  peek?(): Promise<OwnView | null>;
  /** Whether the seat can act: not in a past position, nor before or after the game. */
  readonly active: boolean;
  readonly over: boolean;
  /** The legal moves, in coordinate notation. */
  readonly legal: readonly string[];
  readonly premoves: boolean;
  /** The person's settings for boards. */
  readonly look: BoardLook;
  /** A move to highlight. */
  readonly hint: string | null;
  /** Circles and arrows to draw, such as `e4` and `g1f3`; a board that cannot draw ignores them. */
  readonly shapes?: readonly string[];
  /** A typed move that lacks a part, for which the board is to ask. */
  readonly incomplete: string | null;
  onCompleted(): void;
  /**
   * Plays a move; `premove` for one that was prepared. The board may show it until the promise settles, and after that
   * only the view.
   */
  onMove(move: string, premove?: boolean): Promise<void>;
}

/** A question before an action. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms it. */
  readonly action: string;
  run(): void;
}

export interface FormProps<Course> {
  readonly course: Course;
  /** Empty while there is nothing to play. */
  readonly legal: readonly string[];
  /** The reason why nothing can be played, for a person who tries. */
  readonly waiting: string;
  /** The claim that goes with the person's next move. */
  readonly claim: Claim | null;
  onClaim(claim: Claim | null): void;
  confirm(question: Confirmation): void;
  /** With `claim`, claims whatever the checkbox says. */
  onMove(move: string, claim?: Claim): Promise<void>;
  onIncomplete(move: string): void;
  /** Shows why a typed move is not played; null hides the message. */
  onWrong(words: string | null): void;
}

/**
 * The part of a game that follows and plays it. `Course` is data that the game derives from the moves so far; pages
 * store it and pass it back.
 */
export interface PlayPart<OwnView extends View = View, Course = unknown> extends About {
  /** The marks of the first and the second seat. */
  readonly marks: readonly [SeatMark, SeatMark];
  /** Whether the board has sides, with a player at each, and can be flipped. */
  readonly sides: boolean;
  /** Whether a value is a valid view: not everything comes from our own host. */
  isView(view: Readonly<Record<string, unknown>>): boolean;

  /**
   * Derives the course from the moves so far. `before` is its earlier result for the same game, to be extended where
   * possible.
   */
  follow(game: Pick<GameDetail, "options" | "history">, before: Course | null): Course;
  /** The position at a ply; null for the live one. */
  shownAt(game: SeenGame<OwnView>, course: Course, ply: number | null): BoardState<OwnView>;
  /** Copies into the public view what only the person's own view contains. Left out by games that conceal nothing. */
  carry?(before: OwnView, after: OwnView): OwnView;
  /** Whether a move chosen in one position means the same in another. By default it does in the same position only. */
  sameDecision(before: OwnView, after: OwnView): boolean;

  /** Parses a typed move and finds it among the legal ones. */
  readMove(view: OwnView, legal: readonly string[], text: string): WrittenMove;
  /** A legal move in the notation for people. */
  writeMove(view: OwnView, code: string): string;
  /** The position after a seat's move that the host has not confirmed yet; null where it cannot be shown. */
  withMove(view: OwnView, seat: Seat, code: string): OwnView | null;

  /** A move as it is spoken: `knight takes f6, check`. */
  moveInWords(text: string): string;
  /** A move in figurine notation; left out by games without it. */
  inFigures?(text: string): string;
  soundOf(text: string): "move" | "capture" | "check";
  /** The rules in paragraphs for people; empty for a game that everybody knows. */
  readonly rules: readonly string[];
  /** An example of the notation: `a1 to c3`. */
  readonly moveExample: string;
  /** The name of a claimed win: `Checkmate`, `the win`; left out by games without claims. */
  readonly win?: string;
  /** Plies before the first move, as the scoresheet counts them: 1 where the second seat begins at move 1. */
  pliesBefore(options: Options): number;
  /** Whether the side to move is in check. */
  isCheck(view: OwnView): boolean;
  /** The advantage of a seat in material, as people count it; 0 for none. */
  aheadBy(view: OwnView, seat: Seat): number;
  /** The portable notation of a position; left out by games without one. */
  readonly notation?: { readonly name: string; write(view: OwnView): string };

  Board(props: BoardProps<OwnView>): ComponentChildren;
  /** Facts beside a player, such as the captured pieces. */
  Beside?(props: { readonly course: Course; readonly ply: number | null; readonly seat: Seat }): ComponentChildren;
  /** The form for typed moves and claims, below the list of moves. */
  Form?(props: FormProps<Course>): ComponentChildren;
}

export interface BoardState<OwnView extends View> {
  readonly view: OwnView;
  readonly lastMove: string | null;
}

/** The properties of a board on which a position is set up. */
export interface EditorProps {
  /** The position in its notation; unreadable parts are left out. */
  readonly text: string;
  /** Whether it is seen from the second seat. */
  readonly isFlipped: boolean;
  onChange(text: string): void;
}

/**
 * The part of a game for the analysis board: its rules for any position. Nothing here is concealed, and one seat moves
 * at a time.
 */
export interface StudyPart<OwnView extends View = View> {
  /** The name of the notation of positions: `FEN`. */
  readonly name: string;
  /** The usual start in that notation. */
  readonly startText: string;
  /** Parses a starting position. Refuses other texts, and positions without a legal move. */
  parse(text: string): Result<{ readonly options: Options; readonly view: OwnView }>;
  write(view: OwnView): string;
  /** The starting position of a game with these options. */
  start(options: Options): OwnView;
  toMove(view: OwnView): Seat;
  /** The legal moves, in coordinate notation. */
  legal(view: OwnView): readonly string[];
  /** The position after a move, and its text; null where the move is illegal. */
  play(view: OwnView, code: string): { readonly view: OwnView; readonly text: string } | null;
  /** The piece that a legal move moves, and where it stands: `white knight on f3`. */
  moverInWords(view: OwnView, code: string): string;
  Editor(props: EditorProps): ComponentChildren;
}
export const defineStudy = <OwnView extends View>(study: StudyPart<OwnView>): StudyPart => study;

/** The defaults of a game's play part. */
const plainPlay = {
  marks: ["first", "second"],
  sides: false,
  moveInWords: (text: string): string => text,
  soundOf: (): "move" => "move",
  rules: [],
  pliesBefore: (): number => 0,
  isCheck: (): boolean => false,
  aheadBy: (): number => 0,
  sameDecision: (before: View, after: View): boolean => JSON.stringify(before) === JSON.stringify(after),
  writeMove: (_view: View, code: string): string => code,
  /** Finds a typed text among the legal moves, ignoring case. */
  readMove: (_view: View, legal: readonly string[], text: string): WrittenMove => {
    const match = legal.find((move) => move.toLowerCase() === text.trim().toLowerCase());
    return match === undefined ? { kind: "illegal" } : { kind: "move", code: match };
  },
} as const;
type Plain = keyof typeof plainPlay;

/**
 * Follows a game without hidden information by its moves alone: each position is the one before with a move applied.
 */
export const byMoves = <OwnView extends View>(
  startOf: (view: OwnView) => OwnView,
  withMove: PlayPart<OwnView>["withMove"],
): Pick<PlayPart<OwnView, GameDetail["history"]>, "follow" | "shownAt" | "withMove"> => ({
  follow: ({ history }) => history,
  shownAt: ({ view }, history, ply) => {
    const moves = history.slice(0, ply ?? undefined);
    const final = moves.reduce((before, { by, code }) => withMove(before, by, code) ?? before, startOf(view));
    return { view: final, lastMove: moves.at(-1)?.code ?? null };
  },
  withMove,
});

// A game's parts as the code outside its folder knows them, without its own types and with defaults for optional parts.

export const definePlay = <OwnView extends View, Course>(
  own: Omit<PlayPart<OwnView, Course>, Plain> & Partial<Pick<PlayPart<OwnView, Course>, Plain>>,
): PlayPart => {
  const play: PlayPart<OwnView, Course> = { ...plainPlay, ...own };
  return play;
};
export const definePage = <OwnView extends View>(
  own: Omit<GamePage<OwnView>, "options"> & Partial<GamePage<OwnView>>,
): GamePage => {
  const page: GamePage<OwnView> = { options: [], ...own };
  return page;
};

/** The games that pages know, in the order in which they are offered; the first one is the default. */
export function pagesOf(pages: readonly [GamePage, ...GamePage[]]) {
  const byKind = new Map(pages.map((page) => [page.kind, page]));
  /** Null for a game that the host knows and this page does not. */
  return { pages, findPage: (kind: GameKind): GamePage | null => byKind.get(kind) ?? null };
}
