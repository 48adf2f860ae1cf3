import { useLayoutEffect, useRef } from "preact/hooks";
import { type Evaluation, scoreInFigures } from "./score-in-figures.ts";
import * as strings from "./strings.ts";
import "./evaluation-bar.css";

/** The first seat's share of the bar, 0 to 1: what a position is worth in expected points (the curve that lichess uses). */
function firstShare({ score }: Evaluation): number {
  if (score.kind === "mate") return score.value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * score.value));
}

export interface EvaluationBarProps {
  /** Its place is kept where it is not shown, so that nothing moves. */
  readonly shown: boolean;
  /** Of the position on the board; null while there is none. */
  readonly evaluation: Evaluation | null;
  /** The last one that there was, where the bar stands until there is another. */
  readonly last: Evaluation | null;
  /** The side at the bottom of the board. */
  readonly bottom: "first" | "second";
  /** Said in place of an evaluation. */
  readonly missing: string;
}

/** A bar beside the board that tells who stands better. On a phone it lies along the left edge of the element around it. */
export function EvaluationBar({ shown, evaluation, last, bottom, missing }: EvaluationBarProps) {
  const fill = useRef<HTMLSpanElement>(null);
  const known = evaluation ?? last;
  const share = known ? firstShare(known) : 0.5;
  useLayoutEffect(() => fill.current?.style.setProperty("--first", String(share)), [share, shown]);
  if (!shown) return <div class="evaluation-bar" data-shown="false" />;
  const text = evaluation ? scoreInFigures(evaluation) : "";
  return (
    <div
      class="evaluation-bar"
      data-shown="true"
      data-bottom={bottom}
      data-better={share >= 0.5 ? "first" : "second"}
      role="img"
      aria-label={evaluation ? strings.evaluation(text) : missing}
    >
      <span class="evaluation-first" ref={fill} />
      <span class="evaluation-figure figures">{text}</span>
    </div>
  );
}
