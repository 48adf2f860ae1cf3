import { recordBy } from "../../../shared/fields.ts";
import { type Judgement, judgementNames, type Seat } from "../../../shared/terms.ts";
import type { GameReport, JudgedMove, Score, SeatReport } from "../../report.ts";
import { initialFen } from "../rules/fen.ts";
import type { ChessOptions } from "../rules/rules.ts";

/** Centipawns beyond which a score tells nothing more; mate counts as much. scalachess `eval.scala`, `Cp.CEILING`. */
const CEILING = 1000;

/** Centipawns of a score within ±1000, mate as ±1000. scalachess `eval.scala`, `ceiled` and `ceilingWithSignum`. */
const centipawns = ({ kind, value }: Score): number =>
  kind === "mate" ? Math.sign(value) * CEILING : Math.max(-CEILING, Math.min(CEILING, value));

/**
 * How likely a position is to be won, 0–100, from the side that the score is given for:
 * 50 + 50 · (2 / (1 + e^(−0.00368208 · cp)) − 1). scalachess `eval.scala`, `WinPercent`; fitted in lila #11148 to games
 * between players rated 2300.
 */
export const winPercent = (score: Score): number => 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * centipawns(score))) - 1);

/**
 * How accurate a move was, 0–100, by the mover's chances before and after it: 100 where they did not fall, else
 * 103.1668100711649 · e^(−0.04354415386753951 · fall) − 3.166924740191411, and 1 for what an engine is not sure of.
 * lila `AccuracyPercent.scala`, `fromWinPercents`.
 */
function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  return clamp(103.1668100711649 * Math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411 + 1, 0, 100);
}

/**
 * The weight of each move of a game, by how much the chances swung around it: the standard deviation, within 0.5 and
 * 12, of a window of ⌊plies/10⌋ positions, from 2 to 8, that slides over them; the first window counts for the first
 * moves. Takes the chances of all positions, the start among them. lila `AccuracyPercent.scala`, `gameAccuracy`.
 */
function moveWeights(chances: readonly number[]): readonly number[] {
  const plies = chances.length - 1;
  const size = clamp(Math.floor(plies / 10), 2, 8);
  const first = chances.slice(0, size);
  const sliding = chances.slice(0, chances.length - size + 1).map((_, index) => chances.slice(index, index + size));
  const windows = [...Array.from({ length: Math.min(size, chances.length) - 2 }, () => first), ...sliding];
  return windows.map((window) => clamp(standardDeviation(window), 0.5, 12));
}

/**
 * How accurately one side played a game: half the mean of its moves' accuracies by their weights, half their harmonic
 * mean, in which an accuracy counts as 1 at the least. Null for no moves. lila `AccuracyPercent.scala`, `gameAccuracy`;
 * scalalib `Maths.scala`.
 */
function sideAccuracy(moves: readonly { readonly accuracy: number; readonly weight: number }[]): number | null {
  if (moves.length === 0) return null;
  const mean = sum(moves.map(({ accuracy, weight }) => accuracy * weight)) / sum(moves.map(({ weight }) => weight));
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  return (mean + harmonic) / 2;
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Of the values as they are, not of a sample. scalalib `Maths.scala`. */
function standardDeviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}

/** Falls of the chances, in points, from which a move is judged. lila `Advice.scala`, `winningChanceJudgements`, halved: those are of −1 to 1. */
const judgementFalls = [
  { from: 15, judgement: "blunder" },
  { from: 10, judgement: "mistake" },
  { from: 5, judgement: "inaccuracy" },
] as const;

/**
 * The judgement of a move, by the scores before and after it from the mover's side; null for none. A mate that it
 * allowed or missed weighs less where the game was lost, or stays won, anyhow: by centipawns beyond 999 an inaccuracy,
 * beyond 700 a mistake, else a blunder. lila `Advice.scala`, `CpAdvice` and `MateAdvice`; the chances are those of
 * scores within ±1000.
 */
function judge(before: Score, after: Score): Judgement | null {
  if (before.kind === "cp" && after.kind === "cp") {
    const fall = winPercent(before) - winPercent(after);
    return judgementFalls.find(({ from }) => fall >= from)?.judgement ?? null;
  }
  const wasWinning = before.kind === "mate" && before.value > 0;
  const isLosing = after.kind === "mate" && after.value < 0;
  if (before.kind === "cp" && isLosing) return byScore(-before.value);
  if (wasWinning && after.kind === "cp") return byScore(after.value);
  return wasWinning && isLosing ? "blunder" : null;
}

const byScore = (size: number): Judgement => (size > 999 ? "inaccuracy" : size > 700 ? "mistake" : "blunder");

/** The score of the usual starting position, whatever an engine says. scalachess `eval.scala`, `Cp.initial`. */
const initialScore: Score = { kind: "cp", value: 15 };

/**
 * How a game was played, by the scores of all its positions, the starting one first, from White's side. A game that
 * began elsewhere begins with the score that its first position was given. A move that the engine would have played
 * itself, as `avoidable` says, is not judged: there is nothing better to tell. lila `Analysis.scala`, `infoAdvices`.
 */
export function report(
  { fen = initialFen }: ChessOptions,
  scores: readonly Score[],
  avoidable: readonly boolean[],
  ignored: readonly boolean[] = [],
): GameReport {
  const all = fen === initialFen ? [initialScore, ...scores.slice(1)] : scores;
  const weights = moveWeights(all.map(winPercent));
  const whiteBegins = fen.split(" ")[1] !== "b";
  const moves = all.slice(1).flatMap((after, index) => {
    const before = all[index];
    const isWhite = (index % 2 === 0) === whiteBegins;
    if (!before) return [];
    const move = judgeMove(index + 1, isWhite ? "white" : "black", before, after);
    return [avoidable[index] ? move : { ...move, judgement: null }];
  });
  const sideOf = (seat: Seat) =>
    seatReport(
      moves.filter((move) => move.seat === seat && !ignored[move.ply - 1]),
      weights,
    );
  return { moves, seats: { white: sideOf("white"), black: sideOf("black") } };
}

function judgeMove(ply: number, seat: Seat, before: Score, after: Score): JudgedMove {
  const sign = seat === "white" ? 1 : -1;
  const own = ({ kind, value }: Score): Score => ({ kind, value: sign * value });
  const [was, is] = [own(before), own(after)];
  const [winBefore, winAfter] = [winPercent(was), winPercent(is)];
  return {
    ply,
    seat,
    winBefore,
    winAfter,
    accuracy: moveAccuracy(winBefore, winAfter),
    loss: Math.max(0, centipawns(was) - centipawns(is)),
    judgement: judge(was, is),
  };
}

/** Average centipawn loss: the mean of what each move gave away, scores capped at ±1000. lila `AccuracyCP.scala`. */
function seatReport(moves: readonly JudgedMove[], weights: readonly number[]): SeatReport {
  const count = (judgement: JudgedMove["judgement"]) => moves.filter((move) => move.judgement === judgement).length;
  const lost = moves.reduce((total, { loss }) => total + loss, 0);
  return {
    moves: moves.length,
    accuracy: sideAccuracy(moves.map(({ ply, accuracy }) => ({ accuracy, weight: weights[ply - 1] ?? 1 }))),
    averageCentipawnLoss: moves.length === 0 ? null : lost / moves.length,
    judged: recordBy(judgementNames, count),
  };
}
