import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { GameDetail } from "../../shared/api.ts";
import { type Evaluation, scoreInFigures } from "../ui/score-in-figures.ts";
import {
  analysisAt,
  analysisProblem,
  analysisShown,
  cameAbout,
  evaluate,
  evaluationOf,
  firstShare,
  lastEvaluation,
} from "./analysis.ts";
import type { GameModel } from "./game-model.ts";

export interface EvaluationBarProps {
  readonly model: GameModel;
  readonly game: GameDetail;
  /** Whose side of the board is below. */
  readonly bottom: "first" | "second";
}

/** What a review kept of a position; the last one may be mate, which only its line would tell. */
function reviewed({ review }: GameModel, ply: number, last: number): Evaluation | null {
  const kept = review.found.value?.positions[ply];
  return kept && ply < last ? { score: kept.score, over: false } : null;
}

/** Who stands better, as a bar beside the board. Its place is kept where it is not shown, so that nothing moves. */
export function EvaluationBar({ model, game, bottom }: EvaluationBarProps) {
  const fill = useRef<HTMLSpanElement>(null);
  const shown = analysisShown(game);
  const ply = model.viewed.value ?? game.history.length;
  useEffect(() => {
    if (shown) evaluate(game, ply);
  }, [game.game_id, shown, ply, cameAbout(game, ply)]);

  // The bar moves on from where it stood; a figure is of this position or there is none.
  const last = lastEvaluation(game);
  const found = analysisAt(game, ply);
  const evaluation = found ? evaluationOf(found) : reviewed(model, ply, game.history.length);
  const share = evaluation ? firstShare(evaluation) : last ? firstShare(last) : 0.5;
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
      aria-label={evaluation ? `Evaluation ${text}` : analysisProblem(game) === null ? "Evaluating" : "No evaluation"}
    >
      <span class="evaluation-first" ref={fill} />
      <span class="evaluation-figure figures">{text}</span>
    </div>
  );
}
