import type { ComponentChildren } from "preact";
import type { GameDetail } from "../shared/api.ts";
import type { Result } from "../shared/result.ts";
import type { GameKind, Options, Seat, View } from "../shared/terms.ts";
import type { About, LevelRating } from "./game.ts";

/** The data of a small picture. */
export interface PictureProps<Seen extends View> {
  readonly view: Seen;
  /** The move to mark, in coordinate notation; what is not on the board is not marked. */
  readonly lastMove: string | null;
  /** Seen from the second seat, where the game has sides. */
  readonly flipped: boolean;
}

interface FieldBase {
  /** The option that it is for, as the host calls it. */
  readonly name: string;
  readonly label: string;
}
/** An option of a new game. The pages draw the field; the typed text stays a text until it is read. */
export type OptionField<Seen extends View = View> =
  | (FieldBase & {
      readonly kind: "number";
      readonly initial: string;
      /** The problem with a text, or null. */
      problem(text: string): string | null;
    })
  | (FieldBase & {
      readonly kind: "switch";
      readonly initial: boolean;
    })
  | (FieldBase & {
      readonly kind: "position";
      /** On the line that opens it: `Start from a position`. */
      readonly summary: string;
      readonly hint: string;
      /** The value of an empty field. */
      readonly initial: Seen;
      /** Refuses what it cannot read. May load what it needs to; rejects where that is not to be had. */
      read(text: string): Promise<Result<ReadPosition<Seen>>>;
    });

/** A text read as a position to begin from. */
export interface ReadPosition<Seen extends View = View> {
  /** The value of the option; null for the usual start. */
  readonly value: string | null;
  readonly view: Seen;
  /** Whether the text is a whole game, which could be kept as well. */
  readonly isGame: boolean;
}

/** A game as it stands in a file of them. */
export interface RecordText {
  readonly text: string;
  /** The line of the file that it begins in, from 1. */
  readonly line: number;
  /** The players' names in the record; empty where it has none. */
  readonly title: string;
  /** How much of the file is read with it, 0 to 1. */
  readonly part: number;
}

/** How games of a kind are written down. */
export interface Records {
  /** As people call it: `PGN`. */
  readonly name: string;
  /** Of files: `.pgn`. */
  readonly ending: string;
  /** The games of a file, one after the other. May load what it needs to; rejects where that is not to be had. */
  split(text: string): Promise<Iterable<RecordText>>;
}

/** How the games look before there are any; the first one of the register shows itself. */
export interface Showcase<Seen extends View = View> {
  /** Pictures for: playing the computer, playing an assistant, watching. */
  readonly positions: readonly [Seen, Seen, Seen];
  /** The position that previews the settings. */
  readonly preview: Shown<Seen>;
}

/**
 * The part of a game that every page carries, so it is small. The rest, to follow and play a game, comes with {@link
 * GamePage.load}.
 */
export interface GamePage<Seen extends View = View> extends About {
  /** A position in a square of any size, for the eye alone. */
  Picture(props: PictureProps<Seen>): ComponentChildren;
  /** The names of the squares, to lie over that picture; left out where they have none. */
  Coordinates?(): ComponentChildren;
  /** In the order in which they are asked for. */
  readonly options: readonly OptionField<Seen>[];
  /** Left out by a game that is not written down. */
  readonly records?: Records;
  /** Left out by a game that no engine plays. */
  readonly engine?: {
    /** How strong the computer's levels were measured to be, from level 1 on. */
    readonly levelRatings: readonly LevelRating[];
  };
  /** Left out by a game that is never the first one. */
  readonly showcase?: Showcase<Seen>;
  /** Loads the rest, once. */
  load(): Promise<PlayPart>;
  /** Loads what it is analysed with; left out where nobody does. */
  study?(): Promise<StudyPart>;
}

/** A game of this kind as the host tells it. */
export type SeenGame<Seen extends View> = Omit<GameDetail, "view"> & { readonly view: Seen };

/** A move that was typed, or put together on a board. */
export type WrittenMove =
  | { readonly kind: "move"; readonly code: string }
  /** A move that still lacks a part, which the board asks for: in chess, what a pawn becomes. */
  | { readonly kind: "incomplete"; readonly code: string }
  | { readonly kind: "illegal" };

/**
 * How a seat is marked beside its player: with the colour of its pieces, which light and dark pieces have a name for and
 * others are given as (`#d4a017`; it has to be told from the page in either theme), or one of the two that games share.
 */
export type SeatMark = "light" | "dark" | "first" | "second" | `#${string}`;

/** The attributes that draw a mark: one that a style sheet knows, or a colour of the game's own. */
export const markProps = (mark: SeatMark) =>
  mark.startsWith("#") ? { "data-mark": "own", style: { background: mark } } : { "data-mark": mark };

