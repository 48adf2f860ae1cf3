import { recordBy } from "../../../shared/fields.ts";
import { type Judgement, judgements, type Seat } from "../../../shared/terms.ts";
import type { GameReport, JudgedMove, Score, SeatReport } from "../../report.ts";
import { initialFen } from "../rules/fen.ts";
import type { ChessOptions } from "../rules/rules.ts";
import { moveAccuracy, moveWeights, sideAccuracy } from "./accuracy.ts";
import { centipawns, winPercent } from "./win.ts";

/** Falls of the chances, in points, from which a move is judged. lila `Advice.scala`, `winningChanceJudgements`, halved: those are of −1 to 1. */
const falls = [
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
    return falls.find(({ from }) => fall >= from)?.judgement ?? null;
  }
  const wasWinning = before.kind === "mate" && before.value > 0;
  const isLosing = after.kind === "mate" && after.value < 0;
  if (before.kind === "cp" && isLosing) return byScore(-before.value);
  if (wasWinning && after.kind === "cp") return byScore(after.value);
  return wasWinning && isLosing ? "blunder" : null;
}

const byScore = (decided: number): Judgement => (decided > 999 ? "inaccuracy" : decided > 700 ? "mistake" : "blunder");

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
): GameReport {
  const all = fen === initialFen ? [initialScore, ...scores.slice(1)] : scores;
  const weights = moveWeights(all.map(winPercent));
  const whiteBegins = fen.split(" ")[1] !== "b";
  const moves = all.slice(1).flatMap((after, index) => {
    const before = all[index];
    const isWhite = (index % 2 === 0) === whiteBegins;
    if (!before) return [];
    const move = judged(index + 1, isWhite ? "white" : "black", before, after);
    return [avoidable[index] ? move : { ...move, judgement: null }];
  });
  const sideOf = (seat: Seat) =>
    seatReport(
      moves.filter((move) => move.seat === seat),
      weights,
    );
  return { moves, seats: { white: sideOf("white"), black: sideOf("black") } };
}

function judged(ply: number, seat: Seat, before: Score, after: Score): JudgedMove {
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
    accuracy: sideAccuracy(moves.map(({ ply, accuracy }) => ({ accuracy, weight: weights[ply - 1] ?? 1 }))),
    averageCentipawnLoss: moves.length === 0 ? null : lost / moves.length,
    judged: recordBy(judgements, count),
  };
}
