import type { Score } from "../../report.ts";

/** Centipawns beyond which a score tells nothing more; mate counts as much. scalachess `eval.scala`, `Cp.CEILING`. */
const CEILING = 1000;

/** Centipawns of a score within ±1000, mate as ±1000. scalachess `eval.scala`, `ceiled` and `ceilingWithSignum`. */
export const centipawns = ({ kind, value }: Score): number =>
  kind === "mate" ? Math.sign(value) * CEILING : Math.max(-CEILING, Math.min(CEILING, value));

/**
 * How likely a position is to be won, 0–100, from the side that the score is given for:
 * 50 + 50 · (2 / (1 + e^(−0.00368208 · cp)) − 1). scalachess `eval.scala`, `WinPercent`; fitted in lila #11148 to games
 * between players rated 2300.
 */
export const winPercent = (score: Score): number => 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * centipawns(score))) - 1);
