import type { LiveGame } from "../games/live-game.ts";
import { keptReview } from "../views/game/review.ts";

/** Moments that a walk through a game stops at. */
const MOMENTS = 3;
/** Longest part of the better line, in plies. */
const LINE_LENGTH = 6;

/** A move that mattered, with the engine's line as the review found it. */
export interface Moment {
  /** The ply before it: that of the position in which it was played. */
  readonly ply: number;
  readonly seat: string;
  readonly played: string;
  readonly judgement: string;
  /** The mover's chances before and after it, 0–100. */
  readonly before: number;
  readonly after: number;
  readonly better: readonly string[];
}

/** The moments of a reviewed game that cost most, in order; null for a game without a review. */
export function momentsOf(game: LiveGame): readonly Moment[] | null {
  const review = keptReview(game);
  if (!review) return null;
  const mistakes = review.report.moves.filter(({ judgement }) => judgement !== null);
  return mistakes
    .toSorted((one, other) => other.winBefore - other.winAfter - (one.winBefore - one.winAfter))
    .slice(0, MOMENTS)
    .toSorted((one, other) => one.ply - other.ply)
    .map(({ ply, seat, judgement, winBefore, winAfter }) => ({
      ply: ply - 1,
      seat,
      played: game.moves[ply - 1]?.text ?? "",
      judgement: judgement ?? "",
      before: Math.round(winBefore),
      after: Math.round(winAfter),
      better: (review.positions[ply - 1]?.line ?? []).slice(0, LINE_LENGTH).map(({ text }) => text),
    }));
}
