import type { Analysis, GameDetail } from "../api.ts";
import type { EngineNotice, Judgement, Seat } from "../terms.ts";

/** The parts of a game, by a rule of its kind. */
export const phases = ["opening", "middlegame", "endgame"] as const;
export type Phase = (typeof phases)[number];

/**
 * The effect of a mistake: it missed a mate, allowed one, gave a won game away (chances from 70 or more to less), gave a
 * game away that was to be held (from 30 or more to less), or made things worse otherwise.
 */
export const mistakeKinds = ["missed_mate", "allowed_mate", "win_given_away", "game_given_away", "worsened"] as const;
export type MistakeKind = (typeof mistakeKinds)[number];

/** The grade of an answer: a wrong one, a right one after a hint, a right one, a right one within ten seconds. */
export const answerGrades = ["again", "hard", "good", "easy"] as const;
export type PracticeGrade = (typeof answerGrades)[number];

/**
 * A position in which the person made a mistake, with what a second search found there. Scores are from the first seat's
 * side.
 */
export interface PracticeQuestion extends Pick<GameDetail, "game" | "game_id" | "options" | "view" | "last_move"> {
  /** Names the mistake in an answer. */
  readonly id: string;
  /** How often it was answered before; an answer names it, so that none counts twice. */
  readonly answers: number;
  /** The number of moves before it. */
  readonly ply: number;
  /** The person's seat, which is to move. */
  readonly seat: Seat;
  /** The names of both, by seat. */
  readonly names: Readonly<Record<Seat, string>>;
  readonly played: Analysis["line"][number];
  readonly judgement: Judgement;
  readonly kind: MistakeKind;
  readonly phase: Phase | null;
  readonly opening: string | null;
  /** The better line, and the score of the position with it. */
  readonly best: Analysis["line"];
  readonly score: Analysis["score"];
  /** The score of the best of all other moves. */
  readonly others: Analysis["score"];
  /** The refutation of the move that was played, and the score after that. */
  readonly refutation: Analysis["line"];
  readonly played_score: Analysis["score"];
  readonly engine: string | null;
}

/** How much there is to practise. Moments are in milliseconds since 1970. */
export interface PracticeOverview {
  /** Positions whose day has come. */
  readonly due: number;
  /** Mistakes that were not asked yet; some may turn out to have several good answers, and are not. */
  readonly fresh: number;
  /** When the next position is due; null where none is waiting. */
  readonly next_due: number | null;
  /** The person's finished games that an engine can review, and those of them that are reviewed. */
  readonly games: number;
  readonly reviews: number;
}

/** The answer to the request for a position; null where nothing is left for now. */
export interface PracticeNext extends PracticeOverview {
  readonly question: PracticeQuestion | null;
}

/** The outcome of an answer. */
export interface PracticeResult extends PracticeOverview {
  readonly right: boolean;
  readonly grade: PracticeGrade;
  /** When it is asked again. */
  readonly again_at: number;
}

/** A line of progress while games are reviewed. */
export interface PracticeReviewing {
  /** The number of games that are done, of so many. */
  readonly count: number;
  readonly of: number;
  /** The share of the game under way, 0 to 1. */
  readonly part: number;
  readonly notice: EngineNotice;
}

/** Mistakes of one sort, and how they were answered. */
export interface PracticeTally {
  readonly name: string;
  readonly mistakes: number;
  readonly answers: number;
  readonly right: number;
}

/** The person's mistakes by their sorts, the most frequent first. */
export interface PracticeStatistics {
  readonly openings: readonly PracticeTally[];
  readonly phases: readonly PracticeTally[];
  readonly kinds: readonly PracticeTally[];
}
