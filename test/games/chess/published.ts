import type { Score } from "../../../src/games/report.ts";

/**
 * The same figures worked out a second time, from the formulas as they are published (lichess.org/page/accuracy;
 * scalachess eval.scala; lila AccuracyPercent, AccuracyCP, Advice), in one long-winded way that shares nothing.
 */
export function published(scores: readonly Score[], whiteBegins: boolean) {
  const cps = scores.map(({ kind, value }) =>
    kind === "mate" ? (value > 0 ? 1000 : -1000) : Math.min(1000, Math.max(-1000, value)),
  );
  const wins = cps.map((cp) => 100 / (1 + Math.exp(-0.00368208 * cp)));
  const plies = cps.length - 1;
  let window = Math.floor(plies / 10);
  if (window < 2) window = 2;
  if (window > 8) window = 8;
  const weights: number[] = [];
  for (let move = 0; move < plies; move += 1) {
    // The first window counts for the first moves, and slides from there on.
    const start = Math.max(0, move - (window - 2));
    const seen = wins.slice(start, start + window);
    let mean = 0;
    for (const win of seen) mean += win / seen.length;
    let variance = 0;
    for (const win of seen) variance += ((win - mean) * (win - mean)) / seen.length;
    weights.push(Math.min(12, Math.max(0.5, Math.sqrt(variance))));
  }
  const sides = [0, 1].map((side) => {
    let [weighted, weight, inverse, moves, lost] = [0, 0, 0, 0, 0];
    const judged = { inaccuracy: 0, mistake: 0, blunder: 0 };
    for (let move = 0; move < plies; move += 1) {
      const isWhite = (move % 2 === 0) === whiteBegins;
      if (isWhite !== (side === 0)) continue;
      const view = (win: number) => (isWhite ? win : 100 - win);
      const fall = view(wins[move] ?? 0) - view(wins[move + 1] ?? 0);
      const raw = 103.1668100711649 * Math.exp(-0.04354415386753951 * fall) - 3.166924740191411 + 1;
      const accuracy = fall <= 0 ? 100 : Math.min(100, Math.max(0, raw));
      weighted += accuracy * (weights[move] ?? 0);
      weight += weights[move] ?? 0;
      inverse += 1 / Math.max(1, accuracy);
      moves += 1;
      const sign = isWhite ? 1 : -1;
      lost += Math.max(0, sign * ((cps[move] ?? 0) - (cps[move + 1] ?? 0)));
      const [before, after] = [scores[move], scores[move + 1]];
      const mateBefore = before?.kind === "mate" ? sign * before.value : 0;
      const mateAfter = after?.kind === "mate" ? sign * after.value : 0;
      if (before?.kind === "cp" && after?.kind === "cp") {
        if (fall >= 15) judged.blunder += 1;
        else if (fall >= 10) judged.mistake += 1;
        else if (fall >= 5) judged.inaccuracy += 1;
      } else if (mateAfter < 0 && before?.kind === "cp") {
        if (sign * before.value < -999) judged.inaccuracy += 1;
        else if (sign * before.value < -700) judged.mistake += 1;
        else judged.blunder += 1;
      } else if (mateBefore > 0 && after?.kind === "cp") {
        if (sign * after.value > 999) judged.inaccuracy += 1;
        else if (sign * after.value > 700) judged.mistake += 1;
        else judged.blunder += 1;
      } else if (mateBefore > 0 && mateAfter < 0) judged.blunder += 1;
    }
    const accuracy = moves === 0 ? null : (weighted / weight + moves / inverse) / 2;
    return { accuracy, averageCentipawnLoss: moves === 0 ? null : lost / moves, judged };
  });
  return { white: sides[0], black: sides[1] };
}
