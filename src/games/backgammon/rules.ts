import { accept, type Result, refuse } from "../../shared/result.ts";
import { CHANCE, type Outcome, type Seat, seatTitle, type View } from "../../shared/terms.ts";
import { type ChanceOutcome, illegalMove, type PlayedMove, type Rules } from "../game.ts";
import { about } from "./about.ts";
import { type Board, CHECKERS, canStep, type Dice, flippedBoard, POINTS, startBoard } from "./board.ts";
import { namedTurns, readTurn, textOf } from "./notation.ts";

export type Side = "white" | "black";
export type BySide = Readonly<Record<Side, number>>;

/** The checkers on the board, on the bar and off. */
export interface Position {
  /** The points as White numbers them, 1 to 24: positive numbers of white checkers, negative ones of black checkers. */
  readonly points: readonly number[];
  readonly bar: BySide;
  readonly off: BySide;
}

/** The last turn of a game, for those who see the position after it. */
export interface LastTurn {
  readonly by: Side;
  readonly dice: Dice;
  /** The code of the move; null where nothing could be moved. */
  readonly move: string | null;
}

export interface BackgammonState extends Position {
  /** The side to move, or to roll where there are no dice; null before the first roll and after the end. */
  readonly turn: Side | null;
  readonly dice: Dice | null;
  readonly last: LastTurn | null;
  /** Rolls and moves so far. */
  readonly ply: number;
}

/** There is nothing to set up. */
export type BackgammonOptions = Readonly<Record<never, never>>;

export interface BackgammonView extends View, Position {
  readonly kind: "backgammon";
  readonly turn: Side | null;
  /** The dice to play; null while the side to move has none, and after the end. */
  readonly dice: Dice | null;
  readonly last: LastTurn | null;
}

/** How the rules end a game, in the words that follow “wins by”. */
export const reasons = { "borne-off": "Bearing Off", gammon: "Gammon", backgammon: "Backgammon" } as const;

export const sides = about.seats satisfies readonly Side[];
const isSide = (seat: Seat): seat is Side => seat === "white" || seat === "black";
export const otherSide = (side: Side): Side => (side === "white" ? "black" : "white");

/** The board as one side sees it. */
export function boardFor({ points, bar, off }: Position, side: Side): Board {
  const board = [off.white, ...points, bar.white, bar.black, off.black];
  return side === "white" ? board : flippedBoard(board);
}

/** A board of one side as everybody sees it. */
export function positionOf(board: Board, side: Side): Position {
  const [whiteOff = 0, ...places] = side === "white" ? board : flippedBoard(board);
  const [whiteBar = 0, blackBar = 0, blackOff = 0] = places.slice(POINTS);
  return {
    points: places.slice(0, POINTS),
    bar: { white: whiteBar, black: blackBar },
    off: { white: whiteOff, black: blackOff },
  };
}

export const startPosition: Position = positionOf(startBoard, "white");

const dieFaces = [1, 2, 3, 4, 5, 6] as const;
/** White's die and Black's, which differ: equal ones are rolled again. */
const openingRolls: readonly ChanceOutcome[] = dieFaces.flatMap((white) =>
  dieFaces.flatMap((black) => (white === black ? [] : [{ code: `${white}-${black}`, weight: 1 }])),
);
/** Two dice, the higher one first. */
const diceRolls: readonly ChanceOutcome[] = dieFaces.flatMap((high) =>
  dieFaces.flatMap((low) => (low > high ? [] : [{ code: `${high}-${low}`, weight: low === high ? 1 : 2 }])),
);

/** How this position ends the game, or null while it goes on; the winner's points with it. */
function endOf(position: Position): (Outcome & { readonly points: number }) | null {
  const winner = sides.find((side) => position.off[side] === CHECKERS);
  if (winner === undefined) return null;
  if (position.off[otherSide(winner)] > 0) return { winner, reason: "borne-off", points: 1 };
  const board = boardFor(position, winner);
  const isBehind = position.bar[otherSide(winner)] > 0 || board.slice(1, 7).some((checkers) => checkers < 0);
  return isBehind ? { winner, reason: "backgammon", points: 3 } : { winner, reason: "gammon", points: 2 };
}