export type Claim = "win" | "draw";

/** How a person wants boards to be. */
export interface BoardLook {
  /** Whether the squares are named along the edges. */
  readonly coordinates: boolean;
  /** Whether pieces glide where they go. */
  readonly animation: boolean;
  /** Whether it is shown where a piece may go. */
  readonly legalDots: boolean;
  /** Whether a pawn that arrives becomes the strongest piece without being asked. */
  readonly autoPromote: boolean;
  /** Whether arrows can be drawn on it. */
  readonly arrows: boolean;
}

export interface BoardProps<Seen extends View> {
  /** The view, and the name of the board: its game, and the ply where it is a past one. */
  readonly view: Seen;
  readonly gameId: string;
  readonly ply: number | null;
  readonly lastMove: string | null;
  /** The seat whose side is nearest. */
  readonly near: Seat;
  /** The person's; null for who looks on. */
  readonly seat: Seat | null;
  /** Whether the seat may do something here: not in the past, not before or after the game. */
  readonly active: boolean;
  readonly over: boolean;
  /** The legal moves, in coordinate notation. */
  readonly legal: readonly string[];
  /** Whether a move may be prepared while the other side thinks. */
  readonly premoves: boolean;
  /** How the person wants boards to be. */
  readonly look: BoardLook;
  /** A move to point out. */
  readonly hint: string | null;
  /** A move that was typed and lacks a part, for the board to ask for. */
  readonly incomplete: string | null;
  onCompleted(): void;
  /**
   * Plays a move; with `premove`, one that had waited for its turn. The board may show it until the promise settles, and
   * then whatever the view says.
   */
  onMove(move: string, premove?: boolean): Promise<void>;
}

/** Something to ask before it is done. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** On the button that does it. */
  readonly action: string;
  run(): void;
}

export interface FormProps<Course> {
  readonly course: Course;
  /** Empty while there is nothing to play. */
  readonly legal: readonly string[];
  /** Why there is nothing to play, said to who tries. */
  readonly waiting: string;
  /** The claim that goes with the person's next move. */
  readonly claim: Claim | null;
  onClaim(claim: Claim | null): void;
  confirm(question: Question): void;
  /** With `claim`, whatever was ticked before. */
  onMove(move: string, claim?: Claim): Promise<void>;
  onIncomplete(move: string): void;
  /** Says why what was typed is not played; null when there is nothing to say any more. */
  onWrong(words: string | null): void;
}

/**
 * The part of a game that a page needs to follow and play it. `Course` is data that the game derives from the moves so
 * far; pages keep it and hand it back.
 */
export interface PlayPart<Seen extends View = View, Course = unknown> extends About {
  /** Of the first and the second seat. */
  readonly marks: readonly [SeatMark, SeatMark];
  /** Whether the board has a near and a far side, with a player at each, and can be turned round. */
  readonly sides: boolean;
  /** Whether something of this kind can be drawn: not everything comes from our own host. */
  isView(view: Readonly<Record<string, unknown>>): boolean;

  /** The moves so far. `before` is what this gave for the same game earlier: it is added to where that will do. */
  follow(game: Pick<GameDetail, "options" | "history">, before: Course | null): Course;
  /** The position at a ply; null for the live one. */
  shownAt(game: SeenGame<Seen>, course: Course, ply: number | null): Shown<Seen>;
  /** Carries over into what everybody may see what only the person's own eyes know. Without it, that is nothing. */
  carry?(before: Seen, after: Seen): Seen;
  /** Whether a move that was chosen in one position still means the same in another; without it, at the same ply. */
  sameDecision?(before: Seen, after: Seen): boolean;

  /** Reads a typed move, among the legal ones. */
  readMove(view: Seen, legal: readonly string[], text: string): WrittenMove;
  /** A legal move as people write it. */
  writeMove(view: Seen, code: string): string;
  /** The position with a move of a seat on it that the host has not yet seen; null where it cannot be put there. */
  withMove(view: Seen, seat: Seat, code: string): Seen | null;

  /** A move as one says it at the board: `knight takes f6, check`. */
  moveInWords(text: string): string;
  /** A move with figures in the place of the letters of its pieces; without it, it has none. */
  inFigures?(text: string): string;
  /** The sound of a move. */
  soundOf(text: string): "move" | "capture" | "check";
  /** How it is played, in paragraphs for people; empty for a game whose rules everybody knows. */
  readonly rules: readonly string[];
  /** How a move is written, by example: `a1 to c3`. */
  readonly moveExample: string;
  /** The name of a claimed win: `Checkmate`, `the win`; left out where nothing is claimed. */
  readonly win?: string;
  /** Plies before the first move as the scoresheet counts them: 1 where the second seat begins at move 1. */
  pliesBefore(options: Options): number;
  /** Whether the side to move is in check. */
  isCheck(view: Seen): boolean;
  /** How far a seat is ahead in material, as people count it; 0 where it is not. */
  aheadBy(view: Seen, seat: Seat): number;
  /** How a position is written, for carrying it elsewhere; left out where nobody does. */
  readonly notation?: { readonly name: string; write(view: Seen): string };

