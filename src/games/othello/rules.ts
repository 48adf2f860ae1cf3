import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Outcome, Seat, View } from "../../shared/terms.ts";
import { illegalMove, loneWord, type PlayedMove, type Rules } from "../game.ts";
import { about } from "./about.ts";

export const SIZE = 8;
export const columnNames: readonly string[] = ["a", "b", "c", "d", "e", "f", "g", "h"];
/** a1 to h1, then a2 to h2, … h8; rows are numbered from the top. */
export const squareNames: readonly string[] = Array.from(
  { length: SIZE * SIZE },
  (_, index) => `${columnNames[index % SIZE]}${Math.floor(index / SIZE) + 1}`,
);
/** The move of a player who has no square to play. */
export const PASS = "pass";

export type Disc = "B" | "W";
/** 64 signs in the order of {@link squareNames}: `B`, `W`, or `.` for a free square. */
export type Squares = string;

export interface OthelloState {
  readonly squares: Squares;
  /** Moves made so far, passes among them. */
  readonly ply: number;
}

/** There is nothing to set up. */
export type OthelloOptions = Readonly<Record<never, never>>;

export interface OthelloView extends View {
  readonly kind: "othello";
  readonly squares: Squares;
  /** The disc of the side to move; null once the game is over. */
  readonly turn: Disc | null;
}

/** How the rules end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = { "more-discs": "More Discs", "equal-discs": "Equal Discs" } as const;

/** The kinds of moves that the rules refuse. */
export const illegalKinds = ["notation", "off-board", "occupied", "turns-nothing", "pass"] as const;

/** The usual start: white on d4 and e5, black on e4 and d5. */
export const startSquares: Squares = `${".".repeat(27)}WB${".".repeat(6)}BW${".".repeat(27)}`;

export const discOf = (seat: Seat): Disc => (seat === about.seats[0] ? "B" : "W");
const seatOf = (disc: Disc): Seat => (disc === "B" ? about.seats[0] : about.seats[1]);
export const otherDisc = (disc: Disc): Disc => (disc === "B" ? "W" : "B");
export const countOf = (squares: Squares, disc: Disc): number => squares.split(disc).length - 1;

const eightDirections = [-1, 0, 1].flatMap((down) =>
  [-1, 0, 1].flatMap((right) => (down === 0 && right === 0 ? [] : [{ down, right }])),
);
/** For each square the squares in each of the eight directions, nearest first; directions without room for a row are left out. */
export const squareRays: readonly (readonly (readonly number[])[])[] = squareNames.map((_, square) =>
  eightDirections
    .map(({ down, right }) => {
      const row = Math.floor(square / SIZE);
      const column = square % SIZE;
      return Array.from(
        { length: SIZE - 1 },
        (__, step) => [row + (step + 1) * down, column + (step + 1) * right] as const,
      )
        .filter(([r, c]) => r >= 0 && r < SIZE && c >= 0 && c < SIZE)
        .map(([r, c]) => r * SIZE + c);
    })
    .filter((ray) => ray.length > 1),
);

/** The squares whose discs turn when this one is put there; empty where the square is not free or none would turn. */
export function turnedBy(squares: Squares, square: number, disc: Disc): readonly number[] {
  if (squares[square] !== ".") return [];
  return (squareRays[square] ?? []).flatMap((ray) => {
    const end = ray.findIndex((each) => squares[each] !== otherDisc(disc));
    return end > 0 && squares[ray[end] ?? -1] === disc ? ray.slice(0, end) : [];
  });
}

/** The indices of the squares that a side may play, in the order of {@link squareNames}. */
const playableSquares = (squares: Squares, disc: Disc): readonly number[] =>
  squareNames.flatMap((_, square) => (turnedBy(squares, square, disc).length > 0 ? [square] : []));

/** The board after a move that turns something; the same board for any other. */
export function withDisc(squares: Squares, square: number, disc: Disc): Squares {
  const changed = new Set(turnedBy(squares, square, disc));
  if (changed.size === 0) return squares;
  return Array.from(squares, (sign, each) => (each === square || changed.has(each) ? disc : sign)).join("");
}