function playRoll(state: BackgammonState, text: string): Result<PlayedMove<BackgammonState>> {
  const [, first, second] = /^(?:Dice )?([1-6])-([1-6])/.exec(text) ?? [];
  const [one, two] = [Number(first), Number(second)];
  const code = `${first}-${second}`;
  if (!rules.chance?.(state)?.some((outcome) => outcome.code === code))
    return illegalMove("dice", "name the dice that were rolled, such as 3-1.");
  const side = state.turn ?? (one > two ? "white" : "black");
  const dice: Dice = [Math.max(one, two), Math.min(one, two)];
  const ply = state.ply + 1;
  const name = `Dice ${code}`;
  if (canStep(boardFor(state, side), dice)) {
    const opening = state.turn === null ? `${name}, ${seatTitle(side)} begins` : name;
    return accept({ state: { ...state, turn: side, dice, ply }, move: { code, text: opening } });
  }
  const last: LastTurn = { by: side, dice, move: null };
  const next = { ...state, turn: otherSide(side), dice: null, last, ply };
  return accept({ state: next, move: { code, text: `${name}, ${seatTitle(side)} cannot move` } });
}

/**
 * Backgammon without the doubling cube (“Rules of Backgammon”, Backgammon Galore). A roll is a ply of its own, and so is
 * a whole turn. Who cannot move with a roll has passed with it: there is nothing to decide, and the roll says so.
 */
export const rules: Rules<BackgammonState, BackgammonOptions, BackgammonView> = {
  start: () => accept({ ...startPosition, turn: null, dice: null, last: null, ply: 0 }),

  toMove: ({ turn, dice }) => (turn === null || dice === null ? [] : [turn]),
  ply: ({ ply }) => ply,

  chance(state) {
    if (state.dice !== null || endOf(state) !== null) return null;
    return state.turn === null ? openingRolls : diceRolls;
  },

  play(state, seat, text): Result<PlayedMove<BackgammonState>> {
    if (seat === CHANCE) return playRoll(state, text);
    const { turn, dice } = state;
    if (turn === null || dice === null || turn !== seat) return refuse("NOT_YOUR_TURN", "Error: Not your turn");
    const reading = readTurn(boardFor(state, turn), dice, text);
    if (!reading.ok) return reading;
    const { code, board } = reading.value;
    const position = positionOf(board, turn);
    const isOver = endOf(position) !== null;
    const next = {
      ...position,
      turn: isOver ? null : otherSide(turn),
      dice: null,
      last: { by: turn, dice, move: code },
      ply: state.ply + 1,
    };
    return accept({ state: next, move: { code, text: textOf(code) } });
  },

  outcome(state): Outcome | null {
    const end = endOf(state);
    return end && { winner: end.winner, reason: end.reason };
  },

  // The dice can still turn any game round.
  canWin(state, seat) {
    const end = endOf(state);
    return end === null ? isSide(seat) : end.winner === seat;
  },

  legalMoves: ({ turn, dice, ...position }, seat) =>
    turn === null || dice === null || turn !== seat
      ? []
      : namedTurns(boardFor(position, turn), dice).map(({ code }) => code),

  view: ({ ply: _, ...position }) => ({ kind: "backgammon", ...position }),
};

const winPoints: Readonly<Record<string, number>> = { gammon: 2, backgammon: 3 };

/** The points that white has won, negative where it has lost: one, two for a gammon, three for a backgammon. */
export function margin(state: BackgammonState): number {
  const end = endOf(state);
  return end === null ? 0 : (end.winner === "white" ? 1 : -1) * (winPoints[end.reason] ?? 1);
}

/** By how much a game was won: `2 points, a gammon`. */
export function tally(state: BackgammonState): string {
  const points = Math.abs(margin(state));
  return points <= 1 ? "1 point" : `${points} points, a ${endOf(state)?.reason}`;
}