  Board(props: BoardProps<Seen>): ComponentChildren;
  /** Beside a player: what that seat has taken, say. */
  Beside?(props: { readonly course: Course; readonly ply: number | null; readonly seat: Seat }): ComponentChildren;
  /** Moves and claims by keyboard, below the list of moves. */
  Form?(props: FormProps<Course>): ComponentChildren;
}

export interface Shown<Seen extends View> {
  readonly view: Seen;
  readonly lastMove: string | null;
}

/** The data of a board on which a position is put together. */
export interface EditorProps {
  /** The position as it is written; what of it cannot be read is left out. */
  readonly text: string;
  /** Seen from the second seat. */
  readonly flipped: boolean;
  onChange(text: string): void;
}

/**
 * The part of a game for an analysis board: its rules for positions that nobody plays. Nothing here is concealed, and
 * one seat moves at a time.
 */
export interface StudyPart<Seen extends View = View> {
  /** How positions are written: `FEN`. */
  readonly name: string;
  /** The usual start, so written. */
  readonly startText: string;
  /** Reads a text as a position to begin from. Refuses texts that are none, and positions in which nobody can move. */
  read(text: string): Result<{ readonly options: Options; readonly view: Seen }>;
  write(view: Seen): string;
  /** The position that a game with these options begins with. */
  start(options: Options): Seen;
  toMove(view: Seen): Seat;
  /** In coordinate notation. */
  legal(view: Seen): readonly string[];
  /** The position after a move, and how it is written; null where it is not legal. */
  play(view: Seen, code: string): { readonly view: Seen; readonly text: string } | null;
  Editor(props: EditorProps): ComponentChildren;
}
export const defineStudy = <Seen extends View>(study: StudyPart<Seen>): StudyPart => study;

/** The play part of a game that has no other one. */
const plainPlay = {
  marks: ["first", "second"],
  sides: false,
  moveInWords: (text: string): string => text,
  soundOf: (): "move" => "move",
  rules: [],
  pliesBefore: (): number => 0,
  isCheck: (): boolean => false,
  aheadBy: (): number => 0,
  writeMove: (_view: View, code: string): string => code,
  /** One of the legal moves, in any case of letters. */
  readMove: (_view: View, legal: readonly string[], text: string): WrittenMove => {
    const found = legal.find((move) => move.toLowerCase() === text.trim().toLowerCase());
    return found === undefined ? { kind: "illegal" } : { kind: "move", code: found };
  },
} as const;
type Plain = keyof typeof plainPlay;

/** Follows a game in which nothing is hidden by its moves alone: each position is the one before with a move on it. */
export const byMoves = <Seen extends View>(
  startOf: (view: Seen) => Seen,
  withMove: PlayPart<Seen>["withMove"],
): Pick<PlayPart<Seen, GameDetail["history"]>, "follow" | "shownAt" | "withMove"> => ({
  follow: ({ history }) => history,
  shownAt: ({ view }, history, ply) => {
    const moves = history.slice(0, ply ?? undefined);
    const shown = moves.reduce((before, { by, code }) => withMove(before, by, code) ?? before, startOf(view));
    return { view: shown, lastMove: moves.at(-1)?.code ?? null };
  },
  withMove,
});

// A game's parts as everybody outside its folder knows them: its own types are forgotten, and what it left out is there.

export const definePlay = <Seen extends View, Course>(
  own: Omit<PlayPart<Seen, Course>, Plain> & Partial<Pick<PlayPart<Seen, Course>, Plain>>,
): PlayPart => {
  const play: PlayPart<Seen, Course> = { ...plainPlay, ...own };
  return play;
};
export const definePage = <Seen extends View>(
  own: Omit<GamePage<Seen>, "options"> & Partial<GamePage<Seen>>,
): GamePage => {
  const page: GamePage<Seen> = { options: [], ...own };
  return page;
};

/** The games that pages know. */
export interface PageRegister {
  /** In the order in which they are offered; the first one is what is played where nobody says what. */
  readonly pages: readonly [GamePage, ...GamePage[]];
  /** Null for a game that the host knows and this page does not. */
  findPage(kind: GameKind): GamePage | null;
}

export function pagesOf(pages: readonly [GamePage, ...GamePage[]]): PageRegister {
  const byKind = new Map(pages.map((page) => [page.kind, page]));
  return { pages, findPage: (kind) => byKind.get(kind) ?? null };
}
