import type { Judgement } from "../../../shared/terms.ts";
import type { Score } from "../../report.ts";
import { winPercent } from "./win.ts";

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
export function judge(before: Score, after: Score): Judgement | null {
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