/** Whether a side can play a square. */
const canPlay = (squares: Squares, disc: Disc): boolean =>
  squareNames.some((_, square) => turnedBy(squares, square, disc).length > 0);

/** The disc of the side to move, whether or not it can: passes count as moves, so sides alternate. */
const turnAt = (ply: number): Disc => (ply % 2 === 0 ? "B" : "W");

/** How this board ends the game, or null while one side can move. */
export function outcomeOf(squares: Squares): Outcome | null {
  if (canPlay(squares, "B") || canPlay(squares, "W")) return null;
  const lead = countOf(squares, "B") - countOf(squares, "W");
  if (lead === 0) return { winner: null, reason: "equal-discs" };
  return { winner: seatOf(lead > 0 ? "B" : "W"), reason: "more-discs" };
}

const howToName = "Name a free square from a1 (top left) to h8 (bottom right) that turns at least one disc.";

/**
 * Othello by the rules of the World Othello Federation: black begins, a move must turn discs, and who has no such move
 * passes; the game ends when neither side has one. A pass is a move of its own, written `pass`.
 */
export const rules: Rules<OthelloState, OthelloOptions, OthelloView> = {
  start: () => accept({ squares: startSquares, ply: 0 }),

  toMove: ({ squares, ply }) => (outcomeOf(squares) === null ? [seatOf(turnAt(ply))] : []),
  ply: ({ ply }) => ply,

  play({ squares, ply }, seat, text): Result<PlayedMove<OthelloState>> {
    if (!rules.toMove({ squares, ply }).includes(seat)) return refuse("NOT_YOUR_TURN", "Error: Not your turn");
    const disc = discOf(seat);
    const word = loneWord(text).toLowerCase();
    if (word === PASS) {
      if (canPlay(squares, disc)) return illegalMove("pass", `you may pass only without a legal move. ${howToName}`);
      return accept({ state: { squares, ply: ply + 1 }, move: { code: PASS, text: PASS } });
    }
    if (!/^[a-z]\d{1,2}$/.test(word)) return illegalMove("notation", `that is not a square. ${howToName}`);
    const square = squareNames.indexOf(word);
    if (square < 0) return illegalMove("off-board", `that is off the board. ${howToName}`);
    if (!canPlay(squares, disc)) return illegalMove("pass", "you have no legal move; write pass.");
    if (squares[square] !== ".") return illegalMove("occupied", `${word} is already taken. ${howToName}`);
    const next = withDisc(squares, square, disc);
    if (next === squares) return illegalMove("turns-nothing", `${word} turns no disc. ${howToName}`);
    return accept({ state: { squares: next, ply: ply + 1 }, move: { code: word, text: word } });
  },

  outcome: ({ squares }) => outcomeOf(squares),

  /** As long as somebody can move, discs can change hands; a side without any disc never gets one back. */
  canWin({ squares }, seat) {
    const outcome = outcomeOf(squares);
    return outcome === null ? countOf(squares, discOf(seat)) > 0 : outcome.winner === seat;
  },

  legalMoves({ squares, ply }, seat) {
    if (!rules.toMove({ squares, ply }).includes(seat)) return [];
    const open = playableSquares(squares, discOf(seat)).map((square) => squareNames[square] ?? "");
    return open.length > 0 ? open : [PASS];
  },

  view: ({ squares, ply }) => ({
    kind: "othello",
    squares,
    turn: outcomeOf(squares) === null ? turnAt(ply) : null,
  }),
};

/** By how much a game was won: `40 to 24`, the winner's discs first; free squares count for the winner. */
export function tally({ squares }: OthelloState): string {
  const [black, white] = [countOf(squares, "B"), countOf(squares, "W")];
  const free = SIZE * SIZE - black - white;
  if (black === white) return `${black} to ${white}`;
  return `${Math.max(black, white) + free} to ${Math.min(black, white)}`;
}
