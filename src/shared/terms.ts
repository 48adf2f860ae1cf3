/** The two seats of each kind of game; the first one moves first, or is named first where both choose at once. */
export const seatsByKind = {
  chess: ["white", "black"],
  "tic-tac-toe": ["X", "O"],
  "odd-even": ["odd", "even"],
} as const;

export type GameKind = keyof typeof seatsByKind;
export type Seat = (typeof seatsByKind)[GameKind][number];

export const gameKinds = ["chess", "tic-tac-toe", "odd-even"] as const satisfies readonly GameKind[];

export const playerKinds = ["agent", "human", "computer"] as const;
export type PlayerKind = (typeof playerKinds)[number];

/** The seat across the table. */
export function otherSeat(kind: GameKind, seat: Seat): Seat {
  const [first, second] = seatsByKind[kind];
  return seat === first ? second : first;
}

const seatTitles: Record<Seat, string> = { white: "White", black: "Black", X: "X", O: "O", odd: "Odd", even: "Even" };
/** How a seat is written in a sentence: `White`, `X`, `Odd`. */
export const seatTitle = (seat: Seat): string => seatTitles[seat];

export const outcomeReasons = [
  "checkmate",
  "stalemate",
  "insufficient-material",
  "fivefold-repetition",
  "seventy-five-moves",
  "threefold-repetition",
  "fifty-moves",
  "three-in-a-row",
  "board-full",
  "best-of",
  "resignation",
  "agreement",
  "time",
  "time-against-bare-material",
  "recorded",
  "unfinished",
] as const;
export type OutcomeReason = (typeof outcomeReasons)[number];

/** How a game ended. `winner` is null for a draw. */
export interface Outcome {
  readonly winner: Seat | null;
  readonly reason: OutcomeReason;
}

const reasonTexts: Record<OutcomeReason, string> = {
  checkmate: "Checkmate",
  stalemate: "Stalemate",
  "insufficient-material": "Insufficient Material",
  "fivefold-repetition": "Fivefold Repetition",
  "seventy-five-moves": "the Seventy-Five-Move Rule",
  "threefold-repetition": "Threefold Repetition",
  "fifty-moves": "the Fifty-Move Rule",
  "three-in-a-row": "Three in a Row",
  "board-full": "a Full Board",
  "best-of": "Rounds",
  resignation: "Resignation",
  agreement: "Agreement",
  time: "Time",
  "time-against-bare-material": "Time against Insufficient Material",
  recorded: "Record",
  unfinished: "Record",
};

/** `White wins by Checkmate`, `Draw by Stalemate`; for a game read from a PGN, what that says. */
export function outcomeText(outcome: Outcome): string {
  if (outcome.reason === "unfinished") return "Unfinished";
  if (outcome.reason === "recorded")
    return outcome.winner === null ? "Draw (as recorded)" : `${seatTitle(outcome.winner)} wins (as recorded)`;
  const how = reasonTexts[outcome.reason];
  return outcome.winner === null ? `Draw by ${how}` : `${seatTitle(outcome.winner)} wins by ${how}`;
}

/** What one pair of eyes may see of a position; data for whoever draws it. */
export type View =
  | {
      readonly kind: "chess";
      readonly fen: string;
      readonly check: boolean;
    }
  | {
      readonly kind: "tic-tac-toe";
      /** Nine cells, a1 b1 c1 a2 … c3; rows are numbered from the top. */
      readonly cells: readonly ("X" | "O" | null)[];
    }
  | {
      readonly kind: "odd-even";
      /** The round being played, from 1. */
      readonly round: number;
      readonly rounds: number;
      readonly score: { readonly odd: number; readonly even: number };
      /** Rounds that are over, oldest first. */
      readonly past: readonly { readonly odd: number; readonly even: number; readonly winner: "odd" | "even" }[];
      /** Who has chosen in this round; what they chose stays hidden until both have. */
      readonly chosen: { readonly odd: boolean; readonly even: boolean };
      /** The viewer's own choice in this round, if made. */
      readonly own: number | null;
    };
