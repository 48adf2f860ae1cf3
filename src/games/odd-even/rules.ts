import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import type { Outcome, Seat, View } from "../../shared/terms.ts";
import { type FinishedRound, illegalMove, loneWord, type PlayedMove, type Rules } from "../game.ts";

export type Side = "odd" | "even";
/** The choices of a finished round. */
export interface Round {
  readonly odd: number;
  readonly even: number;
}

export interface OddEvenState {
  /** Best of this many. */
  readonly rounds: number;
  /** The rounds that are over, oldest first. */
  readonly past: readonly Round[];
  /** The one choice of the round being played that is already in. It stays its owner's secret until the other is. */
  readonly pending: { readonly by: Side; readonly choice: number } | null;
}

export type OddEvenOptions = {
  /** Best of this many rounds, an odd number from 1 to {@link mostRounds}; {@link defaultRounds} where it is left out. */
  readonly rounds?: number | undefined;
};

export interface OddEvenView extends View {
  readonly kind: "odd-even";
  /** The round being played, from 1. */
  readonly round: number;
  readonly rounds: number;
  readonly score: { readonly odd: number; readonly even: number };
  /** Rounds that are over, oldest first. */
  readonly past: readonly (Round & { readonly winner: Side })[];
  /** The sides that have chosen in this round; their choices stay hidden until both have. */
  readonly chosen: { readonly odd: boolean; readonly even: boolean };
  /** The viewer's own choice in this round, if made. */
  readonly own: number | null;
}

export const mostRounds = 99;
export const defaultRounds = 5;

/** How the rules end a game, in the words that follow “wins by”. */
export const reasons = { "best-of": "Rounds" } as const;

/** The kinds of choices that the rules refuse. */
export const illegalKinds = ["notation", "off-range"] as const;

export const numberChoices = ["1", "2", "3", "4", "5"] as const;

/**
 * Odd/even: both seats choose 1 to 5 at the same time and the parity of the sum takes the round. The game ends as
 * soon as one seat has won more than half of the rounds; as their number is odd, there is no draw.
 *
 * The round being played holds at most one choice: the second one ends it. So moves in order of arrival come in
 * pairs, and the move of index 2r or 2r + 1 belongs to round r, counted from 0.
 */
export const rules: Rules<OddEvenState, OddEvenOptions, OddEvenView> = {
  start({ rounds = defaultRounds }): Result<OddEvenState> {
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > mostRounds || rounds % 2 === 0) {
      return invalid(`rounds must be an odd number from 1 to ${mostRounds}.`);
    }
    return accept({ rounds, past: [], pending: null });
  },

  toMove: (state) => (rules.outcome(state) === null ? sides.filter((side) => state.pending?.by !== side) : []),
  ply: (state) => 2 * state.past.length + (state.pending === null ? 0 : 1),

  play(state, seat, text): Result<PlayedMove<OddEvenState>> {
    // Were this let through, a second choice by the same seat would replace one that was acknowledged.
    if (!isSide(seat) || !rules.toMove(state).includes(seat)) return refuse("NOT_YOUR_TURN", "Error: Not your turn");
    const word = loneWord(text);
    const move = numberChoices.find((choice) => choice === word);
    if (move === undefined)
      return illegalMove(/^[+-]?\d+$/.test(word) ? "off-range" : "notation", "choose a whole number from 1 to 5.");
    return accept({ state: withChoice(state, seat, Number(move)), move: { code: move, text: move } });
  },

  outcome(state): Outcome | null {
    const score = scoreOf(state.past);
    const winner = sides.find((side) => score[side] > state.rounds / 2);
    return winner === undefined ? null : { winner, reason: "best-of" satisfies keyof typeof reasons };
  },

  // The other parity can still answer every pending choice, so nobody is out before the game is over.
  canWin(state, seat) {
    const outcome = rules.outcome(state);
    return outcome === null ? isSide(seat) : outcome.winner === seat;
  },

  legalMoves: (state, seat) => (rules.toMove(state).includes(seat) ? numberChoices : []),

  view: (state, viewer) => ({
    kind: "odd-even",
    // A game that is over stays at its last round.
    round: state.past.length + (rules.outcome(state) === null ? 1 : 0),
    rounds: state.rounds,
    score: scoreOf(state.past),
    past: state.past.map((round) => ({ ...round, winner: winnerOf(round) })),
    chosen: { odd: state.pending?.by === "odd", even: state.pending?.by === "even" },
    own: state.pending !== null && state.pending.by === viewer ? state.pending.choice : null,
  }),

  /**
   * `ply` is the index of the move in order of arrival, from 0. The choice of an unfinished round is hidden from all
   * but its owner, also after the game ended in the middle of that round.
   */
  conceals: (state, ply, viewer) => ply >= 2 * state.past.length && state.pending?.by !== viewer,
};

export const sides = ["odd", "even"] as const satisfies readonly Side[];
const isSide = (seat: Seat): seat is Side => seat === "odd" || seat === "even";

const winnerOf = (round: Round): Side => ((round.odd + round.even) % 2 === 0 ? "even" : "odd");

/** The rounds that are over: each ended with the second of its two choices. */
export const pastRounds = ({ past }: OddEvenState): readonly FinishedRound[] =>
  past.map(({ odd, even }, index) => ({
    ply: 2 * (index + 1),
    winner: winnerOf({ odd, even }),
    choices: { odd, even },
    facts: { sum: odd + even },
  }));

/** `3 rounds to 1`, the winner's first. */
export function tally(state: OddEvenState): string {
  const { odd, even } = scoreOf(state.past);
  const most = Math.max(odd, even);
  return `${most} ${most === 1 ? "round" : "rounds"} to ${Math.min(odd, even)}`;
}

export function scoreOf(past: readonly Round[]): OddEvenView["score"] {
  const odd = past.filter((round) => winnerOf(round) === "odd").length;
  return { odd, even: past.length - odd };
}

function withChoice(state: OddEvenState, by: Side, choice: number): OddEvenState {
  if (state.pending === null) return { ...state, pending: { by, choice } };
  const round =
    by === "odd" ? { odd: choice, even: state.pending.choice } : { odd: state.pending.choice, even: choice };
  return { ...state, past: [...state.past, round], pending: null };
}
