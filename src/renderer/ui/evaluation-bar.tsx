import { type Evaluation, scoreInFigures, scoreInWords } from "./format.ts";
import "./evaluation-bar.css";

/** The first seat's share of the bar, 0 to 1: its expected score in the position, by lichess's curve. */
function firstShare({ score }: Evaluation): number {
  if (score.kind === "mate") return score.value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * score.value));
}

export interface EvaluationBarProps {
  /** Its space is kept while it is hidden, so that nothing moves. */
  readonly isVisible: boolean;
  /** The evaluation of the position on the board; null while there is none. */
  readonly evaluation: Evaluation | null;
  /** The last evaluation, at which the bar stays until there is another. */
  readonly last: Evaluation | null;
  /** The seat at the bottom of the board. */
  readonly bottom: "first" | "second";
  /** Whether an evaluation that is missing is still to come. */
  readonly searching: boolean;
}

/** The evaluation bar beside a board. On a phone it is at the left edge of its container. */
export function EvaluationBar({ isVisible, evaluation, last, bottom, searching }: EvaluationBarProps) {
  const current = evaluation ?? last;
  const share = current ? firstShare(current) : 0.5;
  if (!isVisible) return <div class="evaluation-bar clips rounded-s anchor" data-shown="false" />;
  const text = evaluation ? scoreInFigures(evaluation) : "";
  const missing = searching ? "Evaluating" : "No evaluation";
  return (
    <div
      class="evaluation-bar clips rounded-s anchor"
      data-shown="true"
      data-bottom={bottom}
      data-better={share >= 0.5 ? "first" : "second"}
      role="img"
      aria-label={evaluation ? scoreInWords(evaluation) : missing}
    >
      <span class="evaluation-first fills" style={{ "--first": share }} />
      <span class="evaluation-figure placed unbroken weight-strong centred figures">{text}</span>
    </div>
  );
}
