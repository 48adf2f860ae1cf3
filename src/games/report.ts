import type { LineScore } from "../shared/lines.ts";
import type { Judgement, Seat } from "../shared/terms.ts";

/** An engine's score of a position, from the first seat's side: centipawns, or moves to mate, negative against it. */
export type Score = Pick<LineScore, "kind" | "value">;

/** The sign of each beside a move: `?!`, `?`, `??` (PGN standard 10). */
export const judgementNags: Readonly<Record<Judgement, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

export interface JudgedMove {
  /** 1 for the first move. */
  readonly ply: number;
  readonly seat: Seat;
  /** The mover's chances to win before and after it, 0–100. */
  readonly winBefore: number;
  readonly winAfter: number;
  /** 0–100. */
  readonly accuracy: number;
  /** Centipawns that the mover lost, at least 0. */
  readonly loss: number;
  readonly judgement: Judgement | null;
}

/** A side's accuracy and judgements by its own moves, without those that are ignored; null where it made none. */
export interface SeatReport {
  readonly moves: number;
  /** 0–100. */
  readonly accuracy: number | null;
  readonly averageCentipawnLoss: number | null;
  readonly judged: Readonly<Record<Judgement, number>>;
}

/** The report on a game, computed from the scores of its positions. */
export interface GameReport {
  readonly moves: readonly JudgedMove[];
  readonly seats: Readonly<Record<Seat, SeatReport>>;
}
